// The selected moment, the keys, and the address.

let selected = null;
// The path from the start through the selected moment to the end of its branch.
let line = [];
let addressing;

function isOnLine(number) {
  return line[moments[number].depth] === moments[number];
}

function setLine(tip) {
  line = [];
  for (let moment = tip; moment; moment = moment.parent) line.push(moment);
  line.reverse();
  findSpans();
  setRange(0, Infinity);
}

function select(moment, key = moment && keyOf(moment), keepsAddress = false) {
  if (!moment) return;
  [selected, selectedKey] = [moment, key];
  if (!isOnLine(moment.number)) setLine(moments[moment.chain.end]);
  if (!keepsAddress) {
    // Browsers limit how often it changes.
    clearTimeout(addressing);
    addressing = setTimeout(() => history.replaceState(null, "", `#m${moment.number}`), 100);
    parts.addressNote.textContent = "";
  }
  const focused = document.activeElement;
  // The rows come first, because they read the layout, which what follows changes.
  revealRow();
  showRows();
  const half = (range[1] - range[0]) / 2;
  if (range[0] <= moment.depth && moment.depth <= range[1]) showCursor();
  else setRange(moment.depth - half, moment.depth + half);
  showPane();
  // What had the focus may be gone.
  if (focused !== document.body && document.activeElement === document.body) parts.rows.focus({ preventScroll: true });
}

function findChanges() {
  parts.search.value = `changed:${pathText(chosen, stateAt(selected))}`;
  search();
  parts.rows.focus();
}

// What the buttons do, by their ids, and the keys.
const actions = {
  compareBranches, findChanges, helpButton: () => parts.help.showModal(), askWhy: () => openTab("why"),
  zoomIn: () => zoom(0.5), zoomOut: () => zoom(2), fit: () => setRange(0, Infinity),
};
const keys = {
  ArrowLeft: () => select(selected.parent), ArrowRight: () => select(line[selected.depth + 1]), Home: () => select(line[0]), End: () => select(line.at(-1)),
  ArrowUp: () => selectRow(rows[selectedIndex() - 1]), ArrowDown: () => selectRow(rows[selectedIndex() + 1]),
  "/": () => parts.search.focus(), "?": actions.helpButton, c: compareBranches, "+": actions.zoomIn, "-": actions.zoomOut, 0: actions.fit,
  w: () => chosen !== null && select(writes(selected, chosen, 1)[0]?.moment),
};
Object.keys(panels).forEach((name, index) => {
  actions[`tab-${name}`] = keys[index + 1] = () => openTab(name);
});

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target === parts.search) {
    const isResult = ["Enter", "ArrowDown"].includes(event.key);
    if (isResult) {
      event.preventDefault();
      selectRow(rows[0]);
    }
    if (isResult || event.key === "Escape") parts.rows.focus();
    return;
  }
  const row = rows[selectedIndex()];
  const isToggle = event.target === parts.rows && ["Enter", " "].includes(event.key) && row?.hasMore;
  const action = isToggle ? () => toggleRow(row) : keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

// An address without a moment leads to the current one, in a report to that of the failure.
function followAddress() {
  const name = location.hash.slice(1);
  const moment = moments[/^m(\d+)$/.exec(name)?.[1] ?? (name === "" ? record.opened : -1)];
  filled(parts.addressNote, !moment && `The address names no moment: '${shortened(name, 40)}'. The moments are #m0 to #m${moments.length - 1}.`);
  const goal = moment ?? selected ?? moments[record.opened];
  if (goal !== selected) select(goal, keyOf(goal), true);
}

function start() {
  if (record.comparisons.length > 0) showLeftPaths();
  parts["tab-app"].hidden = record.views === 0 && moments.every(({ screen }) => screen.length === 0);
  parts["tab-exploration"].hidden = !parts.exploration;
  if (!parts["tab-app"].hidden) tab = "app";
  for (const [id, action] of Object.entries(actions)) parts[id].addEventListener("click", action);
  for (const [id, action] of Object.entries({ search, leftPath: showRightPaths, rightPath: showCompared })) parts[id].addEventListener("input", action);
  parts.rows.addEventListener("scroll", showRows);
  parts.state.addEventListener("keydown", stateKey);
  parts.comparison.addEventListener("click", ({ target }) => target.matches("a") && parts.comparison.close());
  for (const type of ["pointerdown", "pointermove"]) parts.strip.addEventListener(type, stripPointer);
  parts.strip.addEventListener("pointerleave", showCursor);
  parts.strip.addEventListener("wheel", stripWheel, { passive: false });
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("resize", () => { showRows(); showStrip(); showPane(); });
  makeRows();
  followAddress();
}

start();
