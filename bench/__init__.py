"""Measures builds: made-up data of any size, builds in fresh processes, a floor to compare with, a table.

names.py makes the catalogs, rows.py the rows, folder.py writes both as a data folder. measure.py runs a process and
says what it took, floor.py is the process that only reads and writes, output.py looks at what was built. compare.py
puts builds and floor side by side, steps.py tells where a build's time goes, tables.py and document.py show it.
"""
