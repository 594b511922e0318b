"""Imports a file as Redux DevTools does, and prints what is wrong with it.

Arguments: the file, and the states of the moments of its line, one JSON value a line, from the shell.
"""

import json
import sys

problems = []


def check(holds, claim, detail=""):
    if not holds:
        problems.append(f"{claim}: {detail}")


def import_state(text):
    """The importer: an object with a member `payload` is something else; a lifted state is taken as it is."""
    lifted = json.loads(text)
    check("payload" not in lifted and not isinstance(lifted, list), "it is a bare lifted state")
    names = ["monitorState", "actionsById", "nextActionId", "stagedActionIds", "skippedActionIds",
             "currentStateIndex", "computedStates"]
    return {name: lifted[name] for name in names}


def unlifted(lifted, index):
    """What a jump to an action shows."""
    return lifted["computedStates"][index]["state"]


def toggled(lifted, action, reducer):
    """What the extension computes after an action is skipped: all states from it on, by the reducer."""
    start = lifted["stagedActionIds"].index(action)
    computed = lifted["computedStates"][:start]
    for number in lifted["stagedActionIds"][start:]:
        state = computed[-1]["state"] if computed else None
        performed = lifted["actionsById"][str(number)]["action"]
        computed.append({"state": state if number == action else reducer(state, performed)})
    return computed


with open(sys.argv[1], encoding="utf-8") as file:
    lifted = import_state(file.read())
with open(sys.argv[2], encoding="utf-8") as file:
    states = [json.loads(line) for line in file]

ids = lifted["stagedActionIds"]
check(ids == list(range(len(ids))), "actions are staged in order", ids)
check(lifted["nextActionId"] == len(ids), "the next action gets a new number", lifted["nextActionId"])
check(sorted(map(int, lifted["actionsById"])) == ids, "each staged action is there")
check(len(lifted["computedStates"]) == len(ids), "each action has a state", len(lifted["computedStates"]))
check(0 <= lifted["currentStateIndex"] < len(ids), "the current state is one of them", lifted["currentStateIndex"])
check(lifted["actionsById"]["0"]["action"]["type"] == "@@INIT", "the first action is @@INIT")
for number, action in lifted["actionsById"].items():
    check(action["type"] == "PERFORM_ACTION", "each action is lifted", action)
    check(isinstance(action["action"]["type"], str) and action["action"]["type"], "each action has a type", action)
    check(isinstance(action["timestamp"], int), "each action has a time", action)
check(len(states) == len(ids), "the shell has as many states", len(states))
for index, state in enumerate(states):
    check(unlifted(lifted, index) == state, f"the state at index {index}", unlifted(lifted, index))

# Skipping an action and taking it back must lead to the same states, with the shell's states as the reducer.
if len(ids) > 2:
    by_moment = {json.dumps(action["action"]): states[int(number)] for number, action in lifted["actionsById"].items()}
    computed = toggled(lifted, 1, lambda _, action: by_moment[json.dumps(action)])
    check([entry["state"] for entry in computed[2:]] == states[2:], "recomputed states")
    check(computed[1]["state"] == states[0], "a skipped action changes nothing")
print("\n".join(problems), end="")
