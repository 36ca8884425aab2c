"""Imports in a test's own folder, through the command line as a person runs it, with the rows as dictionaries."""

import json
import signal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
from click.testing import CliRunner

from site_builder.cli import main
from tests.folders import PROJECT, working_in

CASES = PROJECT / "tests" / "cases" / "import"
OUT = "rows.parquet"
# Facts that the files of most tools do not hold.
FACTS = ("hardware=b300", "num_gpus=8", "precision=fp4", "framework=vllm", "isl=8192", "osl=1024")
VLLM: dict[str, Any] = {
    "date": "20260722-060114",
    "backend": "openai",
    "model_id": "openai/gpt-oss-120b",
    "tokenizer_id": "openai/gpt-oss-120b",
    "num_prompts": 640,
    "request_rate": "inf",
    "max_concurrency": 64,
    "duration": 300.0,
    "completed": 640,
    "failed": 0,
    "total_input_tokens": 5242880,
    "total_output_tokens": 655360,
    "output_throughput": 2184.533,
    "total_token_throughput": 19660.8,
    "median_ttft_ms": 640.0,
    "median_tpot_ms": 25.0,
    "p99_tpot_ms": 50.0,
    "median_itl_ms": 30.0,
}
API: dict[str, Any] = {
    "hardware": "b300",
    "framework": "vllm",
    "model": "kimik2.6",
    "precision": "fp4",
    "spec_method": "none",
    "disagg": False,
    "is_multinode": False,
    "prefill_tp": 8,
    "prefill_ep": 8,
    "prefill_dp_attention": False,
    "prefill_num_workers": 0,
    "decode_tp": 8,
    "decode_ep": 8,
    "decode_dp_attention": False,
    "decode_num_workers": 0,
    "num_prefill_gpu": 64,
    "num_decode_gpu": 64,
    "isl": 8192,
    "osl": 1024,
    "conc": 8,
    "image": "vllm/vllm-openai:v1",
    "metrics": {"tput_per_gpu": 1000.0, "output_tput_per_gpu": 100.0, "input_tput_per_gpu": 900.0,
                "median_tpot": 0.02, "median_intvty": 50.0, "median_ttft": 0.4},
    "workers": None,
    "date": "2026-09-01",
    "run_url": "https://github.com/o/r/actions/runs/7/attempts/1",
}  # fmt: skip


def api(
    conc: int = 8, run: int = 7, attempt: int = 1, metrics: dict[str, Any] | None = None, **columns: Any
) -> dict[str, Any]:
    """An API row with some columns and metrics changed."""
    url = f"https://github.com/o/r/actions/runs/{run}/attempts/{attempt}"
    return API | {"conc": conc, "run_url": url} | columns | {"metrics": API["metrics"] | (metrics or {})}


def vllm(**keys: Any) -> dict[str, Any]:
    """A result of vLLM's serving benchmark with some keys changed."""
    return VLLM | keys


class Desk:
    """A folder to import in. Files are written below it and named relative to it."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, name: str, content: Any) -> str:
        """A file of bytes, of a text, or of JSON; returns its name."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        raw = (
            content
            if isinstance(content, bytes)
            else (content if isinstance(content, str) else json.dumps(content)).encode()
        )
        path.write_bytes(raw)
        return name

    def run(self, *args: str, facts: tuple[str, ...] = ()) -> tuple[int, str, str]:
        """`build-site import` into OUT: exit code, standard output, standard error."""
        before = signal.getsignal(signal.SIGTERM)
        given = [word for fact in facts for word in ("--set", fact)]
        try:
            with working_in(self.root):
                result = CliRunner().invoke(main, ["import", *args, "--out", OUT, *given], prog_name="build-site")
        finally:
            signal.signal(signal.SIGTERM, before)
        return result.exit_code, result.stdout, result.stderr

    def add(self, *args: str, facts: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        """The rows of OUT after an import that must succeed."""
        code, _, stderr = self.run(*args, facts=facts)
        assert code == 0, stderr
        return self.rows()

    def one(self, content: Any, facts: tuple[str, ...] = (), name: str = "result.json") -> dict[str, Any]:
        """The only row of a file imported into nothing."""
        (self.root / OUT).unlink(missing_ok=True)
        (row,) = self.add(self.write(name, content), facts=facts)
        return row

    def case(self, name: str, facts: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        """The rows of one real file imported into nothing, in the order of the file."""
        (self.root / OUT).unlink(missing_ok=True)
        rows = self.add(str(CASES / name), facts=facts)
        return sorted(rows, key=lambda row: row["source_index"])

    def refused(self, *args: str, facts: tuple[str, ...] = (), code: int = 1) -> str:
        """The standard error of an import that must fail and leave OUT as it was."""
        before = self.bytes()
        found, stdout, stderr = self.run(*args, facts=facts)
        assert (found, stdout) == (code, ""), stderr
        assert self.bytes() == before
        assert [path.name for path in self.root.glob(".*")] == []
        return stderr

    def rows(self) -> list[dict[str, Any]]:
        """The rows of OUT; `extra` as a dictionary."""
        rows = pq.read_table(self.root / OUT).to_pylist()
        return [row | {"extra": dict(row["extra"])} for row in rows]

    def bytes(self) -> bytes | None:
        """OUT as it is, None without it."""
        path = self.root / OUT
        return path.read_bytes() if path.exists() else None
