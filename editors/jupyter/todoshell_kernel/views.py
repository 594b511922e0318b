"""What a cell shows besides its results: the session as plain HTML, and controls to press, move and unfold."""

from html import escape

from ipywidgets import HTML, Button, HBox, IntSlider, Layout, VBox


class CellView:
    def __init__(self, kernel, since):
        self.kernel, self.shell, self.since = kernel, kernel.program, since

    def show(self):
        """Shows the session without widgets first: this stays when nothing can answer."""
        view = self.shell.ask(view=self.since)
        self.kernel.show(view)
        self.kernel.publish({**self.controls(view)._repr_mimebundle_(), "text/plain": ""})

    def controls(self, view):
        self.page, self.buttons = HTML(), HBox()
        self.slider = IntSlider(
            value=view["moment"], min=min(self.since, view["moment"]), max=max(self.since, view["moment"]),
            description="Moment", layout=Layout(width="60%"),
        )
        self.slider.observe(lambda change: self.go(f"goto {change['new']}"), "value")
        undo = Button(description=f"Back to #{self.since}", tooltip="Undo the cell: run it again for another branch")
        undo.on_click(lambda _: self.go(f"goto {self.since}"))
        self.tree = VBox()
        state = Button(description="Unfold the state")
        state.on_click(lambda _: self.toggle(state, self.tree, "", ("Unfold the state", "Fold the state")))
        self.show_buttons(view)
        return VBox([HBox([self.slider, undo, state]), self.buttons, self.page, self.tree])

    def show_buttons(self, view):
        buttons = []
        for item in view["buttons"]:
            button = Button(description=item["label"], button_style="danger" if item.get("role") == "destructive" else "")
            button.on_click(lambda _, command=item["command"]: self.go(command))
            buttons.append(button)
        self.buttons.children = buttons

    def go(self, command):
        """Runs a command of the controls, and shows the session below them."""
        if self.slider.value == self.shell.moment and command == f"goto {self.shell.moment}":
            return
        errors = [event for event in self.shell.run(command) if event["event"] == "diagnostic"]
        view = self.shell.ask(view=self.since)
        problem = "".join(f"<pre>{escape(error['text'])}</pre>" for error in errors)
        self.page.value = problem + view["html"] + view.get("svg", "")
        self.slider.min = min(self.slider.min, view["moment"])
        self.slider.max = max(self.slider.max, view["moment"])
        self.slider.value = view["moment"]
        self.show_buttons(view)
        if self.tree.children:
            self.unfold(self.tree, "")

    def unfold(self, place, path, first=0):
        """Adds a page of the members of a value to the tree of the state."""
        page = f"{path or 'self'}.dropFirst({first})" if first else path
        for event in self.shell.run(f"state --outline {page}"):
            if event["event"] == "answer":
                place.children = [*place.children[:first], *self.rows(event, place, path, first)]

    def rows(self, outline, place, path, first):
        rows = []
        for member in outline["members"]:
            label = HTML(f"<code>{escape(member['name'])}</code> {escape(member['text'])}")
            if not member["count"] or not member.get("path"):
                rows.append(label)
                continue
            inner = VBox(layout=Layout(margin="0 0 0 2em"))
            button = Button(description="▸", layout=Layout(width="2.5em"), tooltip=f"Members of {member['name']}")
            button.on_click(lambda button, inner=inner, path=member["path"]: self.toggle(button, inner, path))
            rows.append(VBox([HBox([button, label]), inner]))
        shown = len(rows)
        if outline["count"] > shown:
            more = Button(description=f"{outline['count'] - shown} more")
            more.on_click(lambda _: self.unfold(place, path, first + shown))
            rows.append(more)
        return rows

    def toggle(self, button, inner, path, labels=("▸", "▾")):
        button.description = labels[not inner.children]
        if inner.children:
            inner.children = []
        else:
            self.unfold(inner, path)
