"""Executes notebooks from top to bottom, and fails with the cell that fails. The files are not changed."""

import pathlib
import sys

import nbclient
import nbformat

for name in sys.argv[1:]:
    notebook = nbformat.read(name, as_version=4)
    if any(cell.get("outputs") for cell in notebook.cells):
        sys.exit(f"{name} has outputs: commit it without them, since they would differ from machine to machine")
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    cells = sum(cell.cell_type == "code" for cell in notebook.cells)
    print(f"{pathlib.Path(name).name}: {cells} cells")
