"""Work shared among processes: the same results for any number of them, and nothing left behind."""

import multiprocessing
import os
import signal
import subprocess
import sys

import pytest

from site_builder import workers
from site_builder.output.staging import WriteError
from site_builder.workers import WorkerError, usable_cores, work_through
from tests.folders import PROJECT, Folder, points, row, tree, working_in

ITEMS = list(range(300))
GPUS = ("b200", "b300", "gb200", "gb300", "h100", "h200", "mi300x", "mi325x", "mi355x", "rtx6000pro")


def children() -> list[object]:
    return list(multiprocessing.active_children())


@pytest.mark.parametrize("jobs", [1, 2, 3, 7])
@pytest.mark.parametrize("many", [0, 1, 63, 64, 300])
def test_results_come_in_the_order_of_the_items(jobs: int, many: int):
    """Whoever did the work, and whenever."""
    told: list[int] = []
    assert work_through(ITEMS[:many], lambda item: item * item, jobs, told.append) == [n * n for n in ITEMS[:many]]
    assert told == sorted(told)
    assert not many or told[-1] == many
    assert not children()


def test_few_items_or_one_job_are_done_here():
    assert set(work_through(ITEMS[:63], lambda _: os.getpid(), 8, lambda done: None)) == {os.getpid()}
    assert set(work_through(ITEMS, lambda _: os.getpid(), 1, lambda done: None)) == {os.getpid()}


def test_workers_inherit_what_is_shared():
    """A value that cannot be sent is still there, and several processes have done the work."""
    unsendable = (line for line in ("only here",))
    assert len(set(work_through(ITEMS, lambda _: (os.getpid(), unsendable)[0], 2, lambda done: None))) == 2


def test_a_fault_in_a_worker_says_where():
    def work(item: int) -> int:
        return 1 // (item - 250)

    with pytest.raises(WorkerError, match=r"(?s)in work.*ZeroDivisionError"):
        work_through(ITEMS, work, 2, lambda done: None)
    assert not children()


def test_a_worker_that_dies_is_noticed():
    def work(item: int) -> int:
        if item == 250:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    with pytest.raises(WorkerError, match="a worker process ended before its work was done"):
        work_through(ITEMS, work, 2, lambda done: None)
    assert not children()


def test_an_interruption_ends_all_workers():
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work_through(ITEMS, lambda item: item, 2, stop)
    assert not children()


def test_processes_are_used_only_where_they_can_be_forked(monkeypatch: pytest.MonkeyPatch):
    assert usable_cores() == len(os.sched_getaffinity(0))
    monkeypatch.setattr(sys, "platform", "darwin")
    assert usable_cores() == 1


def many_pairs(folder: Folder) -> None:
    """Seventy models on a GPU, so that each kind of page is more than one batch; one of them on two more GPUs."""
    of_model = [("b300", f"model-{number}") for number in range(70)]
    folder.rows(
        [
            each | {"hardware": gpu, "model": model}
            for place, (gpu, model) in enumerate([*of_model, ("h100", "model-0"), ("mi355x", "model-0")])
            for each in points((20 + place, 4000), (50, 2500 + place), (100, 1000))
        ]
    )


@pytest.mark.parametrize("jobs", [2, 3, 5])
def test_a_site_has_the_same_bytes_for_any_number_of_jobs(folder: Folder, jobs: int):
    """Pages of every kind, data files, lists."""
    many_pairs(folder)
    folder.build(allow_unknown=True, jobs=1)
    one = tree(folder.public)
    assert folder.build(allow_unknown=True, jobs=jobs).published.written == 0
    assert tree(folder.public) == one


def test_pictures_have_the_same_bytes_for_any_number_of_jobs(folder: Folder):
    """Drawn anew each time, since the two builds share no folder."""
    folder.rows([row(50, 2500 + at, hardware=gpu) for at, gpu in enumerate(GPUS)])
    folder.build(base_url="https://example.org/", jobs=1)
    folder.public.rename(folder.root.parent / "alone")
    folder.build(base_url="https://example.org/", jobs=3)
    shared = tree(folder.public)
    assert sum(name.endswith(".png") for name in shared) >= 2 * 32
    assert tree(folder.root.parent / "alone") == shared


def test_a_template_fault_reads_the_same_from_workers(folder: Folder):
    """One line, however many pages and processes."""
    many_pairs(folder)
    line = folder.edit("templates/run.html", "<h1>{{ title }}</h1>", "<h1>{{ titel }}</h1>")
    alone, shared = (folder.errors(allow_unknown=True, jobs=jobs) for jobs in (1, 2))
    assert alone == shared
    assert len(alone) == 1
    assert alone[0].startswith(f"templates/run.html:{line}: error: 'titel' is undefined, expected a name")
    assert "(while rendering run/model-0-on-h100/ and 71 more)" in alone[0]


def test_a_bug_in_a_worker_is_called_one(folder: Folder):
    """The command shows the worker's traceback, and says that it is not the data's fault."""
    many_pairs(folder)
    program = (
        "import sys; from site_builder.pages.run import RunPages; from site_builder.cli import main\n"
        "def full(*args): raise LookupError('lost')\n"
        "RunPages.full = full\n"
        "main(['--allow-unknown', '--jobs', '2', '-q'])"
    )
    with working_in(folder.root):
        command = [sys.executable, "-c", program]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env=os.environ | {"PYTHONPATH": str(PROJECT)}
        )
    assert done.returncode == 1
    assert "LookupError: lost" in done.stderr
    assert "This is a bug of build-site" in done.stderr
    assert not folder.public.exists()


def test_batches_cover_every_item():
    assert [workers._batches(ITEMS[:many]) for many in (0, 1, 32, 33)] == [0, 1, 1, 2]


def test_a_fault_of_the_machine_is_handed_on_as_it_is():
    """So that it can be told as one, with the worker's traceback for the case that it is a bug after all."""

    def work(item: int) -> int:
        if item == 250:
            raise WriteError(28, "No space left on device", "place")
        return item

    for jobs in (1, 2):
        with pytest.raises(WriteError) as stop:
            work_through(ITEMS, work, jobs, lambda done: None)
        assert (stop.value.errno, stop.value.strerror, stop.value.filename) == (28, "No space left on device", "place")
    assert "in work" in stop.value.__notes__[0]
    assert not children()


ORPHANS = """
import os, time
from site_builder.workers import work_through
def work(item):
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(600)
work_through(range(64), work, 2, print)
"""


def test_workers_die_with_the_process_that_started_them(tmp_path):
    """However it dies: nothing writes into a site any more when a killed build is gone."""
    command = [sys.executable, "-c", ORPHANS]
    environment = os.environ | {"PYTHONPATH": str(PROJECT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as build:
        assert build.stdout is not None
        started = {int(build.stdout.readline()) for _ in range(2)}
        build.kill()
        assert build.stdout.read() == ""  # which ends when the last of them is gone
    assert len(started - {build.pid}) == 2


def test_a_worker_that_starts_too_late_ends_at_once():
    """Its parent has gone before it could ask to die with it."""
    child = os.fork()
    if not child:
        workers._die_with(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 1
