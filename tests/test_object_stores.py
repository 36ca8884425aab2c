"""Data folders in object stores and behind web servers: read like local ones, and told about like them."""

from collections.abc import Iterator

import pytest
from moto.server import ThreadedMotoServer
from pyarrow import fs

import site_builder.places
from site_builder.build import build_site
from site_builder.errors import BuildError
from site_builder.inspection import inspect_folder
from site_builder.places import StoreError, explained, fault_of_store, open_file, place_of
from tests.folders import Folder, points, row, tree, working_in
from tests.running import run_build

S3_HINT = (
    "    s3:// reads AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (or AWS_PROFILE), AWS_REGION and, for a store other "
    "than Amazon's, AWS_ENDPOINT_URL from the environment"
)
AWS = ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AWS_PROFILE", "AWS_REGION")


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """A local S3 server, one for all tests of this module, and the environment that points to it."""
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    with pytest.MonkeyPatch.context() as environment:
        for name in AWS:
            environment.delenv(name, raising=False)
        environment.setenv("AWS_ACCESS_KEY_ID", "key")
        environment.setenv("AWS_SECRET_ACCESS_KEY", "secret")
        environment.setenv("AWS_REGION", "us-east-1")
        environment.setenv("AWS_EC2_METADATA_DISABLED", "true")
        environment.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        yield f"http://{host}:{port}"
    server.stop()


def system() -> fs.FileSystem:
    """The local server as Arrow sees it."""
    return fs.FileSystem.from_uri("s3://any?allow_bucket_creation=true&allow_delayed_open=true")[0]


@pytest.fixture
def store(endpoint) -> Iterator[str]:
    """The name of an empty bucket, gone after the test."""
    system().create_dir("bucket")
    yield "bucket"
    system().delete_dir_contents("bucket")


def put(folder: Folder, bucket: str) -> str:
    """Copy data/ of a project folder into a bucket; gives its URL."""
    fs.copy_files(str(folder.data), f"{bucket}/deep/data", destination_filesystem=system())
    return f"s3://{bucket}/deep/data"


def mixed(folder: Folder) -> None:
    """Rows of three files at several depths, one under a folder that gives a value, beside files that are no data."""
    folder.rows(points((20, 4000), (50, 2500), (100, 1000)), "z.parquet")
    folder.rows(points((20, 400), (50, 250), hardware="h200"), "b/c/d e%20+.parquet")
    folder.rows([{name: cell for name, cell in row().items() if name != "hardware"}], "hardware=b200/a.PARQUET")
    (folder.data / "benchmarks" / "README.md").write_text("no rows")


def site_of(folder: Folder, data: str) -> dict[str, bytes]:
    """The site that data gives."""
    with working_in(folder.root):
        build_site(data, "templates", "public")
    return tree(folder.public)


def told(data: str, **options) -> list[str]:
    """Why a folder cannot be inspected, as a person sees it."""
    with pytest.raises(BuildError) as stop:
        inspect_folder(data, **options)
    return [str(problem) for problem in stop.value.problems]


def test_a_bucket_gives_the_site_of_the_folder(folder, store):
    """Catalogs and rows: byte for byte."""
    mixed(folder)
    assert site_of(folder, put(folder, store)) == site_of(folder, "data")


def test_files_in_a_bucket_are_sorted_and_named_by_their_urls(folder, store):
    mixed(folder)
    url = put(folder, store)
    names = [one.name for one in inspect_folder(url).files]
    assert names == [
        f"{url}/benchmarks/{name}" for name in ("b/c/d e%20+.parquet", "hardware=b200/a.PARQUET", "z.parquet")
    ]


def test_the_command_reads_a_bucket(folder, store):
    """With credentials and endpoint from the environment alone, and as many processes as there are."""
    folder.rows(points((20, 4000), (50, 2500)))
    done = run_build("--data", f"{put(folder, store)}/", "-q", "--jobs", "2", cwd=folder.root)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (folder.public / "run/kimi-k26-on-b300/index.html").is_file()


def test_large_files_are_read_bit_by_bit(folder, store, monkeypatch):
    """To the same rows."""
    mixed(folder)
    url = put(folder, store)
    before = inspect_folder(url)
    monkeypatch.setattr(site_builder.places, "_READ_WHOLE_BYTES", 10)
    assert inspect_folder(url) == before


def test_a_file_in_a_bucket_opens_for_reading_at_any_place(folder, store, monkeypatch):
    """Small ones and large ones."""
    place = place_of(f"{put(folder, store)}/site.toml")
    whole = (folder.data / "site.toml").read_bytes()
    for limit in (10, 10**9):
        monkeypatch.setattr(site_builder.places, "_READ_WHOLE_BYTES", limit)
        with open_file(place) as file:
            file.seek(100)
            assert file.read(50) == whole[100:150]
            file.seek(0)
            assert file.read() == whole


def test_faults_of_files_name_their_urls(folder, store):
    """A damaged file and a wrong catalog, as in a local folder."""
    folder.rows([row()])
    (folder.data / "benchmarks" / "b.parquet").write_bytes(b"")
    url = put(folder, store)
    assert [str(problem) for problem in inspect_folder(url).problems if problem.severity == "error"] == [
        f"{url}/benchmarks/b.parquet: error: the file is empty (0 bytes), expected a Parquet file [not-parquet]"
    ]
    line = folder.edit("data/site.toml", "primary_tier = 50 ", "primary_tier = 51 ")
    assert told(put(folder, store))[0].startswith(f"{url}/site.toml:{line}: error: ")


def test_what_is_not_there_is_named(folder, store):
    """A folder, the catalogs, one of them, the rows."""
    folder.rows([row()])
    url = put(folder, store)
    missing = "the folder does not exist, expected catalogs and benchmarks/ in it [no-data]"
    assert told(f"s3://{store}/other") == [f"s3://{store}/other: error: {missing}\n{S3_HINT}"]
    assert told(f"{url}/benchmarks")[0].startswith(f"{url}/benchmarks: error: no catalog in this folder, ")
    system().delete_file(f"{store}/deep/data/tco.toml")
    assert told(url) == [f"{url}/tco.toml: error: the file does not exist, expected a catalog there [missing-file]"]
    put(folder, store)
    system().delete_dir(f"{store}/deep/data/benchmarks")
    assert told(url) == [f"{url}/benchmarks: error: the folder does not exist, expected Parquet files in it [no-data]"]


def test_a_missing_bucket_is_named(endpoint):
    assert told("s3://no-such-bucket/data") == [
        (
            "s3://no-such-bucket/data: error: cannot be reached (there is no such bucket), expected a folder that can "
            f"be listed [unreachable-store]\n{S3_HINT}"
        )
    ]


def test_without_credentials_what_to_set_is_said(folder, store, monkeypatch):
    """The server refuses each catalog, and every message names the variables."""
    folder.rows([row()])
    url = put(folder, store)
    monkeypatch.setenv("AWS_CONFIG_FILE", "/nowhere")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere")
    for name in AWS[:2]:
        monkeypatch.delenv(name)
    refused = "cannot be read (access is denied), expected a readable file [unreadable-file]"
    assert told(url) == [
        f"{url}/{name}.toml: error: {refused}\n{S3_HINT}" for name in ("site", "models", "gpus", "engines", "tco")
    ]


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (
            (
                "When listing objects under key 'd' in bucket 'b': "
                "AWS Error NETWORK_CONNECTION during ListObjectsV2 operation: "
                "curlCode: 7, Could not connect to server; Details: Failed to connect to 127.0.0.1:1 after 0 ms"
            ),
            "network connection: Could not connect to server",
        ),
        (
            (
                "When listing objects under key 'd' in bucket 'b': "
                "AWS Error UNKNOWN (HTTP status 301) during ListObjectsV2 "
                "operation: Unable to parse ExceptionName: PermanentRedirect (Request ID: x)"
            ),
            "unknown: Unable to parse ExceptionName: PermanentRedirect",
        ),
        (
            (
                "google::cloud::Status(UNAVAILABLE: "
                "Retry policy exhausted, with a last message of PerformWork() - CURL error "
                "[6]=Could not resolve hostname error_info={reason=, domain=})"
            ),
            "Could not resolve hostname",
        ),
        ("google::cloud::Status(PERMISSION_DENIED: no access)", "PERMISSION_DENIED: no access"),
        ("x" * 500, "x" * 200 + "…"),
        ("", "OSError"),
    ],
)
def test_what_a_library_says_in_many_words_is_said_in_few(said, reason):
    """Texts that Arrow gives."""
    with pytest.raises(StoreError) as fault, explained("s3://b/d"):
        raise OSError(said)
    assert fault.value.strerror == reason


def test_a_store_that_fails_in_the_middle_of_a_file_is_not_taken_for_damage(tmp_path):
    """Arrow raises the same kind of fault for both."""
    lost = OSError("When reading: AWS Error ACCESS_DENIED during GetObject operation: No response body.")
    damaged = OSError("Couldn't deserialize thrift")
    place = site_builder.places.StorePath("s3://b/a", fs.LocalFileSystem(), "a")
    assert fault_of_store(lost, place).strerror == "access is denied"
    assert fault_of_store(damaged, place) is damaged
    assert fault_of_store(lost, tmp_path) is lost
