"""Uses everything that the Model Context Protocol offers of todoshell: use-tools.py PROGRAM MODE

MODE is 'auto' (the current revision, or an earlier one if the server does not know it) or 'legacy' (an earlier one). Each
structured result is checked by the client against the tool's schema. Prints what does not hold.
"""

import asyncio
import os
import sys

import anyio
import jsonschema
from mcp import types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.shared.exceptions import MCPError

program, mode = sys.argv[1:]
failures = []


def check(claim, holds, facts=""):
    if not holds:
        failures.append(f"{claim}: {str(facts)[:1000]}")


async def main():
    server = StdioServerParameters(command=program, args=["mcp"])
    async with Client(stdio_client(server), mode=mode) as client:
        revision = "2026-07-28" if mode == "auto" else "2025-11-25"
        check("the revision is agreed on", client.protocol_version == revision, client.protocol_version)
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        check("run is the first tool", next(iter(tools)) == "run", list(tools))
        for tool in tools.values():
            check("each tool is described", tool.title and len(tool.description) > 40, tool.name)
            for schema in [tool.input_schema, tool.output_schema]:
                jsonschema.Draft202012Validator.check_schema(schema)
            for name, argument in tool.input_schema["properties"].items():
                check("each argument is described", argument.get("description"), f"{tool.name}.{name}")
        check("state changes nothing", tools["state"].annotations.read_only_hint)
        check("closing a session loses it", tools["close_session"].annotations.destructive_hint)
        check("what_if adds only history", not tools["what_if"].annotations.destructive_hint)

        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            return result.structured_content, result.content[0].text, result.is_error

        async def fails(claim, words, tool, **arguments):
            _, text, is_error = await call(tool, **arguments)
            check(claim, is_error and words in text, text)

        # What happened, as JSON and as text.
        outcome, text, is_error = await call("run", commands=["add Milk", "add Eggs", "toggle 0", "advance 1s", "list"])
        kinds = [event["event"] for event in outcome["events"]]
        check("each moment is an event", kinds.count("moment") == 7, kinds)
        check("each command is an event", kinds.count("command") == 5, kinds)
        check("the text has the output", "0 [ ] Milk\n1 [x] Eggs" in text and not is_error, text)
        check("the session has moved on", outcome["current"]["moment"] == 7, outcome["current"])
        await fails("nothing runs if a command is misspelled", "did you mean 'toggle'?", "run", commands=["add C", "togle 0"])
        await fails("an expectation fails", "todos.count is 2", "run", commands=["expect todos.count == 3", "add D"])
        check("what follows a failure does not run", (await call("run", commands=["info"]))[0]["current"]["moment"] == 7)
        script = ["repeat 300", "toggle 0", "end"]
        many, text, _ = await call("run", commands=["add A"] + script + ["expect false"], session=(await call("new_session"))[0]["session"])
        check("a long text keeps its end", " more lines …" in text and "expectation failed" in text and len(text) < 21_000)
        check("a flood of moments is cut", many["isCut"] and len(many["events"]) <= 500, len(many["events"]))

        # Questions.
        page, _, _ = await call("state", path="todos", first=1, count=5)
        check("a page has what is left", page["count"] == 2 and [m["name"] for m in page["members"]] == ["[1]"], page)
        page, _, _ = await call("state", path="todos", moment="@0s")
        check("the state was another", "Eggs" in page["members"][0]["text"], page)
        page, _, _ = await call("state", path="todos", first=100)
        check("there is nothing behind the end", page["members"] == [], page)
        log, _, _ = await call("history", by="effect", all=True)
        check("effects are found", [m["action"] for m in log["moments"]][:1] == [".sortCompletedTodos"], log)
        log, _, _ = await call("history", action=".todos(.element(id: _, action: .binding(.set(\\.isComplete, true))))")
        check("a pattern with quotes and spaces is read", len(log["moments"]) == 1, log)
        log, _, _ = await call("history", text='Mi"lk', last=1)
        check("a text with a quote is read", log["moments"] == [], log)
        blame, _, _ = await call("blame", path="todos[1].isComplete")
        check("an action is blamed", blame["by"]["moment"] == 5, blame)
        check("an effect has moved the element", blame["moved"]["effect"]["moment"] == 5, blame)
        found, _, _ = await call("find", expression="todos.count == 2")
        check("it is found", found["moments"][0]["moment"] == 3, found)
        difference, _, _ = await call("diff", **{"from": 4, "to": 5})
        check("a difference is a patch", difference["patch"][0]["path"] == "/todos/0/isComplete", difference)
        actions, _, _ = await call("actions")
        check("what is possible runs", "toggle 0" in actions["possible"], actions["possible"])
        await fails("a name is misspelled", "did you mean 'todos'?", "state", path="todoss")
        await fails("a moment does not exist", "no moment 9999", "travel", to=9999)
        await fails("a line is one command", "several lines", "blame", path="todos\nadd X")
        for path in ["todos >| x", "todos | sh", "--all todos"]:
            await fails("a path is only a path", "error: ", "blame", path=path)
        await fails("a question writes nothing", "cannot be redirected", "travel", to="1 >| x")
        check("a question writes nothing", not os.path.exists("x"), os.listdir())
        await fails("an argument is missing", "'path' is missing", "blame")
        await fails("an argument is misspelled", "did you mean 'path'?", "blame", pat="todos")
        await fails("an argument has the wrong type", "whole number from 1", "state", count="many")

        # What if, and exploring, with progress.
        changed, _, _ = await call("what_if", change="skip", moment=5)
        answer = next(event for event in changed["events"] if event.get("answer") == "whatIf")
        check("the branch starts at its fork", answer["fork"] == 4, answer)
        await call("what_if", change="amend", moment=1, command="add Tea")
        await call("what_if", change="unskip", moment=5)
        await fails("a change is incomplete", "amend takes 'command'", "what_if", change="amend", moment=1)
        explored, text, is_error = await call("explore", invariant="todos.count < 4", atRest=True, depth=5, only="add,run")
        check("a counterexample is no error", "\nadd\n" in text and not is_error, text)
        explored, text, _ = await call("explore", runs=200, seed=1, without=".delete,clear", actions=True)
        check("coverage is answered", explored["events"][-1]["sequences"] > 0, explored)
        properties = "sometimes todos.count == 4, always todos.count < 3, never .delete"
        explored, _, is_error = await call(
            "explore", properties=properties, runs=400, depth=4, only="add", schedules=True, unordered="todos"
        )
        verdicts = next(event["properties"] for event in explored["events"] if event.get("answer") == "exploration")
        check("each property has a verdict", [v["verdict"] for v in verdicts][:2] == ["reached", "fails"], verdicts)
        check("the second fails after a command", verdicts[1]["commands"] == 1 and not is_error, verdicts)
        await call("explore", properties="always true --out part", runs=10, depth=1)
        await call("explore", properties="--corpus part always true", runs=10, depth=1)
        check("a property writes no file", not os.path.exists("part"), os.listdir())
        await fails("a property is one line", "several lines", "explore", properties="always true\nquit")
        branch = (await call("new_session"))[0]["session"]
        await call("run", session=branch, commands=["add Milk", "add Eggs"])
        explored, text, is_error = await call(
            "explore", session=branch, invariant="todos.count < 2", along=True, depth=2, runs=100
        )
        stages = explored["events"][-1]["stages"]
        check("with along, each command has an outlook", [stage["outlook"] for stage in stages] == ["avoidable", "avoidable", "violated"], explored)
        check("every sequence from the last one violates the property", stages[2]["violating"] == explored["events"][-1]["sequences"] == 10, explored)
        check("the bars are in the text", "violated at #" in text and "█" in text and not is_error, text)
        steps = []

        async def stop(progress, total, message):
            steps.append((progress, total, message))
            scope.cancel()

        with anyio.CancelScope() as scope:
            await client.call_tool("explore", {"runs": 1_000_000_000}, progress_callback=stop)
        check("progress is told", steps and steps[0][1] == 1_000_000_000 and "explored" in steps[0][2], steps)
        check("the server goes on after a cancellation", not (await call("state"))[2])

        # A session that is busy keeps no other one waiting.
        idle = (await call("new_session"))[0]["session"]
        answered, is_busy = [], anyio.Event()

        async def note(progress, total, message):
            is_busy.set()

        async def ask():
            await is_busy.wait()
            answered.append(await call("state", session=idle))
            scope.cancel()

        with anyio.CancelScope() as scope:
            async with anyio.create_task_group() as group:
                group.start_soon(ask)
                await client.call_tool("explore", {"runs": 1_000_000_000}, progress_callback=note)
        check("another session answers meanwhile", answered and not answered[0][2], answered)
        await call("close_session", session=idle)

        # Sessions.
        await fails("a session is unknown", "'new_session' begins one", "run", commands=["add A"], session="x")
        other = (await call("new_session", seed=7, epoch="2026-11-21"))[0]["session"]
        await call("run", commands=["add Other"], session=other)
        saved, _, _ = await call("save", file="other.todoscript", expect=True, session=other)
        check("a session is saved", saved["path"] == "other.todoscript", saved)
        await fails("another session is not overwritten", "contains another session", "save", file="other.todoscript")
        loaded, text, _ = await call("new_session", load="other.todoscript")
        check("a session is loaded", "loaded other.todoscript: 1 command" in text, text)
        await fails("there is no such file", "No such file", "new_session", load="none.todoscript")
        handles = []
        while not (made := await call("new_session"))[2]:
            handles.append(made[0]["session"])
        check("sessions are limited", "the maximum" in made[1] and len(handles) < 40, made[1])
        rest, _, _ = await call("close_session", session=handles[0])
        check("a session is closed", handles[0] not in rest["open"] and other in rest["open"], rest)
        await call("run", commands=["quit"], session=other)
        await fails("a session that quit is closed", "no session", "state", session=other)

        # Resources.
        listed = [resource.uri for resource in (await client.list_resources()).resources]
        check("the manual is listed", "manual://commands" in listed and "manual://expressions" in listed, listed)
        for uri in listed:
            contents = (await client.read_resource(uri)).contents
            check("each resource has a text", len(contents) == 1 and contents[0].text, uri)
        templates = (await client.list_resource_templates()).resource_templates
        check("there are templates", len(templates) == 3, templates)
        script = (await client.read_resource("session://main/script")).contents[0].text
        check("a session is a script", "\nadd Milk\n" in script, script)
        state = (await client.read_resource("session://main/state/%400s")).contents[0].text
        check("a state is JSON", state.startswith('{"editMode":'), state)
        for uri in ["manual://nothing", "manual://%3E%7C%20x", "session://x/script", "session://main/state/99999", "file:///etc/passwd"]:
            try:
                await client.read_resource(uri)
                check("a resource is missing", False, uri)
            except MCPError as error:
                check("a resource is missing", error.code == (-32602 if mode == "auto" else -32002), error)

        # Prompts and completion.
        prompts = {prompt.name: prompt for prompt in (await client.list_prompts()).prompts}
        for name, prompt in prompts.items():
            arguments = {argument.name: "todos.count" for argument in prompt.arguments if argument.required}
            text = (await client.get_prompt(name, arguments)).messages[0].content.text
            check("a prompt contains its arguments", "todos.count" in text, text)
        for name, arguments in [("find_the_bug", {}), ("none", {})]:
            try:
                await client.get_prompt(name, arguments)
                check("a prompt is wrong", False, name)
            except MCPError as error:
                check("a prompt is wrong", error.code == -32602, error)

        async def completed(kind, name, argument, value):
            reference = (
                types.PromptReference(type="ref/prompt", name=name)
                if kind == "prompt"
                else types.ResourceTemplateReference(type="ref/resource", uri=name)
            )
            return (await client.complete(reference, {"name": argument, "value": value})).completion.values

        values = await completed("prompt", "find_the_bug", "invariant", "!todos.isE")
        check("an expression is completed", values == ["!todos.isEmpty"], values)
        values = await completed("resource", "manual://{topic}", "topic", "expr")
        check("a topic is completed", values == ["expressions"], values)
        values = await completed("resource", "session://{session}/script", "session", "ma")
        check("a session is completed", values == ["main"], values)
        try:
            await client.call_tool("nothing", {})
            check("a tool is unknown", False)
        except MCPError as error:
            check("a tool is unknown", error.code == -32602, error)


asyncio.run(main())
print("\n".join(failures))
sys.exit(1 if failures else 0)
