"""What editors of templates may use, written into docs/templates.md from the code itself.

`python -m handbook` writes the page anew; a test says when it is out of date.

    classes.py      the classes that templates get, each field with its type and description
    sample_site.py  what the templates of the sample site get
    examples.py     a value of every field, taken from there
    words.py        types and values as an editor reads them
    document.py     the page
"""
