"""Drives an exported page in Chromium, and prints what is wrong with it, one problem a line.

Arguments: the page of a session of todos (see HTMLPageTests), that of a session of books, one of hostile texts,
one with a command that a what-if left out, one that ends by removing a todo, one that was compared with a file,
one that ends with a violation, one of a dictionary whose keys "a.b" and "a" change, one in which commands fail that make no
moments, and one of todos that move.
"""

import json
import os
import re
import sys
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

todos, books, hostile, left_out, removed, compared, likely, dotted, failed, moved = sys.argv[1:11]
problems = []


def check(holds, claim, detail=""):
    if not holds:
        problems.append(f"{claim}: {detail}")


class Tab:
    """A page in a new tab that may make no request and print nothing to the console."""

    def __init__(self, browser, file, width=1600, scheme="light", address="", touch=False):
        self.page = browser.new_page(
            viewport={"width": width, "height": 900}, color_scheme=scheme, has_touch=touch, is_mobile=touch)
        self.page.set_default_timeout(300_000)
        self.page.on("console", lambda message: check(False, "nothing is on the console", message.text))
        self.page.on("pageerror", lambda error: check(False, "no script fails", str(error)))
        self.page.on("dialog", lambda dialog: check(False, "no script of the data runs", dialog.message))
        self.page.on("request", lambda request: check(request.url.startswith("file://" + file), "no request", request.url))
        self.page.goto("file://" + file + address)

    def heading(self):
        return self.page.inner_text("#heading")

    def number(self):
        return int(re.match(r"#(\d+)", self.heading()).group(1))

    def wait_for(self, number):
        """Waits until the page shows a moment: it follows its address, and so its links, a while later."""
        self.page.wait_for_function("start => document.getElementById('heading').textContent.startsWith(start)", arg=f"#{number} ")

    def go_to(self, number):
        self.page.evaluate(f"location.hash = '#m{number}'")
        self.wait_for(number)

    def focus(self):
        return self.page.evaluate("document.activeElement.id || document.activeElement.dataset.path || document.activeElement.tagName")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        self.wait_until_drawn()

    def wait_until_drawn(self):
        """Waits for the next frame, in which the page draws what was chosen."""
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def rows(self):
        return self.page.eval_on_selector_all("#rows [role=treeitem]", "rows => rows.map(row => row.innerText)")

    def selected_row(self):
        return self.page.inner_text("#rows [aria-selected=true]")

    def open(self, name):
        self.page.click(f"#tab-{name}")
        self.wait_until_drawn()

    def search(self, text):
        self.page.fill("#search", text)
        return [int(number) for row in self.rows() for number in re.findall(r"^#(\d+)", row)]

    def state(self):
        return self.page.eval_on_selector_all("#state [role=treeitem]", "rows => rows.map(row => row.innerText)")


def test_keys(browser):
    tab = Tab(browser, todos)
    check(tab.number() == 13, "the current moment is selected", tab.heading())
    tab.press("Home")
    check(tab.number() == 0, "Home goes to the start", tab.heading())
    tab.press("ArrowRight", "ArrowRight")
    check(tab.number() == 2, "the right arrow goes to the next moment", tab.heading())
    check(tab.heading().endswith("add Milk"), "the last moment of a command shows the command", tab.heading())
    tab.press("ArrowLeft")
    check(tab.number() == 1, "the left arrow goes to the previous moment", tab.heading())
    check(".addTodoButtonTapped" in tab.heading(), "another one shows its action", tab.heading())
    tab.press("ArrowDown")
    check(tab.number() == 4, "the down arrow goes to the next command", tab.heading())
    tab.press("ArrowUp", "ArrowUp")
    check(tab.number() == 0, "the up arrow to the one before", tab.heading())
    tab.press("End")
    check(tab.number() == 13, "End goes to the end of the line", tab.heading())
    for key, panel in zip("12345", ["app", "changes", "state", "why", "source"]):
        tab.press(key)
        check(tab.page.is_visible(f"#panel-{panel}"), f"{key} shows {panel}")
        check(tab.page.get_attribute(f"#tab-{panel}", "aria-pressed") == "true", f"the button of {panel} is pressed")
    tab.press("?")
    check(tab.page.is_visible("#help"), "? shows the keys")
    tab.press("Escape")
    tab.press("/")
    check(tab.focus() == "search", "/ focuses the search")
    tab.press("Escape")
    check(tab.focus() == "rows", "Escape leaves it", tab.focus())
    tab.page.close()


def test_strip(browser):
    tab = Tab(browser, todos)
    strip = tab.page.locator("#strip")
    box = strip.bounding_box()

    def point(share):
        return box["x"] + 16 + share * (box["width"] - 32), box["y"] + 40

    tab.page.mouse.move(*point(2 / 7))
    check(tab.page.is_visible("#preview"), "pointing previews the moment")
    check(tab.number() == 13 and "#2" in tab.page.inner_text("#preview"), "without going there", tab.page.inner_text("#preview"))
    # The branch has 8 moments: #0 to #4, and #11 to #13.
    tab.page.mouse.down()
    check(tab.number() == 2, "pressing goes to the moment there", tab.heading())
    tab.page.mouse.move(*point(5 / 7))
    check(tab.number() == 11, "and moving goes on", tab.heading())
    tab.page.mouse.up()
    check(strip.get_attribute("aria-valuetext") == "#11, toggle 0", "the slider says the command", strip.get_attribute("aria-valuetext"))
    tab.page.wait_for_function("() => location.hash === '#m11'")
    texts = tab.page.locator("#strip text.command").all_text_contents()
    check(texts[:3] == ["start", "add Milk", "add Eggs"], "the commands are named", texts)
    times = tab.page.locator("#strip text.time").all_text_contents()
    check(times == ["+0s", "+1s"], "and the times at which the clock stops", times)
    check(tab.page.locator("#strip .flag").count() == 1, "a problem has a flag")
    before = tab.page.inner_html("#strip")
    tab.page.mouse.wheel(0, -400)
    tab.page.wait_for_function("before => document.getElementById('strip').innerHTML !== before", arg=before)
    check(tab.page.is_visible("#fit"), "the wheel zooms")
    tab.press("End")
    check(tab.number() == 13, "a moment out of sight is brought into it")
    x = tab.page.evaluate("document.getElementById('cursor').getBoundingClientRect().left")
    check(0 <= x <= 1600, "with its cursor", x)
    tab.press("0")
    check(tab.page.is_hidden("#fit"), "0 shows all")
    tab.press("+", "-")
    check(tab.page.is_hidden("#fit"), "+ and - zoom, too")
    tab.page.close()


def test_address(browser):
    tab = Tab(browser, todos, address="#m8")
    check(tab.number() == 8, "a link leads to its moment, on any branch", tab.heading())
    tab.go_to(3)
    tab.page.click("#heading a")
    check(tab.number() == 3, "the link of a moment is its address")
    tab.page.close()
    for address in ["#m999", "#mxyz", "#m", "#m-1"]:
        tab = Tab(browser, todos, address=address)
        note = tab.page.inner_text("#addressNote")
        check(address[1:] in note and "#m0 to #m13" in note, f"{address} is said to be no moment", note)
        check(tab.number() == 13, f"{address} shows the current moment", tab.heading())
        tab.press("ArrowLeft")
        check(not tab.page.is_visible("#addressNote"), "the note goes with the next step")
        tab.page.close()
    tab = Tab(browser, todos, address="#m3", width=360)
    check("add Eggs" in tab.selected_row(), "on a phone, the row of a link's moment is in its list")
    tab.page.close()


def test_list(browser):
    tab = Tab(browser, todos)
    rows = tab.rows()
    check(len(rows) == 10, "each command has a row, and each failure", rows)
    marked = [row for row in rows if "fork" in row]
    check(len(marked) == 1 and marked[0].startswith("#4"), "a mark is shown at its moment", marked)
    check(any("current" in row and row.startswith("#13") for row in rows), "the current moment is marked")
    check("expect todos.count == 9" in rows[-1] and "failed" in rows[-1], "the command that failed is marked", rows)
    check(not any("failed" in row for row in rows[:-1]), "and not the one before", rows)
    problems = tab.page.inner_text("#problems")
    check(problems.startswith("After this moment:") and "todos.count == 9" in problems, "it is explained at its moment, as what came later", problems)
    check(tab.page.inner_text("#summary a") == "#13", "the summary links to it", tab.page.inner_text("#summary"))
    tab.page.locator("#rows .row").last.click()
    check(tab.heading().endswith("expect todos.count == 9"), "its row shows it", tab.heading())
    check(not tab.page.inner_text("#problems").startswith("After"), "as the error itself", tab.page.inner_text("#problems"))
    rails = tab.page.eval_on_selector_all("#rows circle", "dots => dots.map(dot => dot.getAttribute('class'))")
    check(rails == ["rail-0"] * 3 + ["rail-1"] * 4 + ["rail-0"] * 2, "the current branch is straight, the other beside it", rails)
    tab.page.click("#rows .row:has-text('run') .twisty")
    check(len(tab.rows()) == 12 and any(".sortCompletedTodos" in row for row in tab.rows()), "a command unfolds to its moments", tab.rows())
    tab.press("ArrowDown", "ArrowDown")
    check(tab.heading() == "#13 +1s run › .sortCompletedTodos", "which can be selected, and name their command", tab.heading())
    tab.press("ArrowUp", "ArrowUp")
    tab.page.focus("#rows")
    tab.press("Enter")
    check(len(tab.rows()) == 10 and tab.heading().endswith("run"), "Enter folds it", tab.rows())
    tab.page.close()


def test_failed_travel(browser):
    tab = Tab(browser, failed)
    rows = tab.rows()
    check([("failed" in row) for row in rows] == [False, False, False, True, True, False], "only what failed is marked", rows)
    tab.page.close()


def test_search(browser):
    tab = Tab(browser, todos)
    for text, numbers in {
        "action:sortCompleted": [9, 13], "by:effect": [9, 13], "by:clock": [6, 10, 12], "is:problem": [], "milk": [2],
        "changed:todos[0].isComplete": [1, 5, 11, 13], "changed:/todos/0/isComplete": [1, 5, 11, 13], "by:typed toggle": [5, 7, 11],
        "changed:todos.count": [1, 3], "changed:todos[id: UUID(0)].isComplete": [1, 7], "changed:self filter": [],
        '"toggle 1"': [7], "#1": [1], "todoCompletion": [5, 7, 9, 11, 13], '"nothing:like it"': [],
    }.items():
        found = tab.search(text)
        check(found == numbers, f"search {text}", found)
    check(tab.page.inner_text("#found") == "0 found", "the number of rows is said")
    for text, note in {
        "nothing:like it": "no filter 'nothing:like'", "is:failed": "no filter 'is:failed'", "by:foo": "no filter 'by:foo'", "toString:": "no filter 'toString:'",
        "changed:todos.isEmpty": "No moment has a value at 'todos.isEmpty'",
    }.items():
        found = tab.search(text)
        check(found == [] and note in tab.page.inner_text("#found"), f"{text} has no answer", tab.page.inner_text("#found"))
    tab.search("is:problem")
    check(tab.page.inner_text("#found") == "1 found" and "expect todos.count == 9" in tab.rows()[0], "a problem is what failed, not what came before", tab.rows())
    tab.search("toggle")
    tab.page.focus("#search")
    tab.press("Enter")
    check(tab.number() == 5 and tab.focus() == "rows", "Enter goes to the first result", tab.heading())
    tab.press("ArrowDown")
    check(tab.number() == 7, "and the arrows to the next ones", tab.heading())
    check(len(tab.search("")) == 9, "without a search, all rows are shown")
    tab.page.close()


def test_state(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.open("state")
    changed = tab.page.locator("#state [data-mark=changed]")
    check(changed.count() == 1, "what a command changes is unfolded and marked", tab.state())
    text = changed.first.inner_text()
    check("isComplete: false → true" in text, "with the old and the new value", text)
    check(any('description: "Milk"' in row for row in tab.state()), "the state is unfolded while there is room", tab.state())
    tab.page.click("#state [data-path='/todos/1/description']")
    count = len(tab.state())
    tab.page.click("#state [data-path='/todos/1']")
    check(len(tab.state()) == count, "a click asks, it does not fold")
    tab.page.click("#state [data-path='/todos/1'] .twisty")
    check(len(tab.state()) == count - 3, "its sign does", tab.state())
    tab.press("ArrowLeft", "ArrowLeft")
    check(len(tab.state()) == 4, "the left arrow goes up and folds", tab.state())
    check(tab.number() == 5, "and does not scrub")
    tab.press("ArrowRight", "ArrowRight")
    check(tab.focus() == "/todos/0", "the right arrow unfolds and goes down", tab.focus())
    tab.go_to(9)
    tab.go_to(5)
    check(not any('"Milk"' in row and "description" in row and "id" not in row for row in tab.state()), "what is folded stays so at other moments", tab.state())
    tab.press("ArrowLeft", "ArrowLeft")
    tab.press("ArrowLeft")
    check(any("1 change" in row for row in tab.state()), "what contains changes counts them", tab.state())
    tab.page.close()
    tab = Tab(browser, moved)
    tab.open("state")
    before = tab.state()
    tab.press("4", "3")
    check(tab.state() == before, "the state is unfolded as before when it is shown again", tab.state())
    tab.page.close()


def test_removed(browser):
    tab = Tab(browser, removed)
    tab.open("state")
    rows = tab.page.locator("#state [data-mark=removed]").all_inner_texts()
    check(len(rows) == 1 and '"Milk"' in rows[0], "what a moment removes is shown where it was", tab.state())
    tab.press("ArrowLeft")
    check("#2" in tab.heading() and tab.page.locator("#state [data-mark=added]").count() == 1, "only at that moment", tab.state())
    tab.page.close()


def test_origins(browser):
    tab = Tab(browser, books)
    tab.open("state")
    tab.page.click("#state [data-path='/isSearching']")
    blame = tab.page.inner_text("#blame")
    check("isSearching was written by #" in blame and blame.endswith("← #1 search wizard"), "a value says what led to the moment that wrote it", blame)
    tab.page.click("#askWhy")
    why = tab.page.inner_text("#why")
    check(re.search(r"isSearching = false\s+#\d+ .*true → false ← #1 search wizard\s+#1 .*false → true", why), "all moments that wrote it are listed", why)
    tab.page.close()


def test_writer(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.open("state")
    tab.page.click("#state [data-path='/todos/1/description']")
    blame = tab.page.inner_text("#blame")
    check("todos[1].description was written by #2 " in blame and "add Milk" in blame, "a value says which moment wrote it, wherever it was then", blame)
    check(tab.focus() == "/todos/1/description", "a click focuses the value", tab.focus())
    tab.page.click("#blame a")
    tab.wait_for(2)
    check("does not exist" in tab.page.inner_text("#blame"), "where the value may not be", tab.page.inner_text("#blame"))
    tab.go_to(5)
    tab.page.focus("#state [data-path='/todos/1/description']")
    tab.press("w")
    check(tab.number() == 2, "w leads there, too", tab.heading())
    tab.page.wait_for_function("() => location.hash === '#m2'")
    tab.go_to(5)
    tab.page.focus("#rows")
    tab.press("w")
    check(tab.number() == 2, "wherever the focus is", tab.heading())
    tab.page.click("#state [data-path='/filter']")
    check("has not changed" in tab.page.inner_text("#blame"), "or nothing wrote it", tab.page.inner_text("#blame"))
    tab.page.click("#state [data-path='/todos']")
    tab.page.click("#findChanges")
    check(tab.page.input_value("#search") == "changed:todos" and len(tab.rows()) == 6, "its changes can be found", tab.rows())
    tab.page.fill("#search", "")
    tab.go_to(13)
    tab.page.click("#state [data-path='/todos/0/isComplete']")
    tab.page.click("#findChanges")
    found = [int(re.match(r"#(\d+)", row).group(1)) for row in tab.rows()]
    check(tab.page.input_value("#search") == "changed:todos[id: UUID(0)].isComplete" and found == [1, 7], "those of an element, wherever it was", found)
    tab.page.fill("#search", "")
    tab.go_to(13)
    check(tab.page.locator("#state [data-mark=moved]").count() == 1, "a move is marked", tab.state())
    for index, name, number in [(0, "Milk", 2), (1, "Eggs", 4)]:
        tab.page.click(f"#state [data-path='/todos/{index}/description']")
        blame = tab.page.inner_text("#blame")
        check(f"description was written by #{number} " in blame and f"add {name}" in blame, "also if its element has moved", blame)
    tab.page.click("#state [data-path='/todos/1/isComplete']")
    check("written by #11 " in tab.page.inner_text("#blame"), "or others have moved before it", tab.page.inner_text("#blame"))
    tab.page.close()


def test_states(browser):
    """The views and states of the page are those of the session."""
    tab = Tab(browser, moved)
    for names in ["", "D", "CD", "BCD", "ABCD", "BCDA", "DBCA", "ADBC", "DBC", "BDC", "BDC", "DCB"]:
        tab.press("ArrowDown" if names else "Home")
        tab.open("app")
        view = "".join(line.strip()[-1] for line in tab.page.locator("#view .line").all_inner_texts() if "]" in line)
        check(view == names, f"the view at {tab.heading()}", f"{view}, not {names}")
        tab.open("state")
        rows = [re.search(r'description: (?:"[^"]*" → )?"(.)"', row) for row in tab.state() if "id" not in row]
        state = "".join(row.group(1) for row in rows if row)
        check(state == names, f"the state at {tab.heading()}", tab.state())
    tab.page.close()


def test_keys_with_dots(browser):
    tab = Tab(browser, dotted)
    tab.open("state")
    for key, numbers in [("a.b", [1, 3]), ("a", [1, 2])]:
        tab.page.click(f"""#state [data-path='/scores/["{key}"]']""")
        tab.page.click("#findChanges")
        found = [int(re.match(r"#(\d+)", row).group(1)) for row in tab.rows()]
        check(found == numbers, f"the changes of the key {key} are found", found)
    tab.page.close()


def test_swift_notation(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.open("state")
    tab.page.click("#state [data-path='/todos/1'] .twisty")
    state = "\n".join(tab.state())
    for piece in ["filter: .all", "id: UUID(1)", 'description: "Eggs"', "[1]: (id: UUID(0), "]:
        check(piece in state, "the state is in Swift notation", f"{piece} is not in {state}")
    tab.page.close()
    tab = Tab(browser, books)
    tab.open("state")
    state = "\n".join(tab.state())
    tab.open("changes")
    state += "\n" + tab.page.inner_text("#changes")
    for piece in ["[id: 0]: .book", "destination: nil → .alert", "path[id: 0].book.destination"]:
        check(piece in state, "so are cases, nil and paths", f"{piece} is not in {state}")
    check(not re.search(r"null|[{}]|/path", state), "and not in JSON", state)
    tab.page.close()


def test_focus(browser):
    """What has the focus passes it on when it goes away."""
    tab = Tab(browser, todos, address="#m5")
    tab.open("why")
    for selector in ["#why a", "#heading a", "#summary a", "#zoomIn", "#rows .row", "#strip"]:
        tab.page.locator(selector).first.click()
        check(tab.focus() != "BODY", "the focus stays on the page", selector)
    tab.go_to(5)
    tab.page.locator("#why a").last.focus()
    tab.press("Home")
    check(tab.focus() == "rows", "even if nothing is in flight at the next moment", tab.focus())
    tab.press("End")
    tab.open("state")
    tab.page.click("#state [data-path='/todos/0']")
    tab.press("Home")
    check(tab.focus() == "/todos", "the focus goes to what contained a value", tab.focus())
    tab.page.close()


def test_changes(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.open("changes")
    changes = tab.page.inner_text("#changes")
    check("todos[0].isComplete false → true" in changes, "the change of a command", changes)
    tab.go_to(2)
    changes = tab.page.inner_text("#changes")
    check(changes.index('"Milk"') < changes.index(".addTodoButtonTapped") < changes.index('"" → "Milk"'), "what a command did as a whole, then moment by moment", changes)
    tab.go_to(13)
    changes = tab.page.inner_text("#changes")
    check('todos[0] moved from [1]: (id: UUID(0), description: "Milk"' in changes, "a move names the element", changes)
    check(re.search(r"Effects\s+CancelID.todoCompletion .* started by #11, sends #13, ended at #13", changes), "the effects that start or end are listed", changes)
    tab.page.locator("#changes button").first.click()
    check("todos[0] = " in tab.page.inner_text("#why"), "a change asks why", tab.page.inner_text("#why"))
    tab.page.close()


def test_source(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.open("source")
    line = tab.page.inner_text("#source mark")
    check(re.search(r"^\d+\s*return .run { send in", line), "the line that created the effect is shown", line)
    tab.press("Home")
    check(tab.page.inner_text("#source") == "" and "No effect was created here." in tab.page.inner_text("#sourceNote"), "if the moment has an effect")
    tab.page.close()
    tab = Tab(browser, books, address="#m3")
    tab.open("source")
    check("catalog.search" in tab.page.inner_text("#source"), "also of a debounced effect", tab.page.inner_text("#sourceNote"))
    tab.page.close()


def test_effects(browser):
    tab = Tab(browser, todos, address="#m10")
    for kind, count in [("bar", 2), ("bar .cancel", 1), ("bar text", 2)]:
        found = tab.page.locator(f"#strip .{kind}").count()
        check(found == count, f"each {kind} is drawn", found)
    labels = tab.page.locator("#strip .bar text").all_text_contents()
    check(all(label.startswith("CancelID.todo") for label in labels), "the bars have names", labels)
    tab.go_to(5)
    check(tab.page.locator("#strip .live").count() == 1, "those of the moment are marked")
    tab.open("why")
    text = tab.page.inner_text("#why")
    check("CancelID.todoCompletion" in text and "Todos.swift:" in text and "started by #5, sleeps until +1s" in text, "they are described in words", text)
    check("; later on this branch: cancelled (replaced by a new effect with the same id) at #7" in text, "to their end, which is later", text)
    tab.go_to(7)
    check(tab.page.locator("#strip .live").count() == 1, "what ends at a moment is no longer in flight", tab.page.locator("#strip .live").count())
    inside, ended = tab.page.inner_text("#why").split("Effects in flight")[1].split("Effects that ended here")
    check("started by #7" in inside and "started by #5" not in inside, "only what is in flight is listed as such", inside)
    check(ended.count("at #7") == 1 and "cancelled" in ended, "what ended there is listed apart, once", ended)
    tab.go_to(9)
    text = tab.page.inner_text("#why")
    check(re.search(r"Sent by\s+CancelID.todoCompletion ← #7 toggle 1", text), "an action says which effect sent it", text)
    check("nothing is in flight" in text and tab.page.locator("#strip .live").count() == 0, "and it has ended there", text)
    tab.page.close()


def test_comparison(browser):
    tab = Tab(browser, todos)
    tab.press("c")
    check(tab.page.is_visible("#comparison") and tab.focus() == "leftPath", "c compares branches", tab.focus())
    check(tab.page.eval_on_selector_all("#leftPath option", "options => options.map(option => option.value)") == ["#10", "fork (#4)"],
          "the ends of branches and marks can be chosen, first those that have a difference", tab.page.inner_text("#leftPath"))
    tab.page.select_option("#leftPath", "#10")
    tab.page.select_option("#rightPath", "#13")
    rows = tab.page.locator("#comparedRows tr").all_inner_texts()
    rows = [" ".join(row.split()) for row in rows]
    check(rows == [
        "#2 +0s add Milk #2 +0s add Milk", "#4 +0s add Eggs #4 +0s add Eggs", "#5 +0s toggle 0 #11 +0s toggle 0",
        "#6 +400ms advance 400ms | #13 +1s run", "#7 +400ms toggle 1 <", "#10 +2.4s advance 2s <",
    ], "the commands are aligned", rows)
    check(tab.page.locator("#comparedRows [aria-current=true]").count() == 1, "one difference is the first")
    first = " ".join(tab.page.inner_text("#comparedRows [aria-current]").split())
    check(first == rows[3], "it is highlighted", first)
    text = tab.page.inner_text("#firstDifference")
    check(text.startswith("first difference:\n- #6 clock +400ms\n+ #12 clock +1s"), "it is described in words", text)
    there, end = tab.page.inner_text("#comparedChanges").split("at the end:")
    check("todos reordered: Milk, Eggs" in there, "and how the states differ there", there)
    check("isComplete: true → false" in end, "and at the end", end)
    tab.page.click("#comparedRows a >> nth=0")
    tab.wait_for(2)
    check(not tab.page.is_visible("#comparison"), "a link leads to its moment")
    tab.page.close()
    tab = Tab(browser, compared)
    tab.press("c")
    check(tab.page.input_value("#leftPath").endswith("saved"), "the comparison with a file comes first", tab.page.input_value("#leftPath"))
    text = tab.page.inner_text("#firstDifference")
    check(text.startswith("first difference: only on the right: #3"), "with the first difference", text)
    rows = [" ".join(row.split()) for row in tab.page.locator("#comparedRows tr").all_inner_texts()]
    check(rows == ["+0s add Milk #2 +0s add Milk", "> #4 +0s add Tea"], "side by side", rows)
    tab.page.close()
    tab = Tab(browser, removed)
    check(not tab.page.is_visible("#compareBranches"), "with a single branch there is nothing to compare")
    tab.press("c")
    check(not tab.page.is_visible("#comparison"), "nor does a key open it")
    tab.page.close()


def test_exploration(browser):
    tab = Tab(browser, likely)
    tab.open("exploration")
    check(tab.page.locator("#exploration svg polyline").count() == 1, "the likelihood is a curve")
    check("violated" in tab.page.inner_text("#exploration"), "below the verdict", tab.page.inner_text("#exploration"))
    tab.page.close()
    tab = Tab(browser, todos)
    check(tab.page.is_hidden("#tab-exploration"), "without an exploration, there is no such tab")
    tab.page.close()


def test_app(browser):
    tab = Tab(browser, books)
    text = tab.page.inner_text("#panel-app")
    check("alert" in text and "Return it" in text, "an alert is shown with its buttons", text)
    check("sheet" in text or "screen" in text, "so is what is below it", text)
    check("0 A Wizard of Earthsea" in text, "and the list of the feature", text)
    tab.press("Home")
    check("alert" not in tab.page.inner_text("#panel-app"), "the view follows the moment", tab.page.inner_text("#panel-app"))
    tab.page.close()
    tab = Tab(browser, todos, address="#m4")
    lines = tab.page.locator("#view .line").all_inner_texts()
    check([line.strip() for line in lines] == ["0 [ ] Eggs", "1 [ ] Milk"], "what 'list' prints is shown", lines)
    tab.go_to(5)
    changed = tab.page.locator("#view .changed").all_inner_texts()
    check([line.strip() for line in changed] == ["0 [x] Eggs"], "what changed is highlighted", changed)
    tab.go_to(13)
    changed = tab.page.locator("#view .changed").all_inner_texts()
    check(len(changed) == 1, "of a list in which one moved, a line", changed)
    tab.page.mouse.move(800, 80)
    check(tab.page.is_visible("#preview") and tab.page.locator("#preview a").count() == 0, "a preview contains no link")
    tab.press("ArrowLeft")
    check(tab.page.is_hidden("#preview"), "a key closes it")
    tab.page.close()
    with open(todos, encoding="utf-8") as file:
        html = file.read()
    old = os.path.join(os.path.dirname(todos), "old-view.html")
    with open(old, "w", encoding="utf-8") as file:
        file.write(html.replace('{"parent":4,', '{"isViewOld":true,"parent":4,', 1))
    tab = Tab(browser, old, address="#m4")
    check(tab.page.is_hidden("#viewNote"), "a moment may have its own view")
    tab.press("ArrowRight")
    check(tab.number() == 11 and "As of #4:" in tab.page.inner_text("#viewNote"), "or else the view says of which it is", tab.page.inner_text("#viewNote"))
    tab.page.close()
    tab = Tab(browser, todos)
    check(tab.page.title() == "todoshell", "a page without a script is named after the program", tab.page.title())
    tab.page.close()
    tab = Tab(browser, dotted)
    check(tab.page.is_hidden("#tab-app") and tab.page.is_visible("#panel-state"), "without a view, the state comes first")
    tab.page.close()
    tab = Tab(browser, todos, width=2560)
    tab.open("state")
    check(tab.page.is_visible("#view") and tab.page.is_visible("#state"), "a wide window shows the app beside the rest")
    tab.page.close()


def test_hostile(browser):
    tab = Tab(browser, hostile)
    text = tab.page.inner_text("#view")
    tab.open("state")
    text += "\n".join(tab.state() + tab.rows())
    for piece in ["<script>alert(1)</script>", "</script><script>alert(2)</script>", "\\u{2028}", "\\u{202E}", "\\u{1B}[31m", "<!--"]:
        check(piece in text, "hostile text is shown as text", piece)
    check(not re.search("[\u202e\u2028\u001b]", text), "nothing invisible is on the page")
    check(tab.page.eval_on_selector_all("script", "scripts => scripts.length") == 3, "no script was added")
    tab.page.close()


def test_left_out(browser):
    tab = Tab(browser, left_out)
    summary = tab.page.inner_text("#summary")
    check("10 moments on 2 branches, 1 effect," in summary, "the summary counts", summary)
    rows = [row for row in tab.rows() if "left out" in row]
    check(len(rows) == 1 and "toggle 1" in rows[0], "a command that a what-if left out is shown", tab.rows())
    tab.page.click("#rows .left-out")
    tab.open("why")
    facts = tab.page.inner_text("#why")
    check("Left out" in facts and "toggle 1 (omitted: " in facts, "its moment says why", facts)
    tab.page.fill("#search", '"toggle 1"')
    check(rows[0] in tab.rows(), "and the search finds it", tab.rows())
    for problem in tab.page.evaluate(ACCESSIBILITY):
        check(False, "with a command left out", problem)
    tab.page.close()


def test_large(browser):
    """The same page with 100,000 todos: the policy does not cover the data."""
    with open(todos, encoding="utf-8") as file:
        html = file.read()
    before, mark, rest = html.partition('<script id="timeline" type="application/json">')
    text, end, after = rest.partition("</script>")
    record = json.loads(text)
    many = [{"id": f"many{number}", "description": f"Todo {number}", "isComplete": False} for number in range(100_000)]
    record["moments"][0]["state"]["todos"] = many
    large = os.path.join(os.path.dirname(todos), "large.html")
    with open(large, "w", encoding="utf-8") as file:
        file.write(before + mark + json.dumps(record).replace("<", "\\u003c") + end + after)
    tab = Tab(browser, large, address="#m5")
    tab.open("state")
    for number in range(200):
        record["moments"].append({"command": f"add {number}"})
    record["current"] = record["opened"] = len(record["moments"]) - 1
    with open(large, "w", encoding="utf-8") as file:
        file.write(before + mark + json.dumps(record).replace("<", "\\u003c") + end + after)
    last = Tab(browser, large)
    check("current" in last.selected_row(), "a long history opens at the current moment", last.rows()[:3])
    last.page.close()
    rows = tab.state()
    check(any("100002 elements" in row for row in rows), "a long list has its length", rows)
    check(len(rows) < 40 and any("→" in row for row in rows), "of which the changes are shown", rows)
    tab.page.click("#state [data-path='/todos/10000…20000']")
    check(len(tab.state()) == len(rows) + 100, "it expands by pages", len(tab.state()))
    tab.page.click("#state [data-path='/todos/10100…10200']")
    check(len(tab.state()) == len(rows) + 200, "of pages", len(tab.state()))
    tab.page.click("#state [data-path='/todos/10150']")
    check("has not changed" in tab.page.inner_text("#blame"), "each element has its writer", tab.page.inner_text("#blame"))
    tab.page.close()


def test_policy(browser):
    tab = Tab(browser, todos)
    policy = tab.page.get_attribute("meta[http-equiv]", "content")
    check(policy.startswith("default-src 'none'") and "unsafe" not in policy, "the policy allows nothing else", policy)
    tab.page.close()
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto("file://" + todos)
    result = page.evaluate("""async () => {
        const script = document.createElement('script');
        script.textContent = 'window.ran = true';
        document.body.append(script);
        let fetched = true;
        try { await fetch('http://127.0.0.1:9/'); } catch { fetched = false; }
        return [window.ran === true, fetched];
    }""")
    check(result == [False, False], "neither other scripts nor requests are allowed", result)
    context.close()


def axe_problems(tab):
    """What axe finds, with the elements."""
    violations = Axe().run(tab.page).response["violations"]
    return [f"{violation['id']}: {node['html'][:100]}" for violation in violations for node in violation["nodes"]]


# What axe does not look at, or only where it is certain: overlaps, focus, contrast.
ACCESSIBILITY = """() => {
  const found = [];
  const name = (node) => node.getAttribute('aria-label') ?? document.getElementById(node.getAttribute('aria-labelledby'))?.textContent
    ?? (node.labels && [...node.labels].map((label) => label.textContent).join(' ')) ?? node.textContent;
  for (const node of document.querySelectorAll('button, input, select, [role=tree], [role=slider], section, nav, dialog, svg:not([aria-hidden])')) {
    if (!(name(node) || node.textContent).trim()) found.push(`no name: ${node.outerHTML.slice(0, 80)}`);
  }
  const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) found.push(`duplicate id: ${id}`);
  for (const item of document.querySelectorAll('[role=treeitem]')) {
    if (!item.closest('[role=tree]')) found.push('a tree item outside of a tree');
    if (!item.getAttribute('aria-level')) found.push('a tree item without a level');
  }
  const active = document.getElementById('rows').getAttribute('aria-activedescendant');
  if (active && !document.getElementById(active)) found.push('aria-activedescendant leads nowhere');
  const boxes = [...document.querySelectorAll('button, input, select, .row, .node')].filter((node) => node.checkVisibility())
    .map((node) => [node, node.getBoundingClientRect()]);
  boxes.forEach(([node, box], index) => boxes.slice(index + 1).forEach(([other, otherBox]) => {
    if (node.closest('#rows, #panels, dialog') !== other.closest('#rows, #panels, dialog')) return;
    const width = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
    const height = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
    if (width > 1 && height > 1) found.push(`overlap: ${node.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`);
  }));
  if (document.getElementById('state').checkVisibility() && document.querySelectorAll('#state [tabindex="0"]').length !== 1) found.push('the state has no single tab stop');
  let level = 0;
  for (const heading of document.querySelectorAll('h1, h2, h3')) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) found.push(`heading level skipped: ${heading.textContent}`);
    level = next;
  }
  const channel = (value) => { const c = value / 255; return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => text.match(/[\\d.]+/g).map(Number);
  const ground = (node) => {
    for (; node; node = node.parentElement) {
      const colour = parse(getComputedStyle(node).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  for (const node of document.querySelectorAll('body *')) {
    const own = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    const style = getComputedStyle(node);
    if (!own || !node.checkVisibility({ opacityProperty: true }) || node.disabled || node.closest('svg, script, dialog:not([open])')) continue;
    const [one, other] = [luminance(parse(style.color)), luminance(ground(node))].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05);
    if (ratio < 4.5) found.push(`contrast ${ratio.toFixed(2)}: ${node.outerHTML.slice(0, 100)}`);
  }
  return found;
}"""


def test_appearance(browser):
    for width in [360, 390, 1024, 1440, 2560]:
        for scheme in ["light", "dark"]:
            tab = Tab(browser, todos, width, scheme, "#m13")
            place = f"at {width} pixels, {scheme}"
            for panel in ["app", "changes", "state", "why", "source"]:
                tab.press(str(["app", "changes", "state", "why", "source"].index(panel) + 1))
                for problem in tab.page.evaluate(ACCESSIBILITY) + (axe_problems(tab) if width in [390, 1440] else []):
                    check(False, f"{place}, {panel}", problem)
                overflow = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                check(overflow <= 0, f"{place}, {panel}, nothing is wider than the window", overflow)
            ground = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
            check((ground == "rgb(255, 255, 255)") == (scheme == "light"), f"{place}, the colours follow the system", ground)
            tab.press("3")
            reached = set()
            for _ in range(40):
                tab.press("Tab")
                reached.add(tab.focus())
            for part in ["strip", "search", "rows", "tab-state", "zoomIn", "compareBranches"]:
                check(part in reached, f"{place}, Tab reaches {part}", sorted(reached))
            sizes = tab.page.evaluate("""[...document.querySelectorAll('#time, #history, #pane')].map((node) => {
                const box = node.getBoundingClientRect();
                return [box.width * box.height, node.id];
            })""")
            check(width < 1000 or max(sizes)[1] == "pane", f"{place}, the pane is the largest part", sizes)
            borders = tab.page.evaluate("""[...document.querySelectorAll('section')].filter((node) =>
                ['Top', 'Right', 'Bottom', 'Left'].every((side) => parseFloat(getComputedStyle(node)[`border${side}Width`]) > 0)).map((node) => node.id)""")
            check(borders == [], f"{place}, no part is a card", borders)
            tab.press("c")
            tab.page.select_option("#leftPath", "#10")
            overflow = tab.page.evaluate("document.getElementById('comparison').scrollWidth - document.getElementById('comparison').clientWidth")
            check(overflow <= 0, f"{place}, the comparison fits", overflow)
            for problem in tab.page.evaluate(ACCESSIBILITY) + axe_problems(tab):
                check(False, f"{place}, the comparison", problem)
            tab.page.close()


def test_phone(browser):
    tab = Tab(browser, todos, 390, address="#m5", touch=True)
    check(not tab.page.is_visible("kbd") and not tab.page.is_visible("#helpButton"), "without a keyboard, there are no keys")
    small = tab.page.evaluate("""[...document.querySelectorAll('button, select, input, .row, .node')]
        .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 44).map((node) => node.outerHTML.slice(0, 80))""")
    check(small == [], "what can be touched is large enough", small)
    for problem in tab.page.evaluate(ACCESSIBILITY):
        check(False, "on a phone", problem)
    tab.page.close()
    tab = Tab(browser, todos)
    check(tab.page.is_visible("#helpButton kbd"), "with a keyboard, there are")
    tab.page.close()


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"], timeout=300_000)
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            try:
                test(browser)
            except Exception as error:
                problems.append(f"{name}: {error}")
    browser.close()
print("\n".join(problems), end="")
