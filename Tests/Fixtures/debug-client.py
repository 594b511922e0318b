"""Debugs scripts with the client of dap-python, and checks each message against the protocol's JSON Schema:
debug-client.py TODOSHELL [CASE...]"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

import dap
import jsonschema

schema_path = pathlib.Path(importlib.util.find_spec("debugpy").origin).parent.joinpath(
    "_vendored/pydevd/_pydevd_bundle/_debug_adapter/debugProtocol.json"
)
definitions = json.loads(schema_path.read_text(encoding="utf-8"))["definitions"]
validators = {}

SCRIPT = """\
# A script with everything that can be stepped into.
macro buy item
  add $item
  toggle 0
end

add Milk
mark bought
toggle 0
repeat 2 add Tea
buy Eggs
advance 1s
list
expect todos.count == 4
"""


def check(message):
    if message["type"] == "event":
        name = message["event"][0].upper() + message["event"][1:] + "Event"
    elif not message["success"]:
        name = "ErrorResponse"
    else:
        name = message["command"][0].upper() + message["command"][1:] + "Response"
    assert name in definitions, name
    if name not in validators:
        validators[name] = jsonschema.Draft4Validator({"definitions": definitions, "$ref": "#/definitions/" + name})
    for error in validators[name].iter_errors(message):
        raise AssertionError(f"{name}: {error.message}: {message}")


class Failed(Exception):
    pass


class Adapter:
    """A running adapter, and the client that talks to it."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.argv[1], "dap"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.client = dap.Client("todoshell")
        self.events = []
        self.responses = {}
        self.sequence = 0
        self.capabilities = self.answer(1)

    def read(self):
        header = b""
        while not header.endswith(b"\r\n\r\n"):
            byte = self.process.stdout.read(1)
            if not byte:
                raise EOFError(self.process.stderr.read().decode())
            header += byte
        body = self.process.stdout.read(int(header.split(b":")[1]))
        message = json.loads(body)
        check(message)
        self.sequence += 1
        assert message["seq"] == self.sequence, message
        # Its handler differs from the protocol in responses without a body, and in these.
        differs = message.get("command") in ["setExceptionBreakpoints", "gotoTargets", "exceptionInfo"]
        if "body" in message and not differs and message.get("request_seq", 1) in self.client._pending_requests:
            list(self.client.receive(header + body))
        if message["type"] == "event":
            self.events.append(message)
        else:
            self.responses[message["request_seq"]] = message

    def flush(self):
        self.process.stdin.write(self.client.send())
        self.process.stdin.flush()

    def answer(self, number):
        self.flush()
        while number not in self.responses:
            self.read()
        response = self.responses.pop(number)
        if not response["success"]:
            raise Failed(response["message"])
        return response.get("body", {})

    def __getattr__(self, name):
        """Each method of the client, which returns the response's body."""
        return lambda *args, **options: self.answer(getattr(self.client, name)(*args, **options))

    def wait(self, name, unless=None):
        """The next event with this name; those before it stay.

        unless: A request that has failed if it is answered before."""
        self.flush()
        seen = 0
        while True:
            if unless in self.responses:
                self.answer(unless)
            for index in range(seen, len(self.events)):
                if self.events[index]["event"] == name:
                    return self.events.pop(index).get("body", {})
            seen = len(self.events)
            self.read()

    def output(self, category="stdout"):
        found = [event["body"] for event in self.events if event["event"] == "output"]
        return "".join(body["output"] for body in found if body["category"] == category)

    def launch_script(self, program, breakpoints=None, functions=None, data=None, filters=None, **arguments):
        launched = self.client.send_request("launch", {"program": program, **arguments})
        self.wait("initialized", unless=launched)
        found = {}
        if breakpoints is not None:
            source = {"path": program}
            found["lines"] = self.set_breakpoints(source, [self.as_breakpoint(line) for line in breakpoints])
        if functions is not None:
            found["functions"] = self.set_function_breakpoints(functions)
        if data is not None:
            found["data"] = self.set_data_breakpoints(data)
        if filters is not None:
            self.set_exception_breakpoints(filters, [], [])
        self.configuration_done()
        self.answer(launched)
        return {kind: result["breakpoints"] for kind, result in found.items()}

    @staticmethod
    def as_breakpoint(line):
        return line if isinstance(line, dict) else {"line": line}

    def stop(self, reason):
        body = self.wait("stopped")
        assert body["reason"] == reason, body
        return body

    def go(self, name, reason="step", **options):
        """Goes on, and returns the stack where that ends."""
        getattr(self, name)(1, **options)
        self.stop(reason)
        return self.stack()

    def stack(self, **options):
        return [(f["name"], f["line"]) for f in self.stack_trace(1, **options)["stackFrames"]]

    def frame(self, index=0):
        return self.stack_trace(1)["stackFrames"][index]["id"]

    def scope(self, name="State", frame=0):
        scopes = self.scopes(self.frame(frame))["scopes"]
        return next(scope for scope in scopes if scope["name"] == name)["variablesReference"]

    def values(self, reference, **options):
        return {v["name"]: v["value"] for v in self.variables(reference, **options)["variables"]}

    def evaluated(self, expression, context="watch", **options):
        return self.evaluate(expression, context=context, **options)["result"]

    def ended(self):
        status = self.wait("exited")["exitCode"]
        self.wait("terminated")
        return status

    def close(self):
        try:
            self.disconnect()
        except (EOFError, BrokenPipeError):
            pass
        self.process.stdin.close()
        assert self.process.wait() == 0
        errors = self.process.stderr.read().decode()
        assert not errors, errors


def fails(perform, text):
    try:
        perform()
    except Failed as failure:
        assert text in str(failure), failure
    else:
        raise AssertionError(f"no error with '{text}'")


def written(text, name="script.todoscript"):
    path = os.path.join(folder, name)
    pathlib.Path(path).write_text(text, encoding="utf-8")
    return path


def case_capabilities_are_only_those_that_work(a):
    known = definitions["Capabilities"]["properties"]
    assert set(a.capabilities) <= set(known), set(a.capabilities) - set(known)
    assert a.capabilities["supportsStepBack"] and "supportsRestartFrame" not in a.capabilities
    fails(lambda: a.threads() and a.stack_trace(1), "no script is being debugged")
    fails(lambda: a.modules(), "there is no request 'modules'")
    fails(lambda: a.launch(), "'launch' needs the path of a script")


def case_a_script_runs_to_its_end(a):
    a.launch_script(written(SCRIPT))
    assert a.ended() == 0
    printed = [event["body"] for event in a.events if event["event"] == "output"]
    lines = [(body["output"], body["line"]) for body in printed if "[x] Eggs" in body["output"]]
    assert lines and lines[-1][1] == 13, printed


def case_steps_go_forward_and_back(a):
    a.launch_script(written(SCRIPT), stopOnEntry=True)
    a.stop("entry")
    assert a.stack() == [("macro buy item", 2)], a.stack()
    assert a.go("next") == [("add Milk", 7)]
    assert a.values(a.scope())["todos"] == "0 elements"
    assert a.go("next") == [("mark bought", 8)]
    assert a.values(a.scope())["todos"] == "1 element"
    a.go("next")
    stack = a.go("step_in")
    assert stack[0][0].startswith("#3 +0s .todos(.element(id: UUID(0)") and stack[1] == ("toggle 0", 9), stack
    assert a.go("step_back") == [("toggle 0", 9)]
    assert a.go("step_back") == [("mark bought", 8)]
    assert a.go("step_back") == [("add Milk", 7)]
    assert a.values(a.scope())["todos"] == "0 elements"
    a.reverse_continue(1)
    a.stop("entry")
    assert a.stack() == [("macro buy item", 2)]
    for line in [7, 8, 9, 10]:
        assert a.go("next")[0][1] == line
    assert a.go("step_in") == [("add Tea", 10), ("repeat 2 add Tea, round 1 of 2", 10)], a.stack()
    assert a.go("step_out") == [("buy Eggs", 11)]
    assert a.go("step_in") == [('add "Eggs"', 3), ("buy Eggs", 11)], a.stack()
    a.go("next")
    assert a.go("step_out") == [("advance 1s", 12)]
    for line in [13, 14]:
        assert a.go("next")[0][1] == line
    assert a.go("next") == [("end of the script", 14)]
    assert a.go("step_back") == [("expect todos.count == 4", 14)]
    a.continue_(1)
    assert a.ended() == 0


def case_the_stack_tells_what_caused_an_action(a):
    a.launch_script(written(SCRIPT), functions=[{"name": ".sortCompletedTodos"}])
    a.stop("function breakpoint")
    names = [name for name, _ in a.stack()]
    lines = [line for _, line in a.stack()]
    assert names[0].startswith("#") and ".sortCompletedTodos at Todos.swift:" in names[0], names
    assert names[1].startswith("effect of #") and "Todos.swift" in names[1], names
    assert "isComplete" in names[2] and "Todo.swift" in names[2] and names[3] == "advance 1s", names
    assert lines == [12, 4, 4, 12], lines
    assert len(a.stack(start_frame=1, levels=2)) == 2 and a.stack(start_frame=9) == []
    state = a.values(a.scope("Effects in flight", frame=1))
    assert list(state) and "in 1s" in list(state.values())[0], state
    assert a.values(a.scope("Effects in flight")) == {}
    assert a.values(a.scope("Clock"))["now"] == "+1s"


def case_breakpoints_have_conditions_counts_and_messages(a):
    path = written("add a\nrepeat 6\n  add b\nend\nadd c\n\nlist\n")
    found = a.launch_script(
        path,
        breakpoints=[
            {"line": 3, "condition": "todos.count > 2", "hitCondition": "% 2"},
            {"line": 5, "logMessage": "{todos.count} todos, {todos[0].description}"},
            {"line": 6}, {"line": 9}, {"line": 1, "condition": "todo.count"}, {"line": 1, "hitCondition": "x"},
        ],
    )["lines"]
    assert [b["verified"] for b in found] == [True, True, True, False, False, False], found
    assert found[2]["line"] == 7 and "no command at or after" in found[3]["message"], found
    body = a.stop("breakpoint")
    assert body["hitBreakpointIds"] == [found[0]["id"]] and a.evaluated("todos.count") == "4"
    a.continue_(1)
    a.stop("breakpoint")
    assert a.evaluated("todos.count") == "6"
    a.continue_(1)
    a.stop("breakpoint")
    assert a.stack() == [("list", 7)] and '7 todos, "b"' in a.output("console"), a.events
    locations = a.breakpoint_locations({"path": path}, 1, end_line=9)["breakpoints"]
    assert [place["line"] for place in locations] == [1, 2, 3, 5, 7], locations
    a.continue_(1)
    a.ended()


def case_values_are_watched(a):
    path = written(SCRIPT)
    a.launch_script(path, breakpoints=[9])
    a.stop("breakpoint")
    todos = next(v for v in a.variables(a.scope())["variables"] if v["name"] == "todos")
    first = a.variables(todos["variablesReference"])["variables"][0]
    info = a.data_breakpoint_info("isComplete", first["variablesReference"])
    assert info["dataId"] == "todos[0].isComplete" and info["canPersist"], info
    assert a.data_breakpoint_info("nowhere")["dataId"] is None
    a.set_data_breakpoints([{"dataId": info["dataId"]}, {"dataId": "todos.count", "condition": "todos.count == 3"}])
    a.continue_(1)
    a.stop("data breakpoint")
    assert "isComplete" in a.stack()[0][0] and a.evaluated("todos[0].isComplete") == "true"
    assert a.go("reverse_continue", "breakpoint") == [("toggle 0", 9)]
    a.continue_(1)
    a.stop("data breakpoint")


def case_failures_stop_with_what_is_wrong(a):
    a.launch_script(written("add Milk\nexpect todos.count == 2\nadd Eggs\n"), filters=["expectation", "error"])
    assert "todos.count" in a.stop("exception")["text"]
    info = a.exception_info(1)
    assert info["exceptionId"] == "expectation" and "is 1" in info["description"], info
    a.continue_(1)
    assert a.ended() == 1
    assert "expectation failed" in a.output("stderr")


def case_failures_need_not_stop(a):
    a.launch_script(written("toggle 5\n"), filters=[])
    assert a.ended() == 1


def case_variables_come_by_page(a):
    a.launch_script(written("repeat 250 add Milk\nlist\n"), breakpoints=[2], args=["-q"])
    a.stop("breakpoint")
    todos = next(v for v in a.variables(a.scope())["variables"] if v["name"] == "todos")
    assert todos["indexedVariables"] == 250 and todos["evaluateName"] == "todos", todos
    reference = todos["variablesReference"]
    page = a.variables(reference, filter="indexed", start=100, count=3)["variables"]
    assert [v["name"] for v in page] == ["[100]", "[101]", "[102]"] and page[0]["evaluateName"] == "todos[100]"
    assert a.variables(reference, filter="indexed", start=249, count=10)["variables"][-1]["name"] == "[249]"
    assert a.variables(reference, filter="indexed", start=250, count=10)["variables"] == []
    assert a.variables(reference, filter="named")["variables"] == []
    assert len(a.variables(reference)["variables"]) == 250
    a.go("next")
    fails(lambda: a.variables(reference), "no such variable any more")
    fails(lambda: a.scopes(99999), "frame no longer exists")


def case_expressions_and_commands_are_evaluated(a):
    a.launch_script(written(SCRIPT), breakpoints=[9])
    a.stop("breakpoint")
    assert a.evaluated("todos.count + 1", "hover") == "2"
    assert a.evaluated("todos") == "1 element" and "Milk" in a.evaluated("todos", "clipboard")
    assert a.evaluate("todos", context="watch")["indexedVariables"] == 1
    fails(lambda: a.evaluate("todos.cont", context="watch"), "did you mean 'count'")
    fails(lambda: a.evaluate("toggle 7", context="repl"), "no todo 7")
    assert a.evaluated("list", "repl") == "0 [ ] Milk"
    a.evaluate("add Bread", context="repl")
    a.wait("invalidated")
    assert a.evaluated("todos.count") == "2"
    assert a.go("next")[0] == ("repeat 2 add Tea", 10)
    assert a.evaluated("todos.filter(\\.isComplete).count", "hover") == "1"
    targets = a.completions("tog", 4, None)["targets"]
    assert targets[0]["label"] == "toggle" and (targets[0]["start"], targets[0]["length"]) == (1, 3), targets
    a.evaluate("let x = 3", context="repl")
    a.continue_(1)
    a.stop("exception")  # There is a todo more than the script expects.
    a.continue_(1)
    assert a.ended() == 1


def case_values_are_set_by_actions(a):
    a.launch_script(written(SCRIPT), breakpoints=[9])
    a.stop("breakpoint")
    assert a.set_expression("filter", ".active")["value"] == ".active"
    assert a.set_variable(a.scope(), "filter", ".all")["value"] == ".all"
    todos = next(v for v in a.variables(a.scope())["variables"] if v["name"] == "todos")
    first = a.variables(todos["variablesReference"])["variables"][0]
    assert a.set_variable(first["variablesReference"], "description", '"Oat milk"')["value"] == '"Oat milk"'
    fails(lambda: a.set_expression("todos.count", "3"), "no action sets 'todos.count'")
    fails(lambda: a.set_expression("filter", ".none"), "no action sets 'filter'")
    a.go("next")
    assert a.evaluated("todos[0]", "repl").count("Oat milk") == 1


def case_a_change_in_the_past_is_continued(a):
    a.launch_script(written("add Milk\nadd Eggs\nadd Tea\nexpect todos.count == 4\n"), breakpoints=[4])
    a.stop("breakpoint")
    a.go("step_back")
    a.go("step_back")
    assert a.stack() == [("add Eggs", 2)] and a.evaluated("todos.count") == "1"
    assert a.evaluated("list", "repl") == "0 [ ] Milk"
    assert a.stack() == [("add Eggs", 2)]
    a.evaluate("add Bread", context="repl")
    assert a.stack() == [("add Eggs", 2)] and a.evaluated("todos.count") == "2"
    assert a.go("next") == [("add Tea", 3)]
    assert a.evaluated("todos.count") == "3"
    a.continue_(1)
    a.stop("breakpoint")
    a.continue_(1)
    assert a.ended() == 0


def case_a_change_inside_a_command_of_the_past_is_continued(a):
    a.launch_script(written(SCRIPT), stopOnEntry=True, breakpoints=[12])
    a.stop("entry")
    a.continue_(1)
    a.stop("breakpoint")
    stack = a.go("step_back", granularity="instruction")
    assert stack[1:] == [("toggle 0", 4), ("buy Eggs", 11)], stack
    a.go("step_back")
    stack = a.go("step_back", granularity="instruction")
    assert stack[1:] == [('add "Eggs"', 3), ("buy Eggs", 11)], stack
    a.evaluate("add Bread", context="repl")
    assert "continues with its next command" in a.output("console")
    a.continue_(1)
    a.stop("breakpoint")
    assert a.stack() == [("advance 1s", 12)] and a.evaluated("todos.count") == "5"


def case_goto_has_moments_marks_and_next_steps(a):
    path = written(SCRIPT)
    a.launch_script(path, breakpoints=[11])
    a.stop("breakpoint")
    moments = a.goto_targets({"path": path}, 7)["targets"]
    assert [target["label"][:2] for target in moments] == ["be", "#1", "#2"], moments
    here = a.goto_targets({"path": path}, 11)["targets"]
    labels = [target["label"] for target in here]
    assert "mark bought at #2 +0s" in labels and "next: advance 1s" in labels, labels
    a.goto(1, here[labels.index("next: advance 1s")]["id"])
    a.stop("goto")
    assert a.values(a.scope("Clock"))["now"] == "+1s" and a.stack() == [("buy Eggs", 11)]
    moments = a.goto_targets({"path": path}, 7)["targets"]
    a.goto(1, moments[1]["id"])
    a.stop("goto")
    assert a.stack()[0][0].startswith("#1 ") and a.stack()[1] == ("add Milk", 7)
    fails(lambda: a.goto(1, 12345), "no such target any more")
    assert a.goto_targets({"path": path}, 100)["targets"] == []


def case_restart_reads_the_script_again(a):
    path = written("add Milk\nlist\n")
    a.launch_script(path, breakpoints=[2])
    a.stop("breakpoint")
    written("add Milk\nadd Eggs\nadd Tea\n")
    a.restart()
    a.stop("breakpoint")
    assert a.stack() == [("add Eggs", 2)] and a.evaluated("todos.count") == "1"
    written("add Milk\ntogle 0\n")
    a.restart()
    a.ended()
    assert "did you mean" in a.output("stderr"), a.events


def case_a_session_is_recorded_and_options_apply(a):
    session = os.path.join(folder, "session.todosession")
    path = written("add $what\nlist\n")
    a.launch_script(path, breakpoints=[2], session=session, args=["-v", "what=Milk"])
    a.stop("breakpoint")
    assert a.values(a.scope("Variables")) == {"$what": '"Milk"'}, a.values(a.scope("Variables"))
    assert a.evaluated("$what") == '"Milk"'
    a.terminate()
    a.ended()
    assert pathlib.Path(session).read_text().count("Milk") == 1
    launched = a.client.send_request("launch", {"program": path, "args": ["--frob"]})
    fails(lambda: a.answer(launched), "--frob")
    launched = a.client.send_request("launch", {"program": path, "args": ["-i"]})
    fails(lambda: a.answer(launched), "-i")
    launched = a.client.send_request("launch", {"program": path + "x"})
    fails(lambda: a.answer(launched), "No such file")


def case_a_script_with_errors_does_not_run(a):
    launched = a.client.send_request("launch", {"program": written("add Milk\ntogle 0\n")})
    fails(lambda: a.answer(launched), "2:1")
    assert "did you mean 'toggle'" in a.output("stderr")


def case_a_script_is_paused_and_terminated(a):
    a.launch_script(written("repeat 1000000\n  add Milk\n  toggle 0\nend\n"))
    a.pause(1)
    a.stop("pause")
    assert a.stack()[-1][1] == 1
    fails(lambda: a.exception_info(1), "has not stopped at an error")
    a.continue_(1)
    fails(lambda: a.stack_trace(1), "notStopped")
    a.set_breakpoints({"path": os.path.join(folder, "script.todoscript")}, [{"line": 3}])
    a.stop("breakpoint")
    a.terminate()
    a.ended()


def case_a_command_is_paused_between_its_moments(a):
    a.launch_script(written("explore --runs 1000000000\n"))
    # Before this, the script could still be paused before the command.
    a.wait("progressStart")
    a.pause(1)
    a.stop("pause")
    assert a.stack()[0][1] == 1
    fails(lambda: a.evaluate("add Milk", context="repl"), "still running")
    assert a.evaluated("todos.count") == "0"
    a.continue_(1)
    a.terminate()
    a.ended()


def case_long_commands_tell_their_progress_and_are_cancelled(a):
    a.launch_script(written("add Milk\nlist\n"), breakpoints=[2])
    a.stop("breakpoint")
    number = a.client.evaluate("explore --runs 1000000000", context="repl")
    started = a.wait("progressStart")
    assert started["requestId"] == number and started["cancellable"], started
    a.cancel(number)
    fails(lambda: a.answer(number), "cancelled")
    a.wait("progressEnd")
    assert a.evaluated("todos.count") == "1"
    assert a.stack() == [("list", 2)]


def case_sources_are_those_that_ran(a):
    other = written("add Tea\n", "other.todoscript")
    path = written("source other.todoscript\nlist\n")
    a.launch_script(path)
    a.ended()
    launched = a.client.send_request("launch", {"program": path})
    a.wait("initialized")
    a.set_breakpoints({"path": other}, [{"line": 1}])
    a.configuration_done()
    a.answer(launched)
    a.stop("breakpoint")
    assert a.stack() == [("add Tea", 1), ("source other.todoscript", 1)]
    sources = [source["path"] for source in a.loaded_sources()["sources"]]
    assert sources == [path, other], sources


def case_garbage_is_reported_and_survived(a):
    garbage = [b"x" * 20000 + b"\r\n\r\n", b"Content-Length: nine\r\n\r\n"]
    bodies = [b"{", b"[]", b'{"seq":900,"type":"request"}', b'{"seq":901,"type":"request","command":"next"}', b"\xff",
              b'{"seq":902,"type":"request","command":"variables","arguments":{"variablesReference":1e99}}',
              b'{"seq":903,"type":"request","command":"setBreakpoints","arguments":[]}']
    a.process.stdin.write(b"".join(garbage) + b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(b), b) for b in bodies))
    for number in [900, 901, 902, 903]:
        fails(lambda: a.answer(number), "")
    assert a.output("console").count("error:") == 5, a.events
    assert a.threads()["threads"][0]["id"] == 1


def case_a_client_that_dies_leaves_nothing_behind(a):
    session = os.path.join(folder, "session.todosession")
    a.launch_script(written("repeat 1000000\n  add Milk\nend\n"), session=session)
    a.threads()
    for pipe in [a.process.stdin, a.process.stdout]:
        pipe.close()
    assert a.process.wait() == 0
    assert pathlib.Path(session).read_text().endswith("\n")
    assert os.listdir(folder) and set(os.listdir(folder)) <= {"script.todoscript", "session.todosession"}


def case_a_client_that_only_closes_its_end_ends_the_script(a):
    a.launch_script(written("repeat 1000000\n  add Milk\nend\n"))
    a.process.stdin.close()
    assert a.process.wait() == 0


def case_a_client_that_does_not_read_is_waited_for(a):
    count = 3000
    numbers = [a.client.threads() for _ in range(count)]
    writer = threading.Thread(target=a.flush)
    writer.start()
    while len(a.responses) < count:
        a.read()
    writer.join()
    assert set(a.responses) == set(numbers)
    assert a.sequence == count + 1


cases = {name[5:]: value for name, value in globals().items() if name.startswith("case_")}
chosen = sys.argv[2:] or cases
broken = 0
for name in chosen:
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        adapter = Adapter()
        try:
            cases[name](adapter)
            if not adapter.process.stdin.closed:
                adapter.close()
        except BaseException as error:
            broken += 1
            print(f"{name}: line {error.__traceback__.tb_next.tb_lineno if error.__traceback__.tb_next else 0}: {type(error).__name__}: {error}")
            adapter.process.kill()
print(f"{len(chosen) - broken} of {len(chosen)} cases hold")
sys.exit(1 if broken else 0)
