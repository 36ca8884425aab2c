"""The shape of the code: which part may know which, who writes, who prints. Change the tables only on purpose."""

import ast
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.folders import PROJECT
from tests.running import run_python

PACKAGE = PROJECT / "site_builder"

# Each part of site_builder (a package or a single module) and the parts that it may import, lowest first.
# Nothing below knows anything above, so this order is also the way of the data.
MAY_IMPORT = {
    "errors": set(),
    "routes": set(),
    "version": set(),
    "workers": set(),
    "excerpts": {"errors"},
    "places": {"errors"},
    "settings": {"errors", "places", "routes"},
    "dataset": {"errors", "places", "settings"},
    "derive": {"dataset", "settings"},
    "formats": {"derive"},
    "charts": {"dataset", "derive", "formats"},
    "pages": {"charts", "derive", "errors", "formats", "routes", "settings"},
    "render": {"errors", "formats", "routes"},
    "pictures": set(),
    "checks": {"errors", "routes"},
    "exports": {"dataset", "derive", "formats", "pages", "routes", "settings"},
    "wording": {"dataset", "derive"},
    "report": {"dataset", "derive", "errors", "pages", "settings", "wording"},
    "survey": {"dataset", "derive", "errors", "pages", "places", "report", "settings"},
    "output": {"errors"},
    "inputs": {"dataset", "errors", "places", "settings"},
    "preview_pictures": {"output", "pictures", "render", "routes"},
    "made": {"output", "pages"},
    "page_files": {"checks", "pages", "render", "routes"},
    "importing": {"dataset", "errors", "output", "places", "settings"},
    "starter": {"dataset", "version"},
    "planning": {"derive", "errors", "pages", "render", "settings", "survey"},
    "making": {
        *("checks", "errors", "exports", "made", "output", "page_files", "pages", "planning", "preview_pictures"),
        "render",
        *("routes", "survey", "workers"),
    },
    "preview": {
        *(
            "errors",
            "excerpts",
            "making",
            "page_files",
            "pages",
            "places",
            "planning",
            "render",
            "routes",
            "survey",
        ),
    },
    "reuse": {
        *("dataset", "derive", "errors", "inputs", "made", "output", "pages", "planning", "routes", "survey"),
        "version",
    },
    "build": {
        *(
            "derive",
            "errors",
            "inputs",
            "made",
            "making",
            "output",
            "pages",
            "places",
            "planning",
            "preview_pictures",
            "render",
        ),
        *("reuse", "survey", "version", "workers"),
    },
    "inspection": {"derive", "errors", "pages", "places", "settings", "survey"},
    "linting": {
        *("checks", "errors", "exports", "inspection", "page_files", "pages", "places", "render", "routes", "settings"),
        *("planning", "survey", "workers"),
    },
    "__init__": {"build", "errors", "version"},
    "cli": {
        *(
            "build",
            "derive",
            "errors",
            "excerpts",
            "formats",
            "importing",
            "inspection",
            "linting",
            "places",
            "preview",
        ),
        *("output", "settings", "starter", "version"),
    },
    "__main__": {"cli"},
}

# Libraries, and the only parts or modules that may import them.
LIBRARIES = {
    "pyarrow.parquet": {"dataset.export", "dataset.foreign", "dataset.parquet", "dataset.write"},
    "pyarrow.fs": {"places"},
    "pyarrow": {
        *(
            "dataset.buffers",
            "dataset.canonical",
            "dataset.coerce",
            "dataset.export",
            "dataset.foreign",
            "dataset.merge",
            "dataset.order",
        ),
        *("dataset.parquet", "dataset.write", "places"),
    },
    "PIL": {"pictures"},
    "watchfiles": {"preview.changes"},
    "numpy": {"charts.frontier", "dataset", "derive", "importing"},
    "orjson": {"importing.json_stream"},
    "yaml": {"importing.values"},
    "jinja2": {"render"},
    "markupsafe": {"render"},
    "click": {"cli"},
    "rich": {"cli"},
    "fsspec": set(),
    "fcntl": {"output"},
    "ctypes": {"output.exchange", "workers"},
    "shutil": {"output"},
    "tempfile": {"output"},
    "tomllib": {"settings"},
    "signal": {"cli", "output", "workers"},
    "multiprocessing": {"workers"},
    "logging": set(),
    "warnings": {"workers"},
    "random": set(),
    "locale": set(),
    "socket": set(),
    "urllib.request": set(),
    "pandas": set(),
}

WRITES = {
    *("write_bytes", "write_text", "mkdir", "makedirs", "unlink", "rmdir", "rename", "touch", "symlink_to"),
    *("hardlink_to", "chmod", "rmtree", "move", "copyfile", "copy2", "copytree", "link", "symlink", "utime"),
}
PRINTS = {"print", "echo", "secho"}


def name_of(path: Path) -> str:
    """A module's name inside site_builder, such as dataset.read, or dataset for its __init__."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}
each_module = pytest.mark.parametrize("module", MODULES)


@cache
def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


@cache
def nodes(module: str) -> tuple[ast.AST, ...]:
    """Every node of a module's tree."""
    return tuple(ast.walk(tree_of(module)))


@cache
def imports(module: str) -> frozenset[str]:
    """The full names that a module imports, wherever in it: `a.b` for both `import a.b` and `from a import b`."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} imports relatively"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def known(module: str) -> set[str]:
    """The modules of site_builder that a module imports from."""
    inside = {name.removeprefix("site_builder.") for name in imports(module) if name.startswith("site_builder.")}
    return {name if name in MODULES else name.rpartition(".")[0] for name in inside}


def part(module: str) -> str:
    return module.partition(".")[0]


def is_within(name: str, library: str) -> bool:
    return name == library or name.startswith(f"{library}.")


def calls(module: str) -> Iterator[tuple[str, ast.Call]]:
    """Every call in a module, by the last part of the name that is called."""
    for node in nodes(module):
        if isinstance(node, ast.Call):
            yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


def test_every_part_is_in_the_table():
    """A new package or module at the top gets its line in the table."""
    assert {part(module) for module in MODULES} == MAY_IMPORT.keys()


@each_module
def test_a_module_knows_only_what_its_part_may_know(module):
    """Imports go down the table, and to other modules of the same part."""
    allowed = MAY_IMPORT[part(module)] | {part(module)}
    assert {name for name in known(module) if part(name) not in allowed} == set()


def test_the_table_is_in_order():
    """A part may import only parts above it in the table, so nothing points back."""
    order = list(MAY_IMPORT)
    for name, allowed in MAY_IMPORT.items():
        assert allowed <= set(order[: order.index(name)]), name


def test_the_table_allows_nothing_that_is_not_used():
    """A permission that no module uses is taken out of the table."""
    used = {name: {part(other) for module in MODULES if part(module) == name for other in known(module)} - {name}
            for name in MAY_IMPORT}  # fmt: skip
    assert used == MAY_IMPORT


def test_no_module_leads_back_to_itself():
    """Not even inside one package do imports form a circle."""
    below = {module: known(module) for module in MODULES}
    while done := {module for module, names in below.items() if not names}:
        below = {module: names - done for module, names in below.items() if module not in done}
    assert below == {}


@each_module
def test_a_library_is_known_in_one_place(module):
    """One module knows Parquet, one Jinja2; nothing logs, warns, rolls dice, asks a host or the locale."""
    for library, places in LIBRARIES.items():
        if any(is_within(name, library) for name in imports(module)):
            assert {module, part(module)} & places, f"{module} imports {library}"


@each_module
def test_only_the_output_writes(module):
    """No file is made, changed or removed outside site_builder/output/."""
    writes = [name for name, _ in calls(module) if name in WRITES]
    for name, call in calls(module):
        if name == "open":
            modes = [arg.value for arg in (*call.args[:2], *(word.value for word in call.keywords))
                     if isinstance(arg, ast.Constant)]  # fmt: skip
            writes += [name for mode in modes if isinstance(mode, str) and set(mode) & set("wax+")]
        if name == "replace" and len(call.args) == 1 and not call.keywords:  # of a path; that of a text takes two
            writes.append(name)
    assert not writes or part(module) == "output"


@each_module
def test_only_the_command_line_prints(module):
    """What people see on a terminal comes from the command line alone."""
    prints = [name for name, _ in calls(module) if name in PRINTS]
    streams = [node.attr for node in nodes(module)
               if isinstance(node, ast.Attribute) and node.attr in {"stdout", "stderr"}]  # fmt: skip
    assert not (prints or streams) or part(module) == "cli"


@each_module
def test_only_the_command_line_reads_arguments_and_nothing_reads_the_surroundings(module):
    """The same input gives the same site: no clock but for the seconds of a build, no environment, no host name. Only
    the command that checks how old prices are asks for the day, and for SOURCE_DATE_EPOCH."""
    surroundings = {"environ", "getenv", "now", "today", "utcnow", "time_ns", "gethostname", "argv", "localtime"}
    found = {node.attr for node in nodes(module) if isinstance(node, ast.Attribute)} & surroundings
    assert found == ({"environ", "now"} if module == "cli.check" else set())


@each_module
def test_no_module_is_long(module):
    """A module that grows over 300 lines is split."""
    assert len(MODULES[module].read_text(encoding="utf-8").splitlines()) <= 300


@each_module
def test_every_module_says_what_it_is_for(module):
    """Each starts with a sentence."""
    assert ast.get_docstring(tree_of(module))


def test_each_module_can_be_imported_alone(tmp_path):
    """None needs another one to be imported before it: there are no circles, so one order and its reverse will do."""
    names = [f"site_builder.{name}" for name in MODULES if name not in {"__init__", "__main__"}]
    for order in (names, names[::-1]):
        code = f"import importlib\nfor name in {order!r}:\n    importlib.import_module(name)\n"
        done = run_python("-W", "error", "-c", code, cwd=tmp_path)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_layers_stand_as_they_are_told():
    """The way of the data: settings, data, figures, pages, output, build, command line, each after the one before."""
    order = list(MAY_IMPORT)
    told = ["errors", "settings", "dataset", "derive", "pages", "render", "output", "build", "cli"]
    assert all(order.index(one) < order.index(other) for one, other in pairwise(told))
