"""Executes notebooks: execute.py [--update] NOTEBOOK…

Prints what differs from the outputs that they have. With --update, replaces these.
"""

import sys

import nbformat
from nbclient import NotebookClient


def executed(path):
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    # The models of the widgets are in the kernel; without it, the rest of the outputs shows everything.
    NotebookClient(notebook, timeout=120, coalesce_streams=True, store_widget_state=False).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = [output for output in cell.outputs if not is_widget(output)]
    notebook.metadata["language_info"] = {"name": notebook.metadata["language_info"]["name"]}
    return notebook


def is_widget(output):
    return "application/vnd.jupyter.widget-view+json" in output.get("data", {})


for path in [argument for argument in sys.argv[1:] if argument != "--update"]:
    first, second = executed(path), executed(path)
    if nbformat.writes(first) != nbformat.writes(second):
        print(f"{path}: a second run has other outputs")
    if "--update" in sys.argv:
        nbformat.write(first, path)
        continue
    known = nbformat.read(path, 4)
    for number, (cell, old) in enumerate(zip(first.cells, known.cells)):
        if cell != old:
            print(f"{path}: cell {number} differs: {cell.get('outputs')} instead of {old.get('outputs')}"[:2000])
