// The list of commands, of which only the visible rows are in the page.

const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 26;
const railX = (rail) => 10 + 12 * Math.min(rail, 8);
const railsWidth = chains.reduce((most, { rail }) => Math.max(most, railX(rail)), 0) + 8;
// The commands whose moments have rows.
const opened = new Set();
let rows = [];
// The key of the selected row.
let selectedKey = null;
// Whether a moment or a note is shown.
let query = () => true;

// A row for each command, and below it those of its moments, if it is open, of its failures, and of what a what-if left out. A row
// covers the moments from a number to another one; those between moments have none.
function makeRows() {
  rows = [];
  for (const first of commands) {
    const inside = momentsOf(first);
    const found = inside.filter(query);
    const hasMore = inside.length > 1;
    const isOpen = hasMore && opened.has(first);
    const from = isOpen ? first.number - 0.5 : first.number;
    if (found.length > 0) rows.push({ key: `command${first.number}`, style: "command", text: commandText(first), moment: found.at(-1), from, to: isOpen ? from : first.last.number, isOpen, hasMore, problem: inside.some(({ issues }) => issues.length > 0) && "issue" });
    if (isOpen) {
      for (const moment of found) rows.push({ key: `moment${moment.number}`, style: "moment", text: eventText(moment), moment, from: moment.number, to: moment.number, problem: moment.issues.length > 0 && "issue" });
    }
    for (const moment of inside) {
      for (const note of [...moment.failures, ...moment.leftOut].filter(query)) {
        const between = moment.number + 0.5;
        const [style, problem] = note.lines ? ["failure", "failed"] : ["left-out"];
        rows.push({ key: note.key, style, text: note.command ?? note.lines[0], moment, from: between, to: between, problem });
      }
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
      // What was undone looks like other branches.
      class: `row ${style} ${!isOnLine(moment.number) || (moment.number > record.current && isOnLine(record.current)) ? "aside" : ""} ${problem ? "failed" : ""}`,
      "aria-level": style === "command" ? 1 : 2,
      "aria-posinset": index + 1,
      "aria-setsize": rows.length,
      "aria-selected": String(row.key === selectedKey),
      "aria-expanded": row.hasMore && String(isOpen),
    },
    rails(row, isNote),
    span("number", !isNote && !isOpen && `#${moment.number}`),
    span("twisty", row.hasMore && (isOpen ? "▾" : "▸")),
    origin(moment) === "effect" && style === "moment" && element("span", { class: "by-effect", title: "sent by an effect" }, "▲"),
    span("text", shortened(row.text)),
    ...marks.map((mark) => mark && span("mark", shortened(mark, 40))),
    problem && span("problem", problem),
    rows[index - 1]?.moment.time !== moment.time && span("time", `+${moment.time}`),
  );
  item.style = `top:${index * rowHeight}px;height:${rowHeight}px`;
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

function selectRow({ moment, key } = {}) {
  select(moment, key);
}

function toggleRow({ key, moment: { first } }) {
  if (!opened.delete(first)) opened.add(first);
  makeRows();
  select(first.last, key);
}

function showRows() {
  const { rows: list } = parts;
  const start = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  filled(parts.rowsInner, ...rows.slice(start, start + Math.ceil(list.clientHeight / rowHeight) + 10).map((row, place) => rowItem(row, start + place)));
  list.setAttribute("aria-activedescendant", list.querySelector("[aria-selected=true]")?.id ?? "");
}

function revealRow() {
  const { rows: list } = parts;
  const top = selectedIndex() * rowHeight;
  if (top < 0) return;
  list.scrollTop = Math.max(Math.min(list.scrollTop, top), top + rowHeight - list.clientHeight);
}

// What a filter of the search box asks for: a test of a moment or a note, or what is wrong with it.
const filters = {
  __proto__: null,
  action: (text) => ({ action }) => action?.toLowerCase().includes(text.toLowerCase()),
  by: (text) => ["typed", "effect", "clock"].includes(text) && ((item) => origin(item) === text),
  // A failure has lines.
  is: (text) => text === "problem" && (({ lines, issues }) => lines ?? issues?.length > 0),
  changed(text) {
    const path = pathParts(text);
    const values = moments.map((moment) => path.reduce(memberOf, stateAt(moment)));
    if (values.every((value) => value === undefined)) return `No moment has a value at '${text}'. 'log --changed' in the shell takes any expression.`;
    return ({ number, parent }) => parent && isOther(values[parent.number], values[number]);
  },
};

function search() {
  const words = parts.search.value.match(/(\w+:)?("[^"]*"?|(\[[^\]]*\]|\S)+)/g) ?? [];
  const tests = words.map((word) => {
    const [, key, text] = /^(?:(\w+):)?"?(.*?)"?$/.exec(word);
    if (key) return filters[key]?.(text) || `There is no filter '${word}': search for action:, by:typed, by:effect, by:clock, changed: or is:problem, or put text in quotation marks.`;
    const sought = text.toLowerCase().replace(/^#\d+$/, "$& ");
    return (item) => searchText(item).includes(sought);
  });
  const problem = tests.find((test) => test.at);
  query = (item) => !problem && tests.every((test) => test(item));
  makeRows();
  parts.found.value = problem ?? (tests.length === 0 ? "" : `${rows.filter(({ style }) => style !== "moment").length} found`);
  revealRow();
  showRows();
}

// Everything that a moment says: command, action, problems, marks, effects and the values that it wrote. Or what failed or was left out.
function searchText(item) {
  item.searchText ??= (item.first ? [
    `#${item.number} `, commandText(item), eventText(item), ...item.marks, JSON.stringify(item.patch.map(({ path, value }) => [path, value])), ...item.issues.flat(), ...item.started, effects[item.sender]?.name,
  ] : [item.command, item.reason, ...item.lines ?? []]).join("\n").toLowerCase();
  return item.searchText;
}
