"""Reads scripts with the TextMate grammar as VS Code does, by the tokenizer of the editor babi."""

import json
import shutil
import tempfile

import pytest
from babi.highlight import Grammars, highlight_line

from conftest import REPOSITORY

FOLDER = REPOSITORY / "editors/vscode"


def compiler():
    """The tokenizer finds a grammar by the name of its file."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(FOLDER / "syntaxes/todoscript.tmLanguage.json", f"{folder}/source.todoscript.json")
        return Grammars(folder).compiler_for_scope("source.todoscript")


COMPILER = compiler()


def scopes(text):
    """The innermost scope of each part of a text that has one besides the file's."""
    state, found = COMPILER.root_state, []
    for number, line in enumerate(text.splitlines(keepends=True)):
        state, regions = highlight_line(COMPILER, state, line, first_line=number == 0)
        found += [
            (line[region.start : region.end].rstrip("\n"), region.scope[-1].removesuffix(".todoscript"))
            for region in regions
            if len(region.scope) > 1
        ]
    assert state == COMPILER.root_state, "nothing stays open at the end of a line"
    return found


@pytest.mark.parametrize(
    "line, expected",
    [
        ("# a 'comment", [("# a 'comment", "comment.line.number-sign")]),
        ("  | expected 1", [("  | expected 1", "markup.raw.output")]),
        ("toggle 0-3 # why", [("toggle", "keyword.other.command"), ("0-3", "constant.numeric"),
                              ("# why", "comment.line.number-sign")]),
        ("add #1", [("add", "keyword.other.command"), ("#1", "constant.numeric")]),
        ("add don't", [("add", "keyword.other.command")]),
        ("add 'a # b' c", [("add", "keyword.other.command"), ("'a # b'", "string.quoted.single")]),
        ("log --by typed", [("log", "keyword.other.command"), ("--by", "variable.parameter.option")]),
        (".filterPicked(.all)", [(".filterPicked", "entity.name.function.case"), (".all", "entity.name.function.case")]),
        ("expect todos[0].title == x", [("expect", "keyword.other.command"), ("0", "constant.numeric")]),
        ("repeat 3 as i print $i", [("repeat", "keyword.control"), ("3", "constant.numeric"), ("as", "keyword.control"),
                                    ("i", "variable.other"), ("print", "keyword.other.command"), ("$i", "variable.other")]),
        ("repeat ${n}", [("repeat", "keyword.control"), ("${n}", "variable.other")]),
        ("macro buy what n=1", [("macro", "keyword.control"), ("buy", "entity.name.function")]),
        ("end", [("end", "keyword.control")]),
        ("endless", [("endless", "keyword.other.command")]),
        ("add \\\nMilk", [("add", "keyword.other.command"), ("\\", "constant.character.escape"),
                          ("Milk", "keyword.other.command")]),
    ],
)
def test_scopes(line, expected):
    assert scopes(line) == expected


def test_strings_contain_escapes_and_variables():
    assert scopes('print "a \\" $n"') == [
        ("print", "keyword.other.command"), ('"', "string.quoted.double"), ("a ", "string.quoted.double"),
        ('\\"', "constant.character.escape"), (" ", "string.quoted.double"), ("$n", "variable.other"),
        ('"', "string.quoted.double"),
    ]


@pytest.mark.parametrize("path", sorted((REPOSITORY / "examples").rglob("*.todoscript")), ids=lambda path: path.name)
def test_every_command_of_the_examples_is_coloured(path):
    for line in path.read_text().splitlines():
        words = line.split()
        if words and words[0][0].isalpha():
            first = [part for part, scope in scopes(line) if scope.startswith("keyword")]
            assert first and first[0] == words[0], line


def test_the_manifest_names_files_that_exist():
    manifest = json.loads((FOLDER / "package.json").read_text())
    contributes = manifest["contributes"]
    paths = [language["configuration"] for language in contributes["languages"]]
    paths += [grammar["path"] for grammar in contributes["grammars"]] + [manifest["main"]]
    assert all((FOLDER / path).is_file() for path in paths)
    grammar = json.loads((FOLDER / contributes["grammars"][0]["path"]).read_text())
    assert grammar["scopeName"] == contributes["grammars"][0]["scopeName"]
    json.loads((FOLDER / "language-configuration.json").read_text())
