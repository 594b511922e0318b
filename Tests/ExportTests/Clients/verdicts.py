"""Decides properties from graphs of explored states, and prints a line for each: the verdict, and for `always`,
`sometimes` and `never` the number of steps after which it is known.

Arguments: the properties, separated by commas, and the graphs, as `export --explored dot` writes them. A state has the
conditions that its properties name, and `isRunning` if time leads out of it, by the command `step`, which takes a second.
"""

import re
import sys

import networkx

START = "s0"


def read(path):
    graph = networkx.MultiDiGraph()
    with open(path) as file:
        for line in file:
            if state := re.fullmatch(r'  (s\d+) \[.*tooltip="(.*)"\];\n', line):
                values = re.findall(r"(\w+): (true|false)", state[2])
                graph.add_node(state[1], **{name: value == "true" for name, value in values})
            elif step := re.fullmatch(r'  (s\d+) -> (s\d+) \[label="(\w+)"\];\n', line):
                graph.add_edge(step[1], step[2], takes_time=step[3] == "step")
    return graph


def those(graph, condition):
    """The states in which a condition holds."""
    for sign, word in [("!", " not "), ("&&", " and "), ("||", " or ")]:
        condition = condition.replace(sign, word)
    return {state for state, values in graph.nodes(data=True) if eval(condition.strip(), {}, values)}


def nearest(graph, states):
    """The number of steps to the nearest of some states, if there is one."""
    lengths = networkx.single_source_shortest_path_length(graph, START)
    return min((length for state, length in lengths.items() if state in states), default=None)


def reachable(graph, starts):
    return set(starts).union(*(networkx.descendants(graph, start) for start in starts))


def ends(graph, states):
    """Whether time can pass forever in one of some states, because nothing is due there."""
    return any(not graph.nodes[state]["isRunning"] for state in states)


def is_late(graph, starts, goal, limit):
    """Whether the goal can be missed: for ever, or for some seconds."""
    waiting = graph.subgraph(set(graph) - goal)
    if limit is None:
        waiting = waiting.subgraph(reachable(waiting, starts))
        component = {
            state: number
            for number, states in enumerate(networkx.strongly_connected_components(waiting))
            for state in states
        }
        loops = any(
            takes_time and component[origin] == component[target]
            for origin, target, takes_time in waiting.edges(data="takes_time")
        )
        return loops or ends(graph, waiting)
    layers = networkx.DiGraph()
    layers.add_nodes_from((state, time) for state in waiting for time in range(limit + 1))
    for origin, target, takes_time in waiting.edges(data="takes_time"):
        for time in range(limit + 1 - takes_time):
            layers.add_edge((origin, time), (target, time + takes_time))
    reached = reachable(layers, [(state, 0) for state in starts])
    return any(time == limit for _, time in reached) or ends(graph, {state for state, _ in reached})


def verdict(graph, text):
    text, _, limit = text.partition(" within ")
    limit = int(limit.removesuffix("s")) if limit else None
    if text.startswith("always "):
        steps = nearest(graph, set(graph) - those(graph, text.removeprefix("always ")))
        return "holds" if steps is None else f"fails {steps}"
    if text.startswith("sometimes "):
        steps = nearest(graph, those(graph, text.removeprefix("sometimes ")))
        return "fails" if steps is None else f"reached {steps}"
    if text == "never .tick":
        steps = nearest(graph, {origin for origin, _, takes_time in graph.edges(data="takes_time") if takes_time})
        return "holds" if steps is None else f"fails {steps + 1}"
    if " leads-to " in text:
        trigger, goal = (those(graph, part) for part in text.split(" leads-to "))
        return "fails" if is_late(graph, trigger - goal, goal, limit) else "holds"
    if text.startswith("eventually "):
        meanwhile, goal = set(graph), those(graph, text.removeprefix("eventually "))
    else:
        meanwhile, goal = (those(graph, part) for part in text.split(" until "))
    start = {START} - goal
    waiting = graph.subgraph(set(graph) - goal)
    fails = is_late(graph, start, goal, limit) or not reachable(waiting, start) <= meanwhile
    return "fails" if fails else "holds"


for path in sys.argv[2:]:
    explored = read(path)
    for text in sys.argv[1].split(","):
        print(verdict(explored, text))
