// The tree of moments, as rows of which only the visible ones are in the page.

const rowHeight = matchMedia("(pointer: coarse)").matches ? 44 : 26;
// A branch that leaves the line is drawn before the rest of it, indented.
const allRows = [];
{
  const pending = [[moments[0], 0]];
  while (pending.length > 0) {
    const [moment, indent] = pending.pop();
    moment.indent = indent;
    allRows.push(moment);
    const [next, ...branches] = moment.children;
    if (next) pending.push([next, indent]);
    for (const branch of branches.reverse()) pending.push([branch, indent + 1]);
  }
}
let rows = allRows;

function rowText(moment) {
  return moment.isFirst && moment.command ? moment.command : eventText(moment);
}

// The command, and what it sent. What an effect sent has the sign of the lanes.
function rowParts(moment) {
  if (moment.isFirst) {
    const sent = moment.action !== undefined && moment.action !== moment.command ? ` ${shown(moment.action)}` : "";
    return [element("span", { class: "command" }, shortened(shown(rowText(moment)))), element("span", { class: "sent" }, shortened(sent))];
  }
  const sign = origin(moment) === "effect" ? element("span", { class: "by-effect", title: "sent by an effect" }, "▲ ") : null;
  return [sign, shortened(shown(eventText(moment)))].filter((part) => part !== null);
}

function isProblem(moment) {
  return moment.failures.length > 0 || moment.issues !== undefined;
}

function row(moment, index) {
  const isSelected = moment === selected;
  const item = element(
    "div",
    {
      role: "treeitem",
      id: `row${moment.number}`,
      class: isOnLine(moment) ? "row" : "row aside",
      "aria-level": moment.indent + 1,
      "aria-posinset": index + 1,
      "aria-setsize": rows.length,
      "aria-selected": isSelected ? "true" : "false",
    },
    element("span", { class: "number" }, `#${moment.number}`),
    element("span", { class: "time" }, `+${moment.time[1]}`),
    element("span", { class: "text" }, ...rowParts(moment)),
    ...moment.marks.map((mark) => element("span", { class: "mark" }, shown(mark))),
    moment.trial && element("span", { class: "mark" }, shortened(shown(moment.trial), 40)),
    ...moment.leftOut.map((leftOut) => element("span", { class: "mark left-out" },
      element("span", { class: "hidden-text" }, "left out: "), element("s", {}, shortened(shown(leftOut.command), 40)))),
    isProblem(moment) ? element("span", { class: "problem" }, moment.failures.length > 0 ? "failed" : "issue") : null,
    moment.number === record.current ? element("span", { class: "mark" }, "current") : null,
  );
  item.style.top = `${index * rowHeight}px`;
  item.style.height = `${rowHeight}px`;
  item.style.setProperty("--indent", Math.min(moment.indent, 12));
  item.addEventListener("click", () => select(moment));
  return item;
}

// What the rows in the page show: while that stays the same, only the selection changes.
let shownRows = {};

function showRows() {
  const list = byID("rows");
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - 5);
  const count = Math.ceil(list.clientHeight / rowHeight) + 10;
  if (shownRows.rows === rows && shownRows.first === first && shownRows.count === count && shownRows.line === line) {
    list.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    document.getElementById(`row${selected.number}`)?.setAttribute("aria-selected", "true");
  } else {
    shownRows = { rows, first, count, line };
    byID("rows-inner").replaceChildren(...rows.slice(first, first + count).map((moment, index) => row(moment, first + index)));
  }
  const isVisible = document.getElementById(`row${selected.number}`) !== null;
  if (isVisible) list.setAttribute("aria-activedescendant", `row${selected.number}`);
  else list.removeAttribute("aria-activedescendant");
}

function revealRow() {
  const index = rows.indexOf(selected);
  const list = byID("rows");
  // The list cannot scroll further than its contents reach.
  byID("rows-inner").style.height = `${rows.length * rowHeight}px`;
  if (index < 0) return;
  const top = index * rowHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
}

// The path whose changes are sought while the field shows it, because not every key can be read from its text.
let sought = "";

// The filters. All that are filled in must match.
function filter() {
  const text = byID("filter-text").value.toLowerCase();
  const action = byID("filter-action").value.toLowerCase();
  const kind = byID("filter-origin").value;
  const field = byID("filter-path").value;
  const path = field === pathText(sought) ? tokens(sought) : pathTokens(field);
  rows = allRows.filter((moment) =>
    (kind === "" || (kind === "problem" ? isProblem(moment) : origin(moment) === kind)) &&
    (action === "" || (moment.action ?? "").toLowerCase().includes(action)) &&
    (path.length === 0 || moment.patch.some((change) => touches(change.tokens, path))) &&
    (text === "" || searchText(moment).includes(text) || searchText(moment).includes(asJSON(text))));
  byID("filter-count").value = rows === allRows || rows.length === allRows.length ? "" : `${rows.length} of ${allRows.length}`;
  revealRow();
  showRows();
}

// Whether a change at one path also changes the value at another.
function touches(changed, path) {
  const length = Math.min(changed.length, path.length);
  for (let index = 0; index < length; index += 1) {
    if (changed[index] !== path[index] && changed[index].replace(/^[.[]|\]$/g, "") !== path[index]) return false;
  }
  return true;
}

// The tokens of an expression, or of a JSON pointer, which can name any key.
function pathTokens(text) {
  return text.startsWith("/") ? tokens(text) : text.split(/[.[\]/]+/).filter((part) => part !== "");
}

function asJSON(text) {
  return JSON.stringify(text).slice(1, -1);
}

// Everything that a moment says: command, action, problems, marks and the values that it wrote.
function searchText(moment) {
  moment.searchText ??= [
    moment.first.command ?? "", eventText(moment), ...moment.marks, JSON.stringify(moment.patch),
    ...moment.leftOut.map((leftOut) => leftOut.command), ...moment.failures.flat(), ...(moment.issues ?? []).map((issue) => issue.message),
  ].join("\n").toLowerCase();
  return moment.searchText;
}
