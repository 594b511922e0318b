"""Reads a trace with the library itf-py, and prints what is wrong with it; then writes it, and one with values of all kinds.

Arguments: the trace, where to write it again, and where to write the other one.
"""

import json
import sys
from collections import namedtuple

from itf_py import State, Trace, itf_variant, trace_from_json, trace_to_json
from itf_py.itf import ImmutableDict, ImmutableList


def write(path, trace):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(trace_to_json(trace), file)


with open(sys.argv[1], encoding="utf-8") as file:
    exported = json.load(file)
trace = trace_from_json(exported)
if trace.vars != exported["vars"] or len(trace.states) != len(exported["states"]):
    print("not all variables or states are read")
for index, (state, written) in enumerate(zip(trace.states, trace_to_json(trace)["states"])):
    if set(state.values) != set(trace.vars):
        print(f"state {index} has other variables: {sorted(state.values)}")
    if written != exported["states"][index]:
        print(f"state {index} is written differently: {written}")
write(sys.argv[2], trace)

rec, start = namedtuple("Rec", ["name", "parts"]), itf_variant(namedtuple("Start", []))
move, wait = itf_variant(namedtuple("Move", ["x", "y"])), itf_variant(namedtuple("Wait", ["value"]))
values = {
    "negative": -1,
    "huge": -2**127,
    "flag": True,
    "text": "\u00e9\u2028\"\\",
    "emptySet": frozenset(),
    "emptyList": ImmutableList([]),
    "emptyMap": ImmutableDict({}),
    "emptyTuple": (),
    "sets": frozenset([frozenset([2])]),
    "tupleKeys": ImmutableDict({(1, -2): ImmutableList(["a"])}),
    "record": rec(name="a", parts=(rec(name="b", parts=0), True)),
    "unit": start(),
    "move": move(x=1, y=2),
    "wait": wait(value=3),
}
write(sys.argv[3], Trace(meta={}, params=["N"], vars=list(values), states=[State(meta={}, values=values)], loop=0))
