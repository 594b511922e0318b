"""Tries random sequences of commands on a model of the todos with Hypothesis, and prints how many commands it tried.

  python todos.py SEQUENCES COMMANDS      so many sequences of at most so many commands
"""
import sys
import tempfile

from hypothesis import HealthCheck, settings, strategies
from hypothesis.configuration import set_hypothesis_home_dir
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

tried = 0


class Todos(RuleBasedStateMachine):
    """The rules that `explore` has for the todos: each with its arguments, where it is possible."""

    def __init__(self):
        super().__init__()
        self.todos, self.filter = [], "all"

    def note(self):
        global tried
        tried += 1

    @rule(text=strategies.sampled_from(["", "Milk", "Eggs"]))
    def add(self, text):
        self.note()
        self.todos.insert(0, [text, False])

    @precondition(lambda self: self.todos)
    @rule(data=strategies.data())
    def toggle(self, data):
        self.note()
        todo = data.draw(strategies.sampled_from(self.todos))
        todo[1] = not todo[1]

    @precondition(lambda self: self.todos)
    @rule(data=strategies.data())
    def delete(self, data):
        self.note()
        del self.todos[data.draw(strategies.integers(0, len(self.todos) - 1))]

    @rule(name=strategies.sampled_from(["all", "active", "completed"]))
    def set_filter(self, name):
        self.note()
        self.filter = name

    @invariant()
    def has_few_todos(self):
        assert len(self.todos) < 1000


sequences, commands = map(int, sys.argv[1:])
with tempfile.TemporaryDirectory() as folder:
    # What it remembers of a run does not stay in the repository.
    set_hypothesis_home_dir(folder)
    run_state_machine_as_test(
        Todos,
        settings=settings(
            max_examples=sequences,
            stateful_step_count=commands,
            database=None,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
print(tried)
