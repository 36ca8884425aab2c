"""Result files in an object store are imported as those of the disk are."""

from collections.abc import Iterator

import pytest
from moto.server import ThreadedMotoServer
from pyarrow import fs

from tests.importing import CASES, FACTS, Desk, vllm


@pytest.fixture(scope="module")
def system() -> Iterator[fs.FileSystem]:
    """A local S3 server, one for all tests of this module, and the environment that points to it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    settings = {"AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_REGION": "us-east-1",
                "AWS_EC2_METADATA_DISABLED": "true", "AWS_ENDPOINT_URL": f"http://{host}:{port}"}  # fmt: skip
    with pytest.MonkeyPatch.context() as environment:
        for name in ("AWS_SESSION_TOKEN", "AWS_PROFILE"):
            environment.delenv(name, raising=False)
        for name, value in settings.items():
            environment.setenv(name, value)
        yield fs.FileSystem.from_uri("s3://any?allow_bucket_creation=true&allow_delayed_open=true")[0]
    server.stop()


@pytest.fixture
def desk(tmp_path, system):
    """A folder to import in, and a bucket with results in it."""
    desk = Desk(tmp_path)
    desk.write("in/runs/a.json", vllm())
    desk.write("in/runs/b.json", vllm(max_concurrency=8))
    desk.write("in/api.json", (CASES / "infx-api-benchmarks-5rows.json").read_bytes())
    system.create_dir("bucket")
    fs.copy_files(str(tmp_path / "in"), "bucket", destination_filesystem=system)
    return desk


def test_files_folders_and_globs_of_a_bucket(desk):
    """By URL; the rows say where they came from."""
    assert len(desk.add("s3://bucket/api.json")) == 5
    desk.add("s3://bucket/runs", facts=FACTS)
    rows = desk.add("s3://bucket/runs/*.json", facts=FACTS)
    assert len(rows) == 7
    assert {row["source_path"] for row in rows} == {
        *("s3://bucket/api.json", "s3://bucket/runs/a.json", "s3://bucket/runs/b.json"),
    }


def test_parquet_of_a_bucket(desk, system):
    """Read bit by bit or whole, the rows are those of the disk."""
    desk.add("in/api.json")
    expected = desk.bytes()
    fs.copy_files(str(desk.root / "rows.parquet"), "bucket/rows.parquet", destination_filesystem=system)
    (desk.root / "rows.parquet").unlink()
    desk.add("s3://bucket/rows.parquet")
    assert desk.bytes() == expected


def test_what_is_not_in_a_bucket_is_named(desk):
    """With the URL."""
    found = desk.refused("s3://bucket/nothing.json")
    assert found.startswith("s3://bucket/nothing.json: error: ")
    assert found.endswith("Not imported: 1 error. rows.parquet is as it was.\n")
