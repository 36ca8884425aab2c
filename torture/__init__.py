"""Kills builds, and counts what they leave whole: at every change to the disk, and at random moments.

project.py makes a project whose site changes from build to build, killing.py kills builds of it. What happens at every
single change of a small site stands in tests/killing.py, since the tests do the same at some of them.
"""
