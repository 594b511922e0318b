"""The kernel: a cell is a script, which the shell runs in one session."""

import base64
import hashlib
import itertools
import os
import re
from html import escape

import comm
import ipywidgets
from ipykernel.comm import Comm, CommManager
from ipykernel.kernelbase import Kernel

from .shell import Shell, ShellEnded
from .views import CellView


class ShellKernel(Kernel):
    implementation = "todoshell-kernel"
    implementation_version = "1.0.0"
    language_info = {"name": "todoscript", "mimetype": "text/x-todoscript", "file_extension": ".todoscript"}

    def __init__(self, **options):
        super().__init__(**options)
        self.comm_manager = CommManager(parent=self, kernel=self)
        for kind in ("comm_open", "comm_msg", "comm_close"):
            self.shell_handlers[kind] = getattr(self.comm_manager, kind)
        comm.get_comm_manager = lambda: self.comm_manager
        comm.create_comm = self.create_comm
        ipywidgets.register_comm_target()
        self.cell, self.comm_numbers = "start", itertools.count(1)
        self.lines = {"stdout": [], "stderr": []}
        self.displays, self.program = 0, None
        self.begin()

    @property
    def session_file(self):
        """The session is recorded beside the connection file, which is the same when Jupyter starts the kernel again."""
        connection = self.parent.connection_file if self.parent else f"todoshell-{os.getpid()}"
        return os.path.abspath(os.path.splitext(connection)[0] + ".todoscript")

    def begin(self):
        if self.program:
            self.program.end()
        self.program = Shell(os.environ.get("TODOSHELL", "todoshell"), self.session_file)
        self.banner = self.program.name

    async def do_shutdown(self, restart):
        """A kernel that was killed, and not asked to end, leaves its session to the kernel that replaces it."""
        self.program.end()
        if os.path.exists(self.session_file):
            os.remove(self.session_file)
        return {"status": "ok", "restart": restart}

    async def interrupt_request(self, stream, ident, parent):
        self.program.interrupt()
        self.session.send(stream, "interrupt_reply", {"status": "ok"}, parent, ident=ident)

    async def execute_request(self, stream, ident, parent):
        self.program.expect(True)
        try:
            await super().execute_request(stream, ident, parent)
        finally:
            self.program.expect(False)

    async def do_execute(self, code, silent, *others, cell_id=None, **options):
        cell = hashlib.sha1(f"{self.execution_count}\n{cell_id}\n{code}".encode()).hexdigest()
        self.cell, self.comm_numbers = cell[:12], itertools.count(1)
        try:
            return self.execute(code, silent)
        except ShellEnded:
            self.flush()
            try:
                self.begin()
                outcome = "a new one has resumed its session"
            except (ShellEnded, OSError):
                outcome = "a new one could not resume its session; restart the kernel to begin another"
            return self.fail("ended", [f"the shell has ended; {outcome}"], silent)

    def execute(self, code, silent):
        since, has_progress, errors = self.program.moment, False, []
        for event in self.program.run(code, file=f"In [{self.execution_count}]", forms=["text", "html", "svg"]):
            kind = event["event"]
            if kind == "diagnostic" and event["severity"] == "error":
                errors.append(event["text"])
            elif silent or kind == "done":
                continue
            elif kind in ("output", "notice", "diagnostic"):
                self.print(event["text"], "stderr" if kind == "diagnostic" else "stdout")
            elif kind == "progress":
                self.displays += not has_progress
                bar = f'<progress value="{event["done"]}" max="{event["total"]}"></progress> {escape(event["text"])}'
                event["html"] = bar
                self.show(event, "update_display_data" if has_progress else "display_data", self.displays)
                has_progress = True
            elif kind == "answer" and event["text"]:
                kind = "execute_result" if event["answer"] == "value" else "display_data"
                # The answer takes the place of the progress.
                self.show(event, *(["update_display_data", self.displays] if has_progress else [kind]))
                has_progress = False
        self.flush()
        if self.program.moment != since and not silent:
            CellView(self, since).show()
        if not event["isComplete"]:
            return self.fail(event["reason"], errors, silent)
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def fail(self, reason, errors, silent):
        lines = "\n".join(errors or [reason]).split("\n")
        content = {"ename": reason, "evalue": lines[0], "traceback": lines}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def create_comm(self, **options):
        """Comms have the same identifiers each time, so that a notebook that runs again stays the same."""
        options.setdefault("comm_id", f"{self.cell}-{next(self.comm_numbers)}")
        return Comm(**options)

    def print(self, text, name):
        """Lines that follow each other quickly are sent together."""
        self.lines[name].append(text + "\n")
        if len(self.lines[name]) == 500 or self.program.events.empty():
            self.flush()

    def flush(self):
        for name, lines in self.lines.items():
            if lines:
                self.send_response(self.iopub_socket, "stream", {"name": name, "text": "".join(lines)})
                lines.clear()

    def publish(self, data, kind="display_data", display=None):
        self.flush()
        content = {"data": data, "metadata": {}, "transient": {"display_id": str(display)} if display else {}}
        if kind == "execute_result":
            content["execution_count"] = self.execution_count
        self.send_response(self.iopub_socket, kind, content)

    def show(self, event, kind="display_data", display=None):
        """Shows an event, and its drawings as images, which are allowed even where scripts and inline SVG are not."""
        html = re.sub("<svg .*?</svg>", lambda drawing: self.image(drawing[0]), event["html"])
        self.publish({"text/plain": event["text"], "text/html": html}, kind, display)
        if svg := event.get("svg"):
            self.publish({"text/plain": "", "text/html": self.image(svg), "image/svg+xml": svg})

    def image(self, svg):
        return f'<img src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}" alt="a drawing">'

    async def do_complete(self, code, cursor_pos):
        found = self.program.ask(complete=code[:cursor_pos])
        start, items = found["from"], found["items"]
        kinds = [{"start": start, "end": cursor_pos, "text": item["text"], "type": item["summary"]} for item in items]
        return {
            "status": "ok", "cursor_start": start, "cursor_end": cursor_pos, "matches": [item["text"] for item in items],
            "metadata": {"_jupyter_types_experimental": kinds},
        }

    async def do_inspect(self, code, cursor_pos, detail_level=0, omit_sections=()):
        text = self.program.ask(inspect=code, at=cursor_pos).get("text")
        return {"status": "ok", "found": text is not None, "data": {"text/plain": text} if text else {}, "metadata": {}}

    async def do_is_complete(self, code):
        found = self.program.ask(check=code)
        return {"status": found["status"], "indent": " " * found.get("indent", 0)}
