"""The example notebook runs from top to bottom."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")
pytest.importorskip("ipykernel")
pytest.importorskip("numba")

NOTEBOOK = Path(__file__).parents[2] / "examples" / "review.ipynb"


def outputs(notebook: Any) -> list[Any]:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def test_the_notebook_is_kept_without_outputs() -> None:
    assert outputs(nbformat.read(NOTEBOOK, as_version=4)) == []


@pytest.mark.filterwarnings("ignore")
def test_the_notebook_runs() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}
    ).execute()
    shown = outputs(notebook)
    assert not [output for output in shown if output.output_type == "error"]
    kinds = [kind for output in shown for kind in output.get("data", {})]
    assert kinds.count("image/svg+xml") >= 3
    assert kinds.count("text/html") >= 2
