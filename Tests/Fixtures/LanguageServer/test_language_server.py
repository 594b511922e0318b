"""Talks to `todoshell lsp` as an editor does, through pytest-lsp and pygls."""

import json
import os
import pathlib
import subprocess
import unicodedata

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from conftest import PROGRAM, REPOSITORY

EXAMPLES = sorted((REPOSITORY / "examples").glob("*.todoscript"))
BROKEN = sorted((REPOSITORY / "Tests/Fixtures/LanguageServer/broken").glob("*.todoscript"))


def parameters(pull=False, encodings=None):
    capabilities = client_capabilities("neovim@v0.11.0")
    capabilities.text_document.diagnostic = lsp.DiagnosticClientCapabilities() if pull else None
    capabilities.general = lsp.GeneralClientCapabilities(position_encodings=encodings)
    return lsp.InitializeParams(
        capabilities=capabilities,
        workspace_folders=[lsp.WorkspaceFolder(uri=REPOSITORY.as_uri(), name="repository")],
    )


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def client(lsp_client: LanguageClient):
    await lsp_client.initialize_session(parameters())
    yield
    await lsp_client.shutdown_session()


@pytest_lsp.fixture(config=ClientServerConfig(server_command=[PROGRAM, "lsp"]))
async def pulling(lsp_client: LanguageClient):
    await lsp_client.initialize_session(
        parameters(pull=True, encodings=[lsp.PositionEncodingKind.Utf8, lsp.PositionEncodingKind.Utf32])
    )
    yield
    await lsp_client.shutdown_session()


class Document:
    """A document that is open in a client, with its text."""

    def __init__(self, client, text, path="/tmp/untitled.todoscript"):
        self.client, self.text, self.version = client, text, 1
        self.uri = pathlib.Path(path).as_uri()
        self.id = lsp.TextDocumentIdentifier(uri=self.uri)
        item = lsp.TextDocumentItem(uri=self.uri, language_id="todoscript", version=1, text=text)
        client.text_document_did_open(lsp.DidOpenTextDocumentParams(text_document=item))

    def place(self, needle, inside=0):
        """The position of a part of the text, and some characters further."""
        start = self.text.index(needle) + inside
        before = self.text[:start].replace("\r\n", "\n")
        line = before.rsplit("\n", 1)[-1]
        return lsp.Position(line=before.count("\n"), character=len(line.encode("utf-16-le")) // 2)

    def at(self, needle, inside=0):
        return {"text_document": self.id, "position": self.place(needle, inside)}

    def change(self, start, end, text):
        self.version += 1
        change = lsp.TextDocumentContentChangePartial(range=lsp.Range(start=start, end=end), text=text)
        self.client.text_document_did_change(
            lsp.DidChangeTextDocumentParams(
                text_document=lsp.VersionedTextDocumentIdentifier(uri=self.uri, version=self.version),
                content_changes=[change],
            )
        )

    async def diagnostics(self, count=1):
        """What is published for the current version; a request after it has its answer after it, too."""
        await self.client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=self.id))
        return list(self.client.diagnostics.get(self.uri, []))


def graphemes(line):
    found = []
    for character in line:
        joins = character == "\u200d" or unicodedata.combining(character) or character == "\ufe0f"
        if found and (joins or found[-1].endswith("\u200d")):
            found[-1] += character
        else:
            found.append(character)
    return found


def checked(path):
    """What '--check' reports, as places and first lines of messages."""
    run = subprocess.run([PROGRAM, "--check", "--format", "json", str(path)], capture_output=True, text=True)
    events = [json.loads(line) for line in run.stdout.splitlines()]
    return [event for event in events if event["event"] == "diagnostic"]


def place(error, encoding="utf-16-le"):
    """The range of an error in code units; errors count characters as people see them."""
    lines = open(error["file"], newline="", encoding="utf-8").read().split("\n")
    characters = graphemes(lines[error["line"] - 1].removesuffix("\r"))
    units = lambda count: len("".join(characters[:count]).encode(encoding)) // (2 if "16" in encoding else 1)
    start = error["column"] - 1
    return (error["line"] - 1, units(start), units(start + error["length"]))


def told(diagnostic):
    start, end = diagnostic.range.start, diagnostic.range.end
    assert start.line == end.line
    return (start.line, start.character, end.character, diagnostic.message)


def compare(path, diagnostics, encoding="utf-16-le"):
    own, elsewhere = [], []
    for error in checked(path):
        notes = [f"note: {note}" for note in error.get("notes", [])]
        help = [f"help: {error['help']}"] if "help" in error else []
        message = "\n".join([error["message"], *notes, *help])
        if pathlib.Path(error["file"]) == path:
            own.append((*place(error, encoding), message))
        else:
            elsewhere.append((error["file"], *place(error, encoding), error["message"]))
    related = [(diagnostic, diagnostic.related_information[0]) for diagnostic in diagnostics
               if diagnostic.related_information]
    assert sorted(told(diagnostic) for diagnostic in diagnostics if not diagnostic.related_information) == sorted(own)
    found = []
    for diagnostic, information in related:
        file = pathlib.Path(information.location.uri.removeprefix("file://"))
        start, end = information.location.range.start, information.location.range.end
        found.append((str(file), start.line, start.character, end.character, information.message))
        assert information.message in diagnostic.message
    assert sorted(found) == sorted(elsewhere)


@pytest.mark.asyncio
@pytest.mark.parametrize("path", EXAMPLES + BROKEN, ids=lambda path: path.name)
async def test_diagnostics_are_those_of_check(client, path):
    document = Document(client, open(path, newline="", encoding="utf-8").read(), path)
    diagnostics = await document.diagnostics()
    compare(path, diagnostics)
    assert bool(diagnostics) == (path in BROKEN)


@pytest.mark.asyncio
@pytest.mark.parametrize("path", BROKEN, ids=lambda path: path.name)
async def test_pulled_diagnostics_are_the_same_in_utf8(pulling, path):
    document = Document(pulling, open(path, newline="", encoding="utf-8").read(), path)
    report = await pulling.text_document_diagnostic_async(lsp.DocumentDiagnosticParams(text_document=document.id))
    compare(path, report.items, "utf-8")
    assert pulling.diagnostics == {}, "a client that asks is not told as well"


@pytest.mark.asyncio
async def test_edits_between_emoji_and_crlf(client):
    document = Document(client, "# 😀\r\nadd \"😀\" \"é\"\r\nprint todos.count\r\n")
    assert await document.diagnostics() == []
    document.change(lsp.Position(line=1, character=8), lsp.Position(line=1, character=8), " 'x")
    [error] = await document.diagnostics()
    assert (error.range.start.line, error.range.start.character) == (1, 9)
    document.change(lsp.Position(line=0, character=4), lsp.Position(line=1, character=11), "\r\n\r\nadd")
    assert await document.diagnostics() == []
    document.change(lsp.Position(line=3, character=6), lsp.Position(line=3, character=11), "toods")
    [error] = await document.diagnostics()
    assert told(error)[:3] == (3, 6, 11)
    document.change(lsp.Position(line=0, character=0), lsp.Position(line=9, character=9), "")
    assert await document.diagnostics() == []


@pytest.mark.asyncio
async def test_a_sourced_pipe_is_an_error_and_is_not_read(client, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    document = Document(client, f"source {tmp_path / 'pipe'}\n", tmp_path / "outer.todoscript")
    [problem] = await document.diagnostics()
    assert problem.message.startswith(f"cannot read '{tmp_path / 'pipe'}': it is a pipe or a device, not a regular file")


@pytest.mark.asyncio
async def test_a_sourced_script_is_read_from_the_editor(client, tmp_path):
    inner = tmp_path / "inner.todoscript"
    inner.write_text("add Milk\n")
    outer = Document(client, "source inner.todoscript\nbuy Milk\n", tmp_path / "outer.todoscript")
    assert [told(error)[:3] for error in await outer.diagnostics()] == [(1, 0, 3)]
    opened = Document(client, "macro buy what\nadd $what\nend\n", inner)
    assert await outer.diagnostics() == []
    [place] = [await client.text_document_definition_async(lsp.DefinitionParams(**outer.at("buy")))]
    assert place.uri == inner.as_uri() and place.range.start == lsp.Position(line=0, character=6)
    opened.change(lsp.Position(line=1, character=0), lsp.Position(line=1, character=3), "adt")
    [error] = [error for error in await outer.diagnostics() if error.related_information]
    assert error.range.start.line == 0 and error.related_information[0].location.uri == inner.as_uri()
    client.text_document_did_close(lsp.DidCloseTextDocumentParams(text_document=opened.id))
    assert [told(error)[:3] for error in await outer.diagnostics()] == [(1, 0, 3)]
    assert not client.diagnostics[inner.as_uri()]


@pytest.mark.asyncio
@pytest.mark.parametrize("line", ["tog", "", "help s", "goto ", "log --", ".todos(.", "expect todos.", "print to", "set "])
async def test_completion_is_that_of_the_terminal(client, line):
    request = json.dumps({"id": 1, "complete": line, "at": len(line)})
    live = subprocess.run([PROGRAM, "-i", "--format", "json"], input=request + "\n", capture_output=True, text=True)
    [expected] = [event for event in map(json.loads, live.stdout.splitlines()) if event["event"] == "completions"]
    document = Document(client, f"# 😀\n{line}\n")
    position = lsp.Position(line=1, character=len(line))
    found = await client.text_document_completion_async(
        lsp.CompletionParams(text_document=document.id, position=position)
    )
    assert [item.text_edit.new_text for item in found.items] == [item["text"] for item in expected["items"]]
    assert found.items and all(item.text_edit.range.end == position for item in found.items)
    assert all(item.text_edit.range.start.character == expected["from"] for item in found.items)


@pytest.mark.asyncio
async def test_completion_knows_what_the_script_defines(client):
    text = "let milk = 1\nmacro market x\n  print $\nend\nmark morning\nalias mall = log\nm\ngoto mo\n"
    document = Document(client, text)

    async def completions(line, character):
        position = lsp.Position(line=line, character=character)
        found = await client.text_document_completion_async(
            lsp.CompletionParams(text_document=document.id, position=position)
        )
        return [item.text_edit.new_text for item in found.items]

    assert await completions(2, 9) == ["$milk", "$x"]
    assert {"market", "mall", "mark"} <= set(await completions(6, 1))
    assert await completions(7, 7) == ["morning"]


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "needle, inside, expected",
    [
        ("toggle", 1, "toggle TODO…"),
        ("undo 1", 0, "undo [N]"),
        ("isComplete", 3, "todos[0].isComplete: Bool"),
        ("count", 2, "todos.count: Int"),
        (".element", 4, ".element(id: UUID, action: Todo.Action)"),
        ("buy Milk", 1, "A macro:"),
        ("hour 1", 2, "alias hour = advance $*"),
        ("$what", 2, "$what: its value is known when the script runs"),
        ("$n", 1, "$n = 3"),
        ("--by", 2, "--by"),
        ("Milk", 1, None),
        ("😀", 0, None),
    ],
)
async def test_hover_explains_what_is_under_the_cursor(client, needle, inside, expected):
    text = (
        "macro buy what\n  add $what\nend\nlet n = 3\nbuy Milk\nrepeat $n undo 1\ntoggle 0 # 😀\n"
        "expect todos[0].isComplete || todos.count == 1\n.todos(.element(id: UUID(0), action: .binding(.set(\\.isComplete, true))))\n"
        "log --by typed\nalias hour = advance $*\nhour 1h\n"
    )
    document = Document(client, text)
    found = await client.text_document_hover_async(lsp.HoverParams(**document.at(needle, inside)))
    if expected is None:
        assert found is None
    else:
        assert expected in found.contents.value


@pytest.mark.asyncio
async def test_hover_writes_no_file(client, tmp_path):
    path = tmp_path / "written"
    document = Document(client, f"log --action .addTodoButtonTapped >| {path}\nlog > {path}\n")
    for inside in range(0, len(document.text), 3):
        place = document.place(document.text, inside)
        await client.text_document_hover_async(lsp.HoverParams(text_document=document.id, position=place))
    assert not path.exists()


@pytest.mark.asyncio
async def test_definitions(client):
    text = "source 01-first-tour.todoscript\nmacro buy what\n  add $what\nend\nbuy Milk\n"
    document = Document(client, text, REPOSITORY / "examples/here.todoscript")

    async def definition(needle, inside=1):
        found = await client.text_document_definition_async(lsp.DefinitionParams(**document.at(needle, inside)))
        [place] = found if isinstance(found, list) else [found]
        return place.uri, place.range.start.line, place.range.start.character

    assert await definition("01-") == ((REPOSITORY / "examples/01-first-tour.todoscript").as_uri(), 0, 0)
    assert await definition("buy Milk") == (document.uri, 1, 6)
    assert await definition("$what") == (document.uri, 1, 10)


@pytest.mark.asyncio
async def test_symbols_folding_references_and_renaming(client):
    text = "let n = 1\nmacro buy what\n  repeat $n add $what\nend\nbuy Milk\nmark here\n# one\n# two\n"
    document = Document(client, text)
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(text_document=document.id))
    assert [(symbol.name, symbol.range.start.line, symbol.range.end.line) for symbol in symbols] == [
        ("n", 0, 0), ("buy", 1, 3), ("here", 5, 5),
    ]
    folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document.id))
    assert [(fold.start_line, fold.end_line, fold.kind) for fold in folds] == [(1, 3, "region"), (6, 7, "comment")]
    uses = await client.text_document_references_async(
        lsp.ReferenceParams(**document.at("buy"), context=lsp.ReferenceContext(include_declaration=True))
    )
    assert [use.range.start.line for use in uses] == [1, 4]
    marks = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(**document.at("$n", 1)))
    assert [(mark.range.start.line, mark.kind) for mark in marks] == [(0, 3), (2, 2)]
    edit = await client.text_document_rename_async(lsp.RenameParams(**document.at("what"), new_name="thing"))
    assert [(change.range.start.line, change.new_text) for change in edit.changes[document.uri]] == [
        (1, "thing"), (2, "thing"),
    ]
    with pytest.raises(JsonRpcException, match="is a command"):
        await client.text_document_rename_async(lsp.RenameParams(**document.at("buy"), new_name="add"))


@pytest.mark.asyncio
async def test_formatting_and_signature(client):
    document = Document(client, "repeat 2  \r\n\tadd 😀\r\n|  1 item left \r\nend\r\ntoggle 0 ")
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(
            text_document=document.id, options=lsp.FormattingOptions(tab_size=8, insert_spaces=False)
        )
    )
    assert [(edit.range.start.line, edit.new_text) for edit in edits] == [
        (0, "repeat 2"), (1, "  add 😀"), (2, "  |  1 item left "), (4, "toggle 0"),
    ]
    help = await client.text_document_signature_help_async(
        lsp.SignatureHelpParams(text_document=document.id, position=lsp.Position(line=4, character=9))
    )
    assert help.signatures[0].label == "toggle TODO…" and help.active_parameter == 0


@pytest.mark.asyncio
async def test_tokens_and_their_changes(client):
    document = Document(client, 'add "😀" # x\nnonsense\n.clear(1)\n')

    async def tokens():
        answer = await client.text_document_semantic_tokens_full_async(
            lsp.SemanticTokensParams(text_document=document.id)
        )
        return answer

    first = await tokens()
    assert list(first.data) == [0, 0, 3, 0, 0, 0, 4, 4, 1, 0, 0, 5, 3, 3, 0, 1, 0, 8, 4, 0, 1, 0, 6, 0, 0, 0, 7, 1, 2, 0]
    document.change(lsp.Position(line=1, character=0), lsp.Position(line=1, character=8), "undo")
    delta = await client.text_document_semantic_tokens_full_delta_async(
        lsp.SemanticTokensDeltaParams(text_document=document.id, previous_result_id=first.result_id)
    )
    data = list(first.data)
    for edit in delta.edits:
        data[edit.start : edit.start + edit.delete_count] = edit.data or []
    assert data == list((await tokens()).data)


@pytest.mark.asyncio
async def test_a_request_that_cannot_be_answered_is_an_error(client):
    document = lsp.TextDocumentIdentifier(uri="file:///no")
    with pytest.raises(JsonRpcException, match="not open"):
        await client.text_document_folding_range_async(lsp.FoldingRangeParams(text_document=document))


def message(**members):
    text = json.dumps({"jsonrpc": "2.0", **members})
    return f"Content-Length: {len(text)}\r\n\r\n{text}"


@pytest.mark.parametrize(
    "messages, status, codes",
    [
        ([], 1, []),
        ([message(method="exit")], 1, []),
        ([message(id=1, method="shutdown")], 1, [-32002]),
        ([message(id=1, method="initialize", params={"capabilities": {}}), message(method="exit")], 1, [None]),
        (
            [
                message(id=1, method="initialize", params={"capabilities": {}}),
                message(id=2, method="initialize", params={}),
                message(id=3, method="no/such/method"),
                message(id=4, method="textDocument/hover", params={"textDocument": 1}),
                message(id=7, method="textDocument/hover", params={}),
                message(method="$/cancelRequest", params={"id": 7}),
                "Content-Length: 3\r\n\r\n{x}",
                message(id=5, method="shutdown"),
                message(id=6, method="textDocument/hover"),
                message(method="exit"),
            ],
            0,
            [None, -32600, -32601, -32602, -32800, -32700, None, -32600],
        ),
    ],
)
def test_life_and_exit_codes(messages, status, codes):
    run = subprocess.run([PROGRAM, "lsp"], input="".join(messages).encode(), capture_output=True)
    assert (run.returncode, run.stderr) == (status, b"")
    answers = [json.loads(part[part.index("{") :].split("Content-Length")[0])
               for part in run.stdout.decode().split("Content-Length: ")[1:]]
    assert [answer.get("error", {}).get("code") for answer in answers] == codes


def test_other_arguments_are_refused():
    run = subprocess.run([PROGRAM, "lsp", "file"], capture_output=True, text=True)
    assert run.returncode == 64 and "Unexpected argument 'file'" in run.stderr
