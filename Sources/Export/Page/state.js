// The state as a tree that expands, by pages, with what changed at its place.

const pageSize = 100;
const mostOrigins = 8;
// What the user unfolded and folded, which is kept at other moments.
const unfolded = new Set([""]);
const folded = new Set();
let stateRows = [];
// The elements of the rows, by their paths. A row that stays the same keeps its element.
let drawn = new Map();
// The path of the row that the arrow keys start from.
let chosen = null;
// What differs in the state.
let differing;

function showState() {
  const tree = byID("state");
  const focused = tree.contains(document.activeElement) ? document.activeElement.dataset.path : undefined;
  stateRows = [];
  collect({ name: "state", value: stateAt(selected), path: "", level: 0 }, differing);
  const old = drawn;
  drawn = new Map();
  for (const row of stateRows) {
    const known = old.get(row.path);
    const isSame = known && Object.keys(row).every((key) => known.row[key] === row[key]);
    drawn.set(row.path, { row, item: isSame ? known.item : stateItem(row) });
  }
  for (const [path, { item }] of old) if (drawn.get(path)?.item !== item) item.remove();
  let next = tree.firstChild;
  for (const { item } of drawn.values()) {
    if (item === next) next = next.nextSibling;
    else tree.insertBefore(item, next);
  }
  markChosen();
  if (focused !== undefined && !tree.contains(document.activeElement)) tree.querySelector("[tabindex='0']").focus({ preventScroll: true });
  showWriter();
}

// Adds the rows of a value. A case is one row with the value that it carries.
function collect(row, node) {
  let { value, path } = row;
  const cases = [];
  row.change = node?.change;
  for (let name = caseMember(value); name !== undefined; name = caseMember(value)) {
    path = pointer(path, name);
    value = value[name];
    node = node?.members.get(name);
    row.change ??= node?.change;
    cases.push(name);
  }
  row.count = size(value);
  row.cases = cases.join("(") + ")".repeat(Math.max(0, cases.length - 1));
  row.below = row.change ? 0 : node?.below ?? 0;
  row.hasMembers = row.count > 0 || node?.removed.length > 0;
  row.isOpen = isOpen(row, node?.below > 0 && node.isRevealed);
  stateRows.push(row);
  if (row.isOpen) new Members(path, value, node).collect(0, row.count, row.level + 1);
}

function isOpen(row, isRevealed) {
  return row.hasMembers && (unfolded.has(row.path) || (isRevealed && byID("unfold").checked && !folded.has(row.path)));
}

// The rows of the members of a value. Not all at once: a list may have a million elements.
class Members {
  constructor(path, value, node) {
    Object.assign(this, { path, value, node, keys: Array.isArray(value) ? null : Object.keys(value), removed: node?.removed ?? [] });
  }

  collect(start, end, level) {
    if (end - start <= pageSize) {
      for (let place = start; place < end; place += 1) this.collectMember(place, level);
      if (end === size(this.value)) this.collectRemoved(level, (place) => place === undefined || place >= end);
      return;
    }
    let step = pageSize;
    while ((end - start) / step > pageSize) step *= pageSize;
    const changed = this.changedPlaces();
    for (let from = start; from < end; from += step) {
      const to = Math.min(from + step, end);
      const places = changed.filter((place) => place >= from && place < to);
      const row = this.collectPage(from, to, level, places.length);
      if (!row.isOpen || unfolded.has(row.path)) continue;
      // Of a page that is only unfolded for its changes, these.
      let next = from;
      for (const place of places.slice(0, mostRevealed)) {
        if (place > next) this.collectPage(next, place, level + 1, 0);
        this.collectMember(place, level + 1);
        next = place + 1;
      }
      if (next < to) this.collectPage(next, to, level + 1, Math.max(0, places.length - mostRevealed));
    }
  }

  collectMember(place, level) {
    this.collectRemoved(level, (other) => other === place);
    const name = this.keys ? this.keys[place] : place;
    collect({ name: this.keys ? name : `[${name}]`, value: this.value[name], path: pointer(this.path, name), level }, this.node?.members.get(String(name)));
  }

  collectPage(from, to, level, below) {
    const name = from === to - 1 ? `[${from}]` : `[${from} … ${to - 1}]`;
    const row = { name, path: `${this.path}/${from}…${to}`, level, count: to - from, hasMembers: true, isPage: true, below };
    row.isOpen = isOpen(row, below > 0 && this.node.isRevealed);
    stateRows.push(row);
    if (unfolded.has(row.path)) this.collect(from, to, level + 1);
    return row;
  }

  // The places of the changed members, and those of removed ones.
  changedPlaces() {
    const names = [...this.node?.members.keys() ?? []];
    const places = this.keys ? names.map((name) => this.keys.indexOf(name)) : names.map(Number);
    return [...new Set([...places, ...this.removed.flatMap(({ place }) => place ?? [])])].sort((one, other) => one - other);
  }

  collectRemoved(level, isHere) {
    for (const change of this.removed) if (isHere(change.place)) stateRows.push(removedRow(change, level));
  }
}

function removedRow(change, level) {
  const name = change.path.slice(parentOf(change.path).length + 1);
  return { name: /^\d/.test(name) ? `[${name}]` : name, value: change.old, path: `${change.path}−`, level, count: 0, change, isOpen: false };
}

// The number of members; the indices of a long list are not made for it.
function size(value) {
  if (!isContainer(value)) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

const signs = { added: "+", removed: "−", changed: "●", moved: "↕" };

function stateItem(row) {
  const kind = row.change?.kind;
  const item = element(
    "div",
    {
      role: "treeitem",
      class: `node ${kind ?? ""} ${row.hasMembers && kind !== "changed" ? "whole" : ""}`,
      tabindex: "-1",
      "aria-level": row.level + 1,
      "aria-expanded": row.hasMembers ? String(row.isOpen) : undefined,
      "aria-selected": "false",
      "data-path": row.path,
    },
    element("span", { class: "sign", "aria-hidden": "true" }, signs[kind] ?? (row.below > 0 ? "·" : "")),
    element("span", { class: "twisty", "aria-hidden": "true" }, row.hasMembers ? (row.isOpen ? "▾" : "▸") : ""),
    element("span", { class: "key" }, shown(row.name)),
    ...valueParts(row),
  );
  if (kind) item.append(element("span", { class: "hidden-text" }, ` ${kind}`));
  item.style.setProperty("--level", row.level);
  item.addEventListener("click", () => {
    chosen = row.path;
    if (row.hasMembers) toggle(row);
    focusNode(row.path);
  });
  return item;
}

// The value, and what it was before.
function valueParts(row) {
  const { change, value } = row;
  if (row.isPage) return row.below > 0 && !row.isOpen ? [" ", element("span", { class: "below" }, counted(row.below, "change"))] : [];
  if (change?.kind === "removed") return [": ", element("del", {}, valueText(value))];
  const text = row.isOpen ? row.cases : valueText(value, isContainer(value) ? 160 : 1000);
  const kind = isContainer(value) ? "container" : typeof value === "string" ? "string" : "scalar";
  // What must not be cut off comes before the value.
  const parts = [];
  if (Array.isArray(value) && row.hasMembers) parts.push(" ", element("span", { class: "length" }, counted(row.count, "element")));
  if (change?.kind === "moved") parts.push(" ", element("span", { class: "below" }, `moved from [${change.old}]`));
  if (row.below > 0 && !row.isOpen) parts.push(" ", element("span", { class: "below" }, counted(row.below, "change")));
  if (text !== "") parts.push(": ");
  if (change?.kind === "changed") parts.push(element("del", {}, valueText(change.old, row.count > 0 ? 60 : 300)), " → ");
  parts.push(element(change && change.kind !== "moved" ? "ins" : "span", { class: `value ${kind}` }, text));
  return parts;
}

function toggle(row) {
  (row.isOpen ? unfolded : folded).delete(row.path);
  (row.isOpen ? folded : unfolded).add(row.path);
  showState();
}

// Marks the chosen row, or what remains of the path to it.
function markChosen() {
  let path = chosen ?? "";
  while (path !== "" && !drawn.has(path)) path = parentOf(path);
  for (const { item } of drawn.values()) {
    const isChosen = item === drawn.get(path).item;
    if ((item.getAttribute("tabindex") === "0") !== isChosen) item.setAttribute("tabindex", isChosen ? "0" : "-1");
    const isSelected = String(isChosen && path === chosen);
    if (item.getAttribute("aria-selected") !== isSelected) item.setAttribute("aria-selected", isSelected);
  }
}

function focusNode(path) {
  chosen = path;
  markChosen();
  drawn.get(path)?.item.focus();
  showWriter();
}

// Shows the first change, unless the user has selected a value.
function revealChange() {
  const tree = byID("state");
  const first = stateRows.find((row) => row.change);
  if (chosen !== null || !first || tree.scrollHeight <= tree.clientHeight) return;
  const { item } = drawn.get(first.path);
  const top = item.offsetTop;
  if (top < tree.scrollTop || top + item.offsetHeight > tree.scrollTop + tree.clientHeight) tree.scrollTop = top - tree.clientHeight / 3;
}

// Answers which moment last wrote the chosen value.
function showWriter() {
  const row = drawn.get(chosen)?.row;
  for (const id of ["chosen-changes", "chosen-plot"]) byID(id).hidden = chosen === null || (row !== undefined && isNotValue(row));
  byID("chosen-plot").setAttribute("aria-pressed", String(plotted !== null && plotted === chosen));
  byID("likelihood-plot")?.setAttribute("aria-pressed", String(plotted === likelihood));
  if (chosen === null) {
    byID("blame").textContent = "Select a value to see which moment wrote it.";
    return;
  }
  if (row && isNotValue(row)) {
    byID("blame").textContent = row.isPage ? `${counted(row.count, "element")} of ${pathText(parentOf(row.path))}` : `removed by #${selected.number}`;
    return;
  }
  const name = element("code", {}, shown(pathText(chosen)));
  if (valueAt(stateAt(selected), chosen) === undefined) return refill(byID("blame"), name, ` does not exist at #${selected.number}`);
  const moment = writer(selected, chosen);
  if (!moment.parent) return refill(byID("blame"), name, " has not changed since the start");
  const event = shortened(shown(eventText(moment)));
  const command = moment.first.command ? shortened(shown(moment.first.command)) : event;
  refill(byID("blame"), name, " was written by ", momentLink(moment), ` ${command}`, command === event ? "" : element("span", { class: "sent" }, ` ${event}`),
    ...origins(moment));
}

// What led to a moment: the one that started the effect that sent its action, and so on.
function origins(moment) {
  const parts = [];
  for (let count = 0; moment.sender !== undefined; count += 1) {
    if (count === mostOrigins) return [...parts, " ← …"];
    moment = moments[effects[moment.sender].moment];
    parts.push(" ← ", momentLink(moment), ` ${shortened(shown(moment.first.command ?? eventText(moment)), 60)}`);
  }
  return parts;
}

function isNotValue(row) {
  return row.isPage || row.change?.kind === "removed";
}

function filterByChosen() {
  sought = chosen;
  byID("filter-path").value = pathText(sought);
  filter();
  byID("rows").focus();
}

function stateKey(event) {
  const index = stateRows.findIndex((row) => row.path === event.target.dataset?.path);
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const row = stateRows[index];
  const focus = (other) => other && focusNode(other.path);
  switch (event.key) {
    case "ArrowDown": focus(stateRows[index + 1]); break;
    case "ArrowUp": focus(stateRows[index - 1]); break;
    case "ArrowRight":
      if (row.isOpen) focus(stateRows[index + 1]);
      else if (row.hasMembers) toggle(row);
      break;
    case "ArrowLeft":
      if (row.isOpen) toggle(row);
      else focus(stateRows.slice(0, index).findLast((other) => other.level < row.level));
      break;
    case "Enter": case " ":
      if (row.hasMembers) toggle(row);
      break;
    case "w":
      if (!isNotValue(row)) select(writer(selected, row.path));
      break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
}
