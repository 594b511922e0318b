"""A shell behind two pipes, which speaks the live protocol: JSON objects, one per line."""

import itertools
import json
import queue
import subprocess
import threading


class ShellEnded(Exception):
    """The shell has ended, by `quit` or by a crash."""


class Shell:
    def __init__(self, program, session):
        arguments = [program, "-i", "--format", "json", "--session", session]
        # A terminal's ^C must not reach it: Jupyter interrupts by message.
        self.process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        self.sending, self.running, self.answering = threading.Lock(), threading.Lock(), threading.Lock()
        self.current, self.is_expected, self.is_interrupted = None, False, False
        # The identifier of the last request that interrupts the running command.
        self.interrupt_number = None
        self.numbers, self.events, self.answers = itertools.count(1), queue.SimpleQueue(), {}
        self.is_ended, self.moment, self.name = False, 0, ""
        threading.Thread(target=self.read, daemon=True).start()
        # What resuming the session reports belongs to no cell.
        for _ in self.run(""):
            pass

    def read(self):
        """Passes each event to the request that it belongs to. Those of the running command have no identifier."""
        try:
            for line in self.process.stdout:
                event = json.loads(line)
                if event["event"] in ("began", "done"):
                    self.moment = event["moment"]
                    self.name = event.get("program", self.name)
                self.answers.pop(event.get("id"), self.events).put(event)
        finally:
            # Also after half a line, which a shell that is killed may leave.
            with self.answering:
                self.is_ended = True
                for place in [self.events, *self.answers.values()]:
                    place.put(None)

    def send(self, **request):
        # Another process may still hold the pipe open, so that writing succeeds.
        if self.is_ended:
            raise ShellEnded
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise ShellEnded from None

    def ask(self, **request):
        """The event that answers a question, also while a command runs."""
        number = next(self.numbers)
        # Before the end, `read` reports the end to it; after the end, `send` fails.
        with self.answering:
            answer = self.answers[number] = queue.SimpleQueue()
        with self.sending:
            self.send(id=number, **request)
        if event := answer.get():
            return event
        raise ShellEnded

    def run(self, commands, **options):
        """The events of commands, one after the other; the last one is 'done'."""
        with self.running:
            with self.sending:
                if self.is_interrupted:
                    self.is_interrupted = False
                    yield {"event": "done", "isComplete": False, "reason": "interrupted"}
                    return
                number = self.current = next(self.numbers)
                self.interrupt_number = None
                self.send(id=number, command=commands, steps=False, **options)
            try:
                while event := self.events.get():
                    is_last = event["event"] == "done" and event.get("id") == number
                    if is_last:
                        self.end_interrupt()
                    yield event
                    if is_last:
                        return
                raise ShellEnded
            finally:
                self.current = None

    def end_interrupt(self):
        """Skips the answers to interrupts, some of which may arrive after the end of the command."""
        with self.sending:
            self.current = None
        number = self.interrupt_number
        while number is not None and (event := self.events.get()) and event.get("id") != number:
            pass

    def expect(self, is_expected):
        """Says whether commands are about to run, which an interrupt then concerns."""
        with self.sending:
            self.is_expected, self.is_interrupted = is_expected, False

    def interrupt(self):
        with self.sending:
            if self.current is not None and not self.is_ended:
                self.interrupt_number = next(self.numbers)
                self.send(id=self.interrupt_number, interrupt=self.current)
            else:
                self.is_interrupted = self.is_expected

    def end(self):
        """Ends the shell, which has already written what it has acknowledged."""
        self.process.kill()
        self.process.wait()
