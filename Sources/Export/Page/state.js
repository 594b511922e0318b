// The state as a tree, unfolded until the pane is full, with what changed at its place.

const pageSize = 100;
// What the user opened and closed, by path, which is kept at other moments.
const folds = new Map();
let stateRows = [];
// The path of the value that is asked about.
let chosen = null;
// The changes by path, and the paths of the values in which they are, with their numbers.
let marks = new Map();
let marked = new Map();

function showState() {
  const { state: tree } = parts;
  const isFocused = tree.contains(document.activeElement);
  marks = new Map();
  marked = new Map();
  for (const change of currentChanges()) {
    marks.set(change.kind === "removed" ? `${change.path}−` : change.path, change);
    for (let { path } = change; path !== ""; marked.set(path, (marked.get(path) ?? 0) + 1)) path = parentOf(path);
  }
  const root = described({ name: "state", value: stateAt(selected), path: "", level: 0 });
  const auto = unfolded(root, Math.floor(tree.clientHeight / 24) - 2);
  stateRows = [];
  const collect = (row) => {
    stateRows.push(row);
    row.isOpen = row.count > 0 && (folds.get(row.path) ?? auto.has(row.path));
    if (row.isOpen) membersOf(row).forEach(collect);
  };
  collect(root);
  filled(tree, ...stateRows.map(stateItem));
  if (chosen === null) tree.querySelector("[data-mark]")?.scrollIntoView({ block: "nearest" });
  const item = markChosen();
  if (isFocused) item.focus({ preventScroll: true });
}

// The paths to unfold: first to what changed, then level by level while there is room.
function unfolded(root, room) {
  const paths = new Set();
  for (let level = [root]; level.length > 0;) {
    const next = [];
    for (const row of level.toSorted((one, other) => (other.below > 0) - (one.below > 0))) {
      if (row.count === 0 || row.end || (row.count > room && row.below === 0)) continue;
      const members = membersOf(row);
      paths.add(row.path);
      room -= members.length;
      next.push(...members);
    }
    level = next;
  }
  return paths;
}

// A case is one row with the value that it carries.
function described(row) {
  let { value, path } = row;
  const cases = [];
  row.mark = marks.get(path);
  for (let name = caseMember(value); name !== undefined; name = caseMember(value)) {
    path = pointer(path, name);
    value = value[name];
    row.mark ??= marks.get(path);
    cases.push(name);
  }
  row.container = { value, path };
  row.below = row.mark ? 0 : marked.get(path) ?? 0;
  row.count = isContainer(value) && row.mark?.kind !== "removed" ? (Array.isArray(value) ? value : Object.keys(value)).length || row.below : 0;
  row.cases = cases.join("(") + ")".repeat(Math.max(0, cases.length - 1));
  return row;
}

// The rows of the members of a value, or of a page of them. Not all at once: a list may have a million elements. Of a long one, what
// changed is between pages.
function membersOf({ container, level, start = 0, end }) {
  const { value, path } = container;
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const size = (keys ?? value).length;
  const last = end ?? size;
  const here = [...marks.values()].filter((mark) => mark.path.startsWith(`${path}/`));
  const gone = here.filter((mark) => mark.kind === "removed" && parentOf(mark.path) === path);
  const places = here.slice(0, 20).map((mark) => Number(mark.tokens[tokens(path).length]));
  const found = [];
  const add = (name, own, member) => found.push(described({ name: keys ? name : `[${name}]`, path: own, level: level + 1, value: member }));
  const addGone = (test) => gone.filter((mark) => test(keys ? size : Number(mark.tokens.at(-1)))).forEach((mark) => add(mark.tokens.at(-1), `${mark.path}−`, mark.old));
  let step = 1;
  while ((last - start) / step > pageSize) step *= pageSize;
  for (let from = start, to; from < last; from = to) {
    const isOne = step === 1 || places.includes(from);
    to = isOne ? from + 1 : Math.min(last, (Math.floor(from / step) + 1) * step, ...places.filter((place) => place > from));
    const name = keys ? keys[from] : from;
    addGone((place) => place === from);
    if (isOne) add(name, pointer(path, name), value[name]);
    else found.push({ name: `[${from} … ${to - 1}]`, path: `${path}/${from}…${to}`, level: level + 1, container, start: from, end: to, count: to - from, below: 0 });
  }
  if (last === size) addGone((place) => place >= size);
  return found;
}

const signs = { added: "+", removed: "−", changed: "●", moved: "↕" };

function stateItem(row) {
  const kind = row.mark?.kind;
  const item = element(
    "div",
    {
      role: "treeitem",
      class: "node",
      "aria-level": row.level + 1,
      "aria-expanded": row.count > 0 && String(row.isOpen),
      "data-path": row.path,
      "data-mark": kind,
    },
    span("sign", signs[kind]), span("twisty", row.count > 0 && (row.isOpen ? "▾" : "▸")), span("key", row.name),
    ...(row.end ? [] : valueParts(row)),
    kind && span("hidden-text", ` ${kind}`),
  );
  item.style.setProperty("--level", row.level);
  item.addEventListener("click", (event) => {
    if (row.end || event.target.matches(".twisty")) fold(row);
    else focusNode(row);
  });
  return item;
}

// The value, and what it was before.
function valueParts({ mark, value, container, count, below, isOpen, cases }) {
  const kind = mark?.kind;
  const text = isOpen ? cases : valueText(value, isContainer(value) ? 160 : 1000);
  // What must not be cut off comes before the value.
  const notes = [Array.isArray(container.value) && count > 0 && counted(container.value.length, "element"), kind === "moved" && `moved from [${mark.from}]`,
    below > 0 && !isOpen && counted(below, "change")].filter(Boolean).join(", ");
  return [
    notes && span("quiet", ` ${notes}`), text && ": ",
    ...(kind === "changed" ? [element("del", {}, valueText(mark.old, count > 0 ? 60 : 300)), " → "] : []),
    element({ removed: "del", added: "ins", changed: "ins" }[kind] ?? "span", {}, text),
  ];
}

function fold(row) {
  if (row.count === 0) return;
  folds.set(row.path, !row.isOpen);
  showState();
}

// Marks the chosen row, or what remains of the path to it, and says who wrote its value.
function markChosen() {
  const items = new Map(Array.from(parts.state.children, (item) => [item.dataset.path, item]));
  let path = chosen ?? "";
  while (!items.has(path)) path = parentOf(path);
  for (const [own, item] of items) {
    item.tabIndex = own === path ? 0 : -1;
    item.ariaSelected = own === chosen;
  }
  const isValue = chosen !== null && marks.get(chosen)?.kind !== "removed";
  parts.askWhy.hidden = parts.findChanges.hidden = !isValue;
  filled(parts.blame, ...(isValue ? writerWords() : [chosen === null ? "Choose a value to see which moment wrote it." : `removed by #${selected.number}`]));
  return items.get(path);
}

function writerWords() {
  const name = element("code", {}, pathText(chosen));
  if (valueOf(stateAt(selected), tokens(chosen)) === undefined) return [name, ` does not exist at #${selected.number}`];
  const [write] = writes(selected, chosen, 1);
  return write ? [name, " was written by ", ...momentWords(write.moment), ...origins(write.moment)] : [name, " has not changed since the start"];
}

function focusNode(row) {
  if (!row) return;
  if (!row.end) chosen = row.path;
  (row.end ? Array.from(parts.state.children)[stateRows.indexOf(row)] : markChosen()).focus();
}

function stateKey(event) {
  const index = stateRows.findIndex(({ path }) => path === event.target.dataset?.path);
  const row = stateRows[index];
  const acts = {
    ArrowDown: () => focusNode(stateRows[index + 1]),
    ArrowUp: () => focusNode(stateRows[index - 1]),
    ArrowRight: () => row.isOpen ? focusNode(stateRows[index + 1]) : fold(row),
    ArrowLeft: () => row.isOpen ? fold(row) : focusNode(stateRows.slice(0, index).findLast(({ level }) => level < row.level)),
    Enter: () => fold(row),
    " ": () => fold(row),
  };
  if (!row || event.altKey || event.ctrlKey || event.metaKey || !acts[event.key]) return;
  acts[event.key]();
  event.preventDefault();
  event.stopPropagation();
}
