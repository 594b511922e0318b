"""Drives an exported page in Chromium, and prints what is wrong with it, one problem a line.

Arguments: the page of a session of todos (see HTMLPageTests), that of a session of books, one of hostile texts,
one with a command that a what-if left out, one that ends by removing a todo, one that was compared with a file,
one that ends with a violation, and one of a dictionary whose keys "a.b" and "a" change.
"""

import json
import os
import re
import sys
from playwright.sync_api import sync_playwright

todos, books, hostile, left_out, removed, compared, likely, dotted = sys.argv[1:9]
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
        return self.page.inner_text("#moment-heading")

    def number(self):
        return int(re.match(r"#(\d+)", self.heading()).group(1))

    def wait_for(self, number):
        """Waits until the page shows a moment: it follows its address, and so its links, a while later."""
        self.page.wait_for_function("start => document.getElementById('moment-heading').textContent.startsWith(start)", arg=f"#{number} ")

    def go_to(self, number):
        self.page.evaluate(f"location.hash = '#m{number}'")
        self.wait_for(number)

    def focus(self):
        return self.page.evaluate("document.activeElement.id || document.activeElement.dataset.path || document.activeElement.tagName")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def rows(self):
        return self.page.eval_on_selector_all("#rows [role=treeitem]", "rows => rows.map(row => row.innerText)")

    def state(self):
        return self.page.eval_on_selector_all("#state [role=treeitem]", "rows => rows.map(row => row.innerText)")


def test_keys(browser):
    tab = Tab(browser, todos)
    check(tab.number() == 13, "the current moment is selected", tab.heading())
    tab.press("Home")
    check(tab.number() == 0, "Home goes to the start", tab.heading())
    tab.press("ArrowRight", "ArrowRight")
    check(tab.number() == 2, "the right arrow goes to the next moment", tab.heading())
    tab.press("ArrowLeft")
    check(tab.number() == 1, "the left arrow goes to the previous moment", tab.heading())
    tab.press("r", "r")
    check(tab.number() == 4, "r goes by commands", tab.heading())
    tab.press("u")
    check(tab.number() == 2, "u goes by commands", tab.heading())
    tab.press("r", "ArrowDown")
    check(tab.number() == 11, "the down arrow goes to the next row, here on the branch", tab.heading())
    tab.press("End")
    check(tab.number() == 13, "End goes to the end of the line", tab.heading())
    tab.press("?")
    check(tab.page.is_visible("#help"), "? shows the keys")
    tab.press("Escape")
    tab.press("/")
    check(tab.page.evaluate("document.activeElement.id") == "filter-text", "/ focuses the filter")
    tab.page.close()


def test_scrubber(browser):
    tab = Tab(browser, todos)
    tab.page.locator("#scrubber").fill("2")
    check(tab.number() == 2, "the scrubber selects", tab.heading())
    check(tab.page.get_attribute("#scrubber", "aria-valuetext").startswith("#2 of "), "it says the moment")
    check(tab.page.url.endswith("#m2"), "the address follows", tab.page.url)
    tab.page.close()


def test_playing(browser):
    tab = Tab(browser, todos, address="#m8")
    tab.page.clock.install(time=0)
    tab.page.clock.pause_at(1000)
    tab.page.click("#play")
    tab.page.clock.run_for(700)
    check(tab.number() == 9 and tab.page.get_attribute("#play", "aria-pressed") == "true", "playing goes on", tab.heading())
    tab.page.clock.run_for(700)
    check(tab.page.get_attribute("#play", "aria-pressed") == "false", "it ends at the end of the branch")
    check(tab.number() == 10, "which it shows", tab.heading())
    tab.press("p", "p")
    check(tab.number() == 0 and tab.page.get_attribute("#play", "aria-pressed") == "false", "then from its start, until it pauses")
    tab.page.close()


def test_address(browser):
    tab = Tab(browser, todos, address="#m8")
    check(tab.number() == 8, "a link leads to its moment, on any branch", tab.heading())
    tab.go_to(3)
    tab.page.click("#moment-heading a")
    check(tab.number() == 3, "the link of a moment is its address")
    tab.page.close()
    for address in ["#m999", "#mxyz", "#m", "#m-1"]:
        tab = Tab(browser, todos, address=address)
        note = tab.page.inner_text("#address-note")
        check(address[1:] in note and "#m0 to #m13" in note, f"{address} is said to be no moment", note)
        check(tab.number() == 13, f"{address} shows the current moment", tab.heading())
        tab.press("ArrowLeft")
        check(not tab.page.is_visible("#address-note"), "the note goes with the next step")
        tab.page.close()
    tab = Tab(browser, todos, address="#m3", width=360)
    check(tab.page.locator("#row3").is_visible(), "on a phone, the row of a link's moment is in its list")
    tab.page.close()


def test_history(browser):
    tab = Tab(browser, todos)
    rows = tab.rows()
    check(len(rows) == 14, "each moment has a row", len(rows))
    marked = [row for row in rows if "fork" in row]
    check(len(marked) == 1 and marked[0].startswith("#4"), "a mark is shown at its moment", marked)
    check(any("current" in row and row.startswith("#13") for row in rows), "the current moment is marked")
    check(any("failed" in row and row.startswith("#13") for row in rows), "a failure is marked")
    check("todos.count == 9" in tab.page.inner_text("#problems"), "and explained at its moment")
    check(tab.page.inner_text("#summary a") == "#13", "the summary links to it", tab.page.inner_text("#summary"))
    levels = tab.page.eval_on_selector_all("#rows [role=treeitem]", "rows => rows.map(row => row.getAttribute('aria-level'))")
    check(levels.count("2") == 3, "a branch is a level deeper", levels)
    tab.page.close()


def test_filters(browser):
    tab = Tab(browser, todos)

    def filtered(name, value, numbers):
        field = tab.page.locator(f"#filter-{name}")
        field.select_option(value) if name == "origin" else field.fill(value)
        found = [int(re.match(r"#(\d+)", row).group(1)) for row in tab.rows()]
        check(found == numbers, f"filter {name} '{value}'", found)
        field.select_option("") if name == "origin" else field.fill("")

    filtered("action", "sortCompleted", [13, 9])
    filtered("origin", "effect", [13, 9])
    filtered("origin", "clock", [12, 6, 8, 10])
    filtered("origin", "problem", [13])
    filtered("text", "milk", [1, 2, 13])
    filtered("path", "todos[0].isComplete", [1, 3, 11, 13, 5])
    filtered("path", "/todos/0/isComplete", [1, 3, 11, 13, 5])
    check(len(tab.rows()) == 14, "without filters, all rows are shown")
    tab.page.close()


def test_state(browser):
    tab = Tab(browser, todos, address="#m5")
    changed = tab.page.locator("#state .changed")
    check(changed.count() == 1, "what a moment changes is unfolded and marked", tab.state())
    text = changed.first.inner_text()
    check("isComplete: false → true" in text, "with the old and the new value", text)
    tab.page.locator("#state [data-path='/todos/1']").click()
    state = tab.state()
    check(any('description: "Milk"' in row for row in state), "a value expands", state)
    tab.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
    check(len(tab.state()) == 4, "the left arrow collapses and goes up", tab.state())
    check(tab.number() == 5, "and does not scrub")
    tab.press("ArrowRight", "ArrowRight")
    check(tab.focus() == "/todos/0", "the right arrow expands and goes down", tab.focus())
    tab.page.locator("#scrubber").fill("9")
    tab.page.locator("#scrubber").fill("5")
    check(any("isComplete" in row for row in tab.state()), "what is unfolded stays so at other moments", tab.state())
    tab.page.uncheck("#unfold")
    tab.go_to(2)
    tab.page.locator("#state [data-path='/todos']").click()
    below = tab.page.locator("#state .below").all_inner_texts()
    check(below == ["1 change"], "what contains changes counts them", below)
    tab.page.close()


def test_removed(browser):
    tab = Tab(browser, removed)
    rows = tab.page.locator("#state .removed").all_inner_texts()
    check(len(rows) == 1 and '"Milk"' in rows[0], "what a moment removes is shown where it was", tab.state())
    tab.press("ArrowLeft")
    check("#2" in tab.heading() and tab.page.locator("#state .added, #state .changed").count() == 1, "only at that moment", tab.state())
    tab.page.close()


def test_origins(browser):
    tab = Tab(browser, books)
    tab.page.click("#state [data-path='/isSearching']")
    blame = tab.page.inner_text("#blame")
    check("isSearching was written by #" in blame and blame.endswith("← #1 search wizard"), "a value says what led to the moment that wrote it", blame)
    tab.page.close()


def test_plot(browser):
    tab = Tab(browser, books)
    check(tab.page.is_hidden("#chosen-plot"), "nothing is plotted before a value is chosen")
    tab.page.click("#state [data-path='/isSearching']")
    tab.page.click("#chosen-plot")
    check(tab.page.locator("#lanes path.plot").count() == 1, "a condition is plotted as a line")
    check("isSearching" in tab.page.locator(".lane-name").all_inner_texts(), "it is named", tab.page.locator(".lane-name").all_inner_texts())
    check("M" in tab.page.get_attribute("#lanes path.plot", "d"), "the line has a start")
    check("NaN" not in tab.page.inner_html("#lanes"), "all of it has a place")
    tab.page.click("#zoom-in")
    check("NaN" not in tab.page.inner_html("#lanes"), "also after zooming in")
    tab.page.click("#state [data-path='/query']")
    check(tab.page.get_attribute("#chosen-plot", "aria-pressed") == "false", "another value is not plotted")
    tab.page.click("#chosen-plot")
    texts = tab.page.locator("#lanes rect.plot-area title").all_text_contents()
    check(texts[-1] == '"wizard" from #1', "a text is plotted where it changes", texts)
    tab.page.click("#chosen-plot")
    check(tab.page.locator("#lanes .plot").count() == 0, "pressed again, it is gone")
    tab.page.close()


def test_writer(browser):
    tab = Tab(browser, todos, address="#m5")
    tab.page.click("#state [data-path='/todos/1']")
    tab.page.click("#state [data-path='/todos/1/description']")
    blame = tab.page.inner_text("#blame")
    check("todos[1].description was written by #2 add Milk" in blame, "a value says which moment wrote it, wherever it was then", blame)
    check(tab.focus() == "/todos/1/description", "a click focuses the value", tab.focus())
    tab.page.click("#blame a")
    tab.wait_for(2)
    check("does not exist" in tab.page.inner_text("#blame"), "where the value may not be", tab.page.inner_text("#blame"))
    tab.go_to(5)
    tab.page.focus("#state [data-path='/todos/1/description']")
    tab.press("w")
    check(tab.number() == 2, "w leads there, too", tab.heading())
    tab.page.click("#state [data-path='/filter']")
    check("has not changed" in tab.page.inner_text("#blame"), "or nothing wrote it", tab.page.inner_text("#blame"))
    tab.page.click("#state [data-path='/todos']")
    tab.page.click("#chosen-changes")
    check(tab.page.input_value("#filter-path") == "todos" and len(tab.rows()) < 14, "its changes can be filtered", tab.rows())
    tab.go_to(13)
    tab.page.click("#state [data-path='/todos']")
    tab.page.locator("#state .moved").click()
    tab.press("ArrowRight", "ArrowRight", "ArrowDown")
    blame = tab.page.inner_text("#blame")
    check(re.search("description was written by #[24] add", blame), "also if its element has moved", blame)
    check(tab.page.locator("#state button").count() == 0, "no button is among the values")
    tab.page.close()


def test_keys_with_dots(browser):
    tab = Tab(browser, dotted)
    tab.page.click("#state [data-path='/scores']")
    tab.press("ArrowRight")
    for key, numbers in [("a.b", [1, 3]), ("a", [1, 2])]:
        tab.page.click(f"""#state [data-path='/scores/["{key}"]']""")
        tab.page.click("#chosen-changes")
        found = [int(re.match(r"#(\d+)", row).group(1)) for row in tab.rows()]
        check(found == numbers, f"the changes of the key {key} are found", found)
    tab.page.close()


def test_swift_notation(browser):
    tab = Tab(browser, todos, address="#m5")
    state = "\n".join(tab.state())
    for piece in ["filter: .all", "id: UUID(1)", 'description: "Eggs"', "[1]: (id: UUID(0), "]:
        check(piece in state, "the state is in Swift notation", f"{piece} is not in {state}")
    tab.page.close()
    tab = Tab(browser, books)
    state = "\n".join(tab.state() + [tab.page.inner_text("#changes")])
    for piece in ["[id: 0]: .book", "destination: nil → .alert(title: ", "path[id: 0].book.destination"]:
        check(piece in state, "so are cases, nil and paths", f"{piece} is not in {state}")
    check(not re.search(r"null|[{}]|/path", state), "and not in JSON", state)
    tab.page.close()


def test_focus(browser):
    """What has the focus passes it on when it goes away."""
    tab = Tab(browser, todos, address="#m5")
    for selector in ["#effect-list a", "#moment-heading a", "#summary a", "#back", "#undo", "#rows .row", "#lanes"]:
        tab.page.locator(selector).first.click()
        check(tab.focus() != "BODY", "the focus stays on the page", selector)
    tab.go_to(5)
    tab.page.locator("#effect-list a").last.focus()
    tab.press("Home")
    check(tab.focus() != "BODY", "even if nothing is in flight at the next moment", tab.focus())
    tab.page.focus("#back")
    tab.press("Enter")
    check(tab.focus() == "back" and tab.page.get_attribute("#back", "aria-disabled") == "true", "a button keeps it at the start")
    tab.press("End")
    for path in ["/todos", "/todos/0"]:
        tab.page.click(f"#state [data-path='{path}']")
    tab.press("Home")
    check(tab.focus() == "/todos", "the focus goes to what contained a value", tab.focus())
    tab.press("/", "Escape")
    check(tab.focus() == "rows", "Escape leaves a field", tab.focus())
    tab.page.close()


def test_changes(browser):
    tab = Tab(browser, todos, address="#m5")
    changes = tab.page.inner_text("#changes")
    check("todos[0].isComplete false → true" in changes, "the change of a moment", changes)
    tab.page.fill("#compare", "0")
    changes = tab.page.inner_text("#changes")
    check(changes.count("added") == 2, "the difference from any moment", changes)
    check(tab.page.locator("#state .added").count() == 2, "in the state, too", tab.state())
    tab.page.close()


def test_source(browser):
    tab = Tab(browser, todos, address="#m5")
    line = tab.page.inner_text("#source mark")
    check("return .run { send in" in line, "the line that created the effect is shown", line)
    tab.press("Home")
    check(not tab.page.is_visible("#source"), "if the moment has an effect")
    tab.page.close()
    tab = Tab(browser, books, address="#m3")
    check("catalog.search" in tab.page.inner_text("#source"), "also of a debounced effect", tab.page.inner_text("#source-note"))
    tab.page.close()


def test_effects(browser):
    tab = Tab(browser, todos, address="#m10")
    lanes = tab.page.eval_on_selector_all("#lanes svg .lane", "lanes => lanes.length")
    check(lanes == 2, "each effect of the line has a lane", lanes)
    for kind, count in [("send", 1), ("cancel", 1), ("start", 2)]:
        found = tab.page.eval_on_selector_all(f"#lanes svg .{kind}", "marks => marks.length")
        check(found == count, f"each {kind} is drawn", found)
    check(tab.page.eval_on_selector_all("#lanes svg .cause", "lines => lines.length") == 3, "causes are drawn")
    labels = tab.page.locator(".lane-label").all_inner_texts()
    check(len(labels) == 2 and "CancelID.todoCompletion" in labels[1] and "Todos.swift:" in labels[1], "the lanes have labels", labels)
    ticks = tab.page.locator("#lanes svg > text").all_text_contents()
    check(ticks == ["0 s", "500 ms", "1 s", "1.5 s", "2 s"], "the axis has round times", ticks)
    tab.go_to(5)
    text = tab.page.inner_text("#effect-list")
    check("CancelID.todoCompletion" in text and "started by #5" in text, "the effects of a moment, in words", text)
    before = tab.page.text_content("#lanes")
    tab.page.click("#zoom-in")
    check(tab.page.text_content("#lanes") != before, "the lanes zoom")
    tab.page.click("#zoom-fit")
    box = tab.page.locator("#lanes").bounding_box()
    tab.page.mouse.move(box["x"] + box["width"] - 5, box["y"] + 30)
    tab.page.mouse.down()
    check(tab.number() == 10, "pressing in the lanes goes to the moment there", tab.heading())
    tab.page.mouse.move(box["x"] + 225, box["y"] + 30)
    check(tab.number() < 8, "and moving goes on", tab.heading())
    tab.page.mouse.up()
    tab.page.select_option("#axis", "moment")
    check("#10" in tab.page.text_content("#lanes"), "by moments, too", tab.page.text_content("#lanes"))
    tab.page.close()


def test_comparison(browser):
    tab = Tab(browser, todos)
    tab.press("c")
    check(tab.page.is_visible("#comparison") and tab.focus() == "left-path", "c compares branches", tab.focus())
    check(tab.page.eval_on_selector_all("#left-path option", "options => options.map(option => option.value)") == ["fork (#4)", "#10"],
          "marks and the ends of branches can be chosen", tab.page.inner_text("#left-path"))
    tab.page.select_option("#left-path", "#10")
    tab.page.select_option("#right-path", "#13")
    rows = tab.page.locator("#compared-rows tr").all_inner_texts()
    rows = [" ".join(row.split()) for row in rows]
    check(rows == [
        "#2 +0s add Milk #2 +0s add Milk", "#4 +0s add Eggs #4 +0s add Eggs", "#5 +0s toggle 0 #11 +0s toggle 0",
        "#6 +400ms advance 400ms | #13 +1s run", "#7 +400ms toggle 1 <", "#10 +2.4s advance 2s <",
    ], "the commands are aligned", rows)
    check(tab.page.locator("#compared-rows [aria-current=true]").count() == 1, "one difference is the first")
    first = " ".join(tab.page.inner_text("#compared-rows [aria-current]").split())
    check(first == rows[3], "it is highlighted", first)
    text = tab.page.inner_text("#first-difference")
    check(text.startswith("first difference:\n- #6 clock +400ms\n+ #12 clock +1s"), "it is described in words", text)
    check("[1 → 0] Todo \"Milk\"" in tab.page.inner_text("#compared-changes"), "and how the states differ there", tab.page.inner_text("#compared-changes"))
    tab.press("Tab", "Tab")
    for _ in range(20):
        if tab.page.evaluate("document.activeElement.matches('#compared-rows button')"):
            break
        tab.press("Tab")
    tab.press("Enter")
    check(not tab.page.is_visible("#comparison") and tab.number() == 13, "its button shows the states", tab.heading())
    check(tab.page.input_value("#compare") == "6" and tab.page.locator("#state .changed, #state .moved").count() > 0,
          "and compares them", tab.state())
    tab.page.click("#compare-branches")
    tab.page.click("#compared-rows a >> nth=0")
    tab.wait_for(2)
    check(not tab.page.is_visible("#comparison"), "a link leads to its moment")
    tab.page.close()
    tab = Tab(browser, compared)
    tab.press("c")
    check(tab.page.input_value("#left-path").endswith("saved"), "the comparison with a file comes first", tab.page.input_value("#left-path"))
    text = tab.page.inner_text("#first-difference")
    check(text.startswith("first difference: only on the right: #3"), "with the first difference", text)
    rows = [" ".join(row.split()) for row in tab.page.locator("#compared-rows tr").all_inner_texts()]
    check(rows == ["+0s add Milk #2 +0s add Milk", "> #4 +0s add Tea"], "side by side", rows)
    tab.page.close()
    tab = Tab(browser, removed)
    check(not tab.page.is_visible("#compare-branches"), "with a single branch there is nothing to compare")
    tab.press("c")
    check(not tab.page.is_visible("#comparison"), "nor does a key open it")
    tab.page.close()


def test_likelihood(browser):
    tab = Tab(browser, likely)
    check(tab.page.locator("#exploration svg polyline").count() == 1, "the likelihood is a curve")
    tab.page.click("#likelihood-plot")
    check(tab.number() == 3, "its plot shows the branch that was explored", tab.heading())
    check(tab.page.get_attribute("#likelihood-plot", "aria-pressed") == "true", "the button is pressed")
    texts = tab.page.locator("#lanes svg > text").all_text_contents()
    check("100" in texts and "0" in texts, "from 0 to 100 percent", texts)
    check("likelihood" in tab.page.inner_text("#lanes"), "with a label", tab.page.inner_text("#lanes"))
    check(tab.page.locator("#lanes path.plot").count() == 1, "as a line")
    tab.page.click("#likelihood-plot")
    check(tab.page.locator("#lanes path.plot").count() == 0, "the button removes it")
    tab.page.close()


def test_screen(browser):
    tab = Tab(browser, books)
    text = tab.page.inner_text("#screen")
    check("alert" in text and "Return it" in text, "an alert is shown with its buttons", text)
    check("sheet" in text or "screen" in text, "so is what is below it", text)
    tab.press("Home")
    check("nothing is presented" in tab.page.inner_text("#screen"), "the screen follows the moment")
    tab.page.close()


def test_hostile(browser):
    tab = Tab(browser, hostile)
    tab.page.locator("#state [data-path='/todos/2']").wait_for()
    for path in ["/todos/0", "/todos/1"]:
        tab.page.locator(f"#state [data-path='{path}']").click()
    text = "\n".join(tab.state() + tab.rows())
    for piece in ["<script>alert(1)</script>", "</script><script>alert(2)</script>", "\\u{2028}", "\\u{202E}", "\\u{1B}[31m", "<!--"]:
        check(piece in text, "hostile text is shown as text", piece)
    check(not re.search("[\u202e\u2028\u001b]", text), "nothing invisible is on the page")
    check(tab.page.eval_on_selector_all("script", "scripts => scripts.length") == 3, "no script was added")
    tab.page.close()


def test_left_out(browser):
    tab = Tab(browser, left_out)
    summary = tab.page.inner_text("#summary")
    check("10 moments, 2 branches, 1 effect," in summary, "the summary counts", summary)
    ticks = tab.page.locator("#lanes svg > text").all_text_contents()
    check(len(ticks) > 1 and all(tick.startswith("#") for tick in ticks), "a branch without time has its moments on the axis", ticks)
    rows = [row for row in tab.rows() if "left out" in row]
    check(len(rows) == 1 and "toggle 1" in rows[0], "a command that a what-if left out is shown", tab.rows())
    check(tab.page.locator("#rows s").count() == 1, "struck through")
    tab.page.click("#rows .left-out")
    facts = tab.page.inner_text("#facts")
    check("Left out" in facts and "toggle 1 (omitted: " in facts, "its moment says why", facts)
    tab.page.fill("#filter-text", "toggle 1")
    check(rows[0] in tab.rows(), "and the filter finds it", tab.rows())
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
    for number in range(200):
        record["moments"].append({"command": f"add {number}"})
    record["current"] = record["opened"] = record["tip"] = len(record["moments"]) - 1
    with open(large, "w", encoding="utf-8") as file:
        file.write(before + mark + json.dumps(record).replace("<", "\\u003c") + end + after)
    last = Tab(browser, large)
    check(any("current" in row for row in last.rows()), "a long history opens at the current moment", last.rows()[:3])
    last.page.close()
    rows = tab.state()
    check(any("100,002 elements" in row.replace("100002", "100,002") for row in rows), "a long list has its length", rows)
    check(len(rows) < 40 and any("→" in row for row in rows), "of which the changes are shown", rows)
    tab.page.locator("#state [data-path='/todos/10000…20000']").click()
    check(len(tab.state()) == len(rows) + 100, "it expands by pages", len(tab.state()))
    tab.page.locator("#state [data-path='/todos/10100…10200']").click()
    check(len(tab.state()) == len(rows) + 200, "of pages", len(tab.state()))
    tab.page.locator("#state [data-path='/todos/10150']").click()
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


# Roles, names, focus and contrast, as checkers such as axe look at them.
ACCESSIBILITY = """() => {
  const found = [];
  const name = (node) => node.getAttribute('aria-label') ?? document.getElementById(node.getAttribute('aria-labelledby'))?.textContent
    ?? (node.labels && [...node.labels].map((label) => label.textContent).join(' ')) ?? node.textContent;
  for (const node of document.querySelectorAll('button, input, select, [role=tree], section, nav, dialog, svg')) {
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
  const boxes = [...document.querySelectorAll('button, input, select, .row, .node, .lane-label')].filter((node) => node.checkVisibility())
    .map((node) => [node, node.getBoundingClientRect()]);
  boxes.forEach(([node, box], index) => boxes.slice(index + 1).forEach(([other, otherBox]) => {
    if (node.closest('nav, #chosen, #rows, #state, dialog') !== other.closest('nav, #chosen, #rows, #state, dialog')) return;
    const width = Math.min(box.right, otherBox.right) - Math.max(box.left, otherBox.left);
    const height = Math.min(box.bottom, otherBox.bottom) - Math.max(box.top, otherBox.top);
    if (width > 1 && height > 1) found.push(`overlap: ${node.outerHTML.slice(0, 80)} and ${other.outerHTML.slice(0, 80)}`);
  }));
  if (document.querySelectorAll('#state [tabindex="0"]').length !== 1) found.push('the state has no single tab stop');
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
    for width in [360, 390, 1024, 1440]:
        for scheme in ["light", "dark"]:
            tab = Tab(browser, todos, width, scheme, "#m5")
            tab.page.locator("#state [data-path='/todos/1']").click()
            place = f"at {width} pixels, {scheme}"
            for problem in tab.page.evaluate(ACCESSIBILITY):
                check(False, place, problem)
            overflow = tab.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            check(overflow <= 0, f"{place}, nothing is wider than the window", overflow)
            ground = tab.page.evaluate("getComputedStyle(document.body).backgroundColor")
            check((ground == "rgb(255, 255, 255)") == (scheme == "light"), f"{place}, the colours follow the system", ground)
            reached = set()
            for _ in range(40):
                tab.press("Tab")
                reached.add(tab.focus())
            for part in ["scrubber", "filter-text", "rows", "compare", "axis", "zoom-in"]:
                check(part in reached, f"{place}, Tab reaches {part}", sorted(reached))
            sizes = tab.page.evaluate("""[...document.querySelectorAll('section')].map((node) => {
                const box = node.getBoundingClientRect();
                return [box.width * box.height, node.id];
            })""")
            check(width < 1000 or max(sizes)[1] == "state-section", f"{place}, the state is the largest part", sizes)
            tab.press("c")
            tab.page.select_option("#left-path", "#10")
            overflow = tab.page.evaluate("document.getElementById('comparison').scrollWidth - document.getElementById('comparison').clientWidth")
            check(overflow <= 0, f"{place}, the comparison fits", overflow)
            for problem in tab.page.evaluate(ACCESSIBILITY):
                check(False, f"{place}, the comparison", problem)
            tab.page.close()


def test_phone(browser):
    tab = Tab(browser, todos, 390, address="#m5", touch=True)
    check(not tab.page.is_visible("kbd") and not tab.page.is_visible("#help-button"), "without a keyboard, there are no keys")
    small = tab.page.evaluate("""[...document.querySelectorAll('button, select, input:not([type=checkbox]), .row, .node')]
        .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 44).map((node) => node.outerHTML.slice(0, 80))""")
    check(small == [], "what can be touched is large enough", small)
    for problem in tab.page.evaluate(ACCESSIBILITY):
        check(False, "on a phone", problem)
    tab.page.close()
    tab = Tab(browser, todos)
    check(tab.page.is_visible("#help-button kbd"), "with a keyboard, there are")
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
