from tests.folders import Folder, points


def test_a_pair_with_rows_gets_its_page(folder: Folder):
    folder.rows(points((20, 4000), (50, 2500), (100, 1000)))
    summary = folder.build()
    assert summary.run_pages == 1
    assert "2,500" in folder.page("run/kimi-k26-on-b300/")
