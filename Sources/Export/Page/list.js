// The list of commands, of which only the visible rows are in the page.

const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 26;
const railX = (rail) => 10 + 12 * Math.min(rail, 8);
const railsWidth = chains.reduce((most, { rail }) => Math.max(most, railX(rail)), 0) + 8;
// The commands whose moments have rows.
const opened = new Set();
let rows = [];
// The key of the selected row.
let selectedKey = null;
let query = [];
let shownRows = [];

// A row for each command, and below it those of its moments, if it is open, of its failures, and of what a what-if left out. A row
// covers the moments from a number to another one; those between moments have none.
function makeRows() {
  rows = [];
  for (const first of commands) {
    const inside = momentsOf(first);
    const found = inside.filter((moment) => query.every((test) => test(moment)));
    if (found.length === 0) continue;
    const hasMore = inside.length > 1;
    const isOpen = hasMore && opened.has(first);
    const from = isOpen ? first.number - 0.5 : first.number;
    const own = first.last.failures.find(({ command }) => command === first.command);
    const problem = own ? "failed" : inside.some(({ issues }) => issues.length > 0) && "issue";
    rows.push({ key: `command${first.number}`, style: "command", text: commandText(first), moment: found.at(-1), from, to: isOpen ? from : first.last.number, isOpen, hasMore, problem });
    if (isOpen) {
      for (const moment of found) rows.push({ key: `moment${moment.number}`, style: "moment", text: eventText(moment), moment, from: moment.number, to: moment.number, problem: moment.issues.length > 0 && "issue" });
    }
    for (const moment of found) {
      const note = (style, { command, lines }, more) => {
        const between = moment.number + 0.5;
        rows.push({ key: `${style}${rows.length}`, style, text: command ?? lines[0], moment, from: between, to: between, ...more });
      };
      for (const failure of moment.failures) if (failure !== own) note("failure", failure, { failure, problem: "failed" });
      for (const leftOut of moment.leftOut) note("left-out", leftOut);
    }
  }
  parts.rowsInner.style.height = `${rows.length * rowHeight}px`;
}

function momentsOf({ first }) {
  return moments.slice(first.number, first.last.number + 1);
}

function selectedIndex() {
  return rows.findIndex(({ key }) => key === selectedKey);
}

// The key of the row that shows a moment.
function keyOf(moment) {
  return opened.has(moment.first) ? `moment${moment.number}` : `command${moment.first.number}`;
}

// Whether what the whole command did is shown, rather than its last moment.
function isWhole() {
  return selected === selected.first.last && !selectedKey.startsWith("moment");
}

function rowItem(row, index) {
  const { moment, style, isOpen, problem } = row;
  const isNote = !Number.isInteger(row.from) && !row.hasMore;
  const marks = isNote ? [style === "left-out" && "left out"] : [...moment.marks, moment.trial, moment.number === record.current && "current"];
  const item = element(
    "div",
    {
      role: "treeitem",
      id: `row${index}`,
      class: `row ${style} ${isOnLine(moment.number) ? "" : "aside"} ${problem ? "failed" : ""}`,
      "aria-level": style === "command" ? 1 : 2,
      "aria-posinset": index + 1,
      "aria-setsize": rows.length,
      "aria-expanded": row.hasMore && String(isOpen),
    },
    rails(row, isNote),
    span("number", !isNote && `#${moment.number}`),
    span("twisty", row.hasMore && (isOpen ? "▾" : "▸")),
    origin(moment) === "effect" && style === "moment" && element("span", { class: "by-effect", title: "sent by an effect" }, "▲"),
    span("text", shortened(row.text)),
    ...marks.map((mark) => mark && span("mark", shortened(mark, 40))),
    problem && span("problem", problem),
    rows[index - 1]?.moment.time !== moment.time && span("time", `+${moment.time}`),
  );
  item.style.top = `${index * rowHeight}px`;
  item.style.height = `${rowHeight}px`;
  item.addEventListener("click", (event) => {
    if (event.target.matches(".twisty") && row.hasMore) toggleRow(row);
    else selectRow(row);
  });
  return item;
}

// The branches that pass the row, with its own dot, and those that fork there.
function rails({ moment, style, from, to }, isNote) {
  const middle = rowHeight / 2;
  const own = railX(moment.chain.rail);
  const lines = chains.filter(({ fork, end }) => fork <= to && end >= from).map(({ fork, end, rail }) => {
    const x = railX(rail);
    const d = fork < from ? `M${x} 0V${end > to ? rowHeight : middle}` : `M${own} ${middle}C${own} ${rowHeight} ${x} ${middle} ${x} ${rowHeight}`;
    return drawing("path", { class: `rail rail-${rail % 6}`, d });
  });
  return drawing("svg", { width: railsWidth, height: rowHeight, "aria-hidden": "true" }, ...lines,
    !isNote && drawing("circle", { class: `rail-${moment.chain.rail % 6}`, cx: own, cy: middle, r: style === "command" ? 4 : 2.5 }));
}

function selectRow(row) {
  if (row) select(row.moment, row.key);
}

function toggleRow({ key, moment: { first } }) {
  if (!opened.delete(first)) opened.add(first);
  makeRows();
  select(first.last, key);
}

function showRows() {
  const { rows: list } = parts;
  const start = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const count = Math.ceil(list.clientHeight / rowHeight) + 10;
  const state = [rows, line, start, count];
  // While the same rows are visible, only the selection changes.
  if (state.some((part, index) => part !== shownRows[index])) filled(parts.rowsInner, ...rows.slice(start, start + count).map((row, place) => rowItem(row, start + place)));
  shownRows = state;
  const id = `row${selectedIndex()}`;
  for (const item of parts.rowsInner.children) item.setAttribute("aria-selected", item.id === id);
  list.setAttribute("aria-activedescendant", document.getElementById(id)?.id ?? "");
}

function revealRow() {
  const { rows: list } = parts;
  const top = selectedIndex() * rowHeight;
  if (top < 0) return;
  list.scrollTop = Math.max(Math.min(list.scrollTop, top), top + rowHeight - list.clientHeight);
}

// The path whose changes are sought while the box shows it, because not every key can be read from its text.
let sought = "";

// What a word of the search box asks for.
const searches = {
  action: (text) => (moment) => (moment.action ?? "").toLowerCase().includes(text),
  by: (text) => (moment) => origin(moment) === text,
  is: () => isProblem,
  changed: (text) => {
    const path = text === pathText(sought).toLowerCase() ? tokens(sought) : text.startsWith("/") ? tokens(text) : text.split(/[.[\]/]+/).filter((part) => part !== "");
    return (moment) => moment.patch.some((change) => touches(change.tokens, path));
  },
};

function search() {
  const words = parts.search.value.toLowerCase().match(/(\w+:)?("[^"]*"?|\S+)/g) ?? [];
  query = words.map((word) => {
    const [, key, text] = /^(?:(\w+):)?"?(.*?)"?$/.exec(word);
    const written = [searches[key] || !key ? text : word, JSON.stringify(text).slice(1, -1)];
    return searches[key]?.(text) ?? ((moment) => written.some((piece) => searchText(moment).includes(piece)));
  });
  makeRows();
  parts.found.value = query.length === 0 ? "" : `${rows.length} found`;
  revealRow();
  showRows();
}

// Whether a change at one path also changes the value at another.
function touches(changed, path) {
  return path.slice(0, changed.length).every((token, index) =>
    [changed[index], changed[index].replace(/^[.[]|\]$/g, "")].some((name) => name === token || name.toLowerCase() === token));
}

// Everything that a moment says: command, action, problems, marks and the values that it wrote.
function searchText(moment) {
  moment.searchText ??= [
    commandText(moment), eventText(moment), ...moment.marks, JSON.stringify(moment.patch.map(({ path, value }) => [path, value])),
    ...moment.leftOut.map(({ command }) => command), ...moment.failures.flatMap(({ lines }) => lines), ...moment.issues.flat(),
  ].join("\n").toLowerCase();
  return moment.searchText;
}
