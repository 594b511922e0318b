"""Finds a bug through the Model Context Protocol alone, as an agent would: find-bug.py PROGRAM MODE SCRIPT

PROGRAM is a shell for an egg timer that rings after it was stopped. MODE is 'auto' or 'legacy'. The script that fails
because of the bug is written to SCRIPT. Prints what was found.
"""

import asyncio
import sys

from mcp import types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

program, mode, path = sys.argv[1:]


async def main():
    server = StdioServerParameters(command=program, args=["mcp"])
    async with Client(stdio_client(server), mode=mode) as client:
        # The client checks each structured result against the tool's schema.
        await client.list_tools()

        async def call(tool, **arguments):
            result = await client.call_tool(tool, arguments)
            assert isinstance(result, types.CallToolResult)
            return result.structured_content, result

        prompt = await client.get_prompt("find_the_bug", {"symptom": "the timer rings after it was stopped"})
        assert "explore" in prompt.messages[0].content.text

        actions, _ = await call("actions")
        assert actions["types"][0]["cases"] == [".start", ".stop", ".ring"], actions
        state, _ = await call("state")
        names = [member["path"] for member in state["members"]]
        assert names == ["isRunning", "isRinging"], state

        # 1. The shortest way to break what must always be true. Only an effect rings.
        invariant = "isRunning || !isRinging"
        found, result = await call("explore", invariant=invariant, without=".ring", runs=5000)
        assert not result.is_error
        script = next(event["script"] for event in found["events"] if event.get("answer") == "counterexample")
        lines = [line for line in script.splitlines() if line and not line.startswith("#")]
        assert lines[-1] == f"expect {invariant}", script

        # 2. What wrote the wrong value.
        session = (await call("new_session"))[0]["session"]
        outcome, result = await call("run", commands=lines, session=session)
        assert result.is_error and not outcome["isComplete"], outcome
        blame, _ = await call("blame", path="isRinging", session=session)
        cause = blame["by"]
        assert cause["origin"] == "effect" and cause["action"] == ".ring", blame
        found, _ = await call("find", expression=f"!({invariant})", session=session)
        assert found["moments"][0]["moment"] == cause["moment"], found
        log, _ = await call("history", by="typed", session=session)
        moments = [moment["moment"] for moment in log["moments"]]
        assert moments == [1, 2], log

        # 3. Without the command that stops the timer, all is well.
        await call("what_if", change="skip", moment=moments[1], session=session)
        _, result = await call("run", commands=[lines[-1]], session=session)
        assert not result.is_error, result.content[0].text

        with open(path, "w", encoding="utf-8") as file:
            file.write(script + "\n")
        print(f"{cause['action']} of {cause['effect']['site']} after {', '.join(lines[:-1])}")


asyncio.run(main())
