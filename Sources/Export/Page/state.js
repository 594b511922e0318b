// The state as a tree that expands, by pages.

const pageSize = 100;
const expanded = new Set([""]);
const pages = new Map();
let stateRows = [];
let changedPaths = [];

function showState() {
  const tree = byID("state");
  const focused = tree.contains(document.activeElement) ? document.activeElement.dataset.path : undefined;
  stateRows = [];
  collect("state", stateAt(selected), "", 0);
  const items = stateRows.map(stateItem);
  tree.replaceChildren(...items);
  const place = stateRows.findIndex((entry) => entry.path === focused);
  items[Math.max(place, 0)]?.setAttribute("tabindex", "0");
  if (place >= 0) items[place].focus();
}

function collect(name, value, path, level) {
  const count = size(value);
  const isOpen = count > 0 && expanded.has(path);
  stateRows.push({ name, value, path, level, count, isOpen });
  if (!isOpen) return;
  const limit = pages.get(path) ?? pageSize;
  // Not all keys at once: a list may have a million elements.
  const keys = Array.isArray(value) ? Array.from({ length: Math.min(count, limit) }, (_, index) => index) : Object.keys(value).slice(0, limit);
  for (const key of keys) collect(String(key), value[key], pointer(path, key), level + 1);
  if (count > limit) stateRows.push({ path: `${path}/…`, level: level + 1, rest: count - limit, of: path, count: 0 });
}

// The number of members; the indices of a long list are not made for it.
function size(value) {
  if (!isContainer(value)) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function stateItem(entry) {
  const isChanged = entry.rest === undefined && changedPaths.some((path) => touches(path, entry.path));
  const item = element(
    "div",
    {
      role: "treeitem",
      class: isChanged ? "node changed" : "node",
      tabindex: "-1",
      "aria-level": entry.level + 1,
      "aria-expanded": entry.count > 0 ? String(entry.isOpen) : undefined,
      "aria-selected": "false",
      "data-path": entry.path,
    },
  );
  item.style.paddingLeft = `${8 + 16 * entry.level}px`;
  if (entry.rest !== undefined) {
    item.append(element("span", { class: "more" }, `show more: ${entry.rest} of ${entry.rest + (pages.get(entry.of) ?? pageSize)} are hidden`));
    item.addEventListener("click", () => showMore(entry.of));
    return item;
  }
  const length = Array.isArray(entry.value) ? `[${entry.count}] ` : "";
  item.append(
    element("span", { class: "twisty", "aria-hidden": "true" }, entry.count > 0 ? (entry.isOpen ? "▾" : "▸") : "·"),
    element("span", { class: "key" }, shown(entry.name)), ": ",
    element("span", { class: "value" }, entry.isOpen ? length || "{…}" : length + valueText(entry.value)),
  );
  if (isChanged) item.append(element("span", { class: "hidden-text" }, " changed"));
  const who = element("button", { type: "button", class: "who", tabindex: "-1", "aria-label": `Who wrote ${shown(entry.path) || "the state"}?` }, "who?");
  who.addEventListener("click", (event) => {
    event.stopPropagation();
    showWriter(entry.path);
  });
  item.append(who);
  item.addEventListener("click", () => toggle(entry.path, entry.count));
  return item;
}

function toggle(path, count) {
  if (count === 0) return;
  if (!expanded.delete(path)) expanded.add(path);
  showState();
  focusNode(path);
}

function showMore(path) {
  pages.set(path, (pages.get(path) ?? pageSize) + pageSize);
  showState();
}

function focusNode(path) {
  const items = byID("state").children;
  const index = stateRows.findIndex((entry) => entry.path === path);
  if (index < 0) return;
  for (const item of items) item.setAttribute("tabindex", "-1");
  items[index].setAttribute("tabindex", "0");
  items[index].focus();
}

// Answers which moment last wrote the value at a path.
function showWriter(path) {
  const moment = writer(selected, path);
  const name = element("code", {}, shown(path) || "/");
  byID("blame").replaceChildren(
    ...(moment.parent
      ? [name, " was written by ", momentLink(moment), ` ${shortened(shown(eventText(moment)))}`,
        moment.first.command ? `, command: ${shortened(shown(moment.first.command))}` : ""]
      : [name, " has not changed since the start"]),
  );
}

function stateKey(event) {
  const index = stateRows.findIndex((entry) => entry.path === event.target.dataset?.path);
  if (index < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
  const entry = stateRows[index];
  const parent = entry.path.slice(0, entry.path.lastIndexOf("/"));
  switch (event.key) {
    case "ArrowDown": focusNode(stateRows[Math.min(index + 1, stateRows.length - 1)].path); break;
    case "ArrowUp": focusNode(stateRows[Math.max(index - 1, 0)].path); break;
    case "ArrowRight":
      if (entry.count > 0 && !entry.isOpen) toggle(entry.path, entry.count);
      else if (entry.isOpen) focusNode(stateRows[index + 1].path);
      break;
    case "ArrowLeft":
      if (entry.isOpen) toggle(entry.path, entry.count);
      else if (entry.path !== "") focusNode(parent);
      break;
    case "Enter": case " ":
      if (entry.rest !== undefined) showMore(entry.of);
      else toggle(entry.path, entry.count);
      break;
    case "w":
      if (entry.rest === undefined) showWriter(entry.path);
      break;
    default: return;
  }
  event.preventDefault();
  event.stopPropagation();
}
