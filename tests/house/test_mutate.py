"""`make mutate` finds tests for every module that it breaks, also after files were moved."""

import pytest

from tools.mutate import MODULES, ROOT, files_with_tests

SCORES = sorted(path.relative_to(ROOT / "mtexplain").as_posix() for path in ROOT.glob("mtexplain/metrics/*/score.py"))


@pytest.mark.parametrize("module", [*MODULES, *SCORES, "tracing/number.py", "models/costs.py"])
def test_each_module_has_tests(module: str) -> None:
    assert (ROOT / "mtexplain" / module).is_file()
    files = files_with_tests(f"mtexplain/{module}")
    assert any(file.startswith("tests/") for file in files)
    assert all((ROOT / file).exists() for file in files)
