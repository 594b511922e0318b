// The selected moment, the keys, and the address.

let selected = null;
// The path from the start through the selected moment to the end of its branch.
let line = [];
let onLine = new Set();

function isOnLine(moment) {
  return onLine.has(moment);
}

function setLine(tip) {
  line = [];
  for (let moment = tip; moment; moment = moment.parent) line.push(moment);
  line.reverse();
  onLine = new Set(line);
  view = null;
}

function endOfBranch(moment) {
  while (moment.children.length > 0) moment = moment.children[0];
  return moment;
}

function select(moment, keepsAddress = false) {
  if (!moment) return;
  const isNewLine = !isOnLine(moment);
  if (isNewLine) {
    setLine(selected ? endOfBranch(moment) : moments[record.tip]);
    if (!isOnLine(moment)) setLine(endOfBranch(moment));
  }
  selected = moment;
  if (!keepsAddress) {
    history.replaceState(null, "", `#m${moment.number}`);
    byID("address-note").textContent = "";
  }
  // The rows come first, because they read the layout, which what follows changes.
  revealRow();
  showRows();
  showMoment();
  showComparison();
  showScreen();
  if (isNewLine) {
    findSpans();
    showLanes();
  } else if (spans.length > 0) {
    moveCursor();
  }
  showEffectList();
  showSource();
  revealChange();
}

function showComparison() {
  const { found, root } = differences(stateAt(comparedMoment()), stateAt(selected));
  showChanges(found);
  differing = root;
  showState();
}

function comparedMoment() {
  const text = byID("compare").value;
  return (text === "" ? null : moments[Number(text)]) ?? selected.parent ?? selected;
}

function showMoment() {
  refill(byID("moment-heading"), momentLink(selected), element("span", { class: "time" }, ` +${selected.time[1]} `),
    shortened(shown(eventText(selected)), 400));
  const scrubber = byID("scrubber");
  scrubber.max = line.length - 1;
  scrubber.value = selected.depth;
  scrubber.setAttribute("aria-valuetext", `#${selected.number} of ${line.length} moments, ${shortened(shown(rowText(selected)))}`);
  byID("position").textContent = `${selected.depth} / ${line.length - 1}`;
  // A disabled button would lose the focus.
  for (const id of ["back", "undo"]) byID(id).setAttribute("aria-disabled", selected.parent === null);
  for (const id of ["forward", "redo"]) byID(id).setAttribute("aria-disabled", selected === line.at(-1));
  const facts = [
    ["Command", selected.first.command], ["Sent by", effects[selected.sender]?.text], ["Animation", selected.animation],
    ["Marks", selected.marks.join(", ")], ["What-if", selected.trial], ...selected.leftOut.map(({ command, reason }) => ["Left out", `${command} (${reason})`]),
  ];
  byID("facts").replaceChildren(...facts.filter(([, value]) => value).map(([name, value]) =>
    element("div", {}, element("dt", {}, name), element("dd", {}, shown(value)))));
  const problems = [
    ...selected.failures.map((lines) => element("pre", { class: "problem difference" }, ...differenceLines(lines))),
    ...(selected.issues ?? []).map(({ site, message }) => element("p", { class: "problem failed" }, `${shown(site)}: ${shownLines(message)}`)),
  ];
  byID("problems").replaceChildren(...problems);
  byID("moment").classList.toggle("tall", problems.length > 0);
}

// A report, with what was expected next to what there was instead.
function differenceLines(lines) {
  const kinds = { "- ": "del", "+ ": "ins" };
  return lines.map((text) => element(kinds[text.slice(0, 2)] ?? "span", {}, `${shown(text)}\n`));
}

// The lines of the feature that created the effect of the moment: the one that sent its action, or else that it started.
function showSource() {
  const started = (selected.started ?? []).find((effect) => record.sources[effects[effect].site]);
  const effect = selected.sender ?? started;
  const site = effect === undefined ? undefined : effects[effect].site;
  const source = record.sources[site];
  byID("source-section").hidden = source === undefined;
  if (source === undefined) return;
  byID("source-note").textContent = `${shown(site)}, ${selected.sender === undefined ? "the effect that this moment started" : "the effect that sent the action"}`;
  const place = Number(site.slice(site.lastIndexOf(":") + 1));
  const indentation = Math.min(...source.lines.filter((text) => text.trim() !== "").map((text) => text.search(/\S/)));
  byID("source").replaceChildren(...source.lines.map((text, index) =>
    element(source.line + index === place ? "mark" : "span", { class: "code-line" },
      element("span", { class: "line-number" }, String(source.line + index)), `${shown(text.slice(indentation))}\n`)));
}

function showScreen() {
  const presentations = selected.screen ?? [];
  const boxes = presentations.map((presentation) => {
    const box = element("div", { class: "presented" }, element("p", { class: "path" }, `${presentation.style} ${shown(presentation.path)}`));
    const prompt = presentation.prompt;
    if (!prompt) return box;
    if (prompt.title) box.append(element("h3", {}, shown(prompt.title)));
    if (prompt.message) box.append(element("p", {}, shownLines(prompt.message)));
    box.append(element("ul", { class: "buttons" }, ...prompt.buttons.map((button) =>
      element("li", { class: button.role }, shown(button.label)))));
    return box;
  });
  byID("screen").replaceChildren(...(boxes.length > 0 ? boxes : [element("p", { class: "none" }, "nothing is presented")]));
}

// Undo and redo go by commands, as in the shell.
function undone() {
  return selected.first.parent ?? selected;
}

function redone() {
  let index = selected.depth + 1;
  while (index + 1 < line.length && !line[index + 1].isFirst) index += 1;
  return line[Math.min(index, line.length - 1)];
}

// Goes on by a moment from time to time, up to the end of the branch.
let playing = null;

function play() {
  if (playing === null && selected === line.at(-1)) select(line[0]);
  setPlaying(playing === null);
}

function setPlaying(isPlaying) {
  clearInterval(playing);
  playing = isPlaying ? setInterval(playOn, 700) : null;
  byID("play").setAttribute("aria-pressed", String(isPlaying));
  byID("play").textContent = isPlaying ? "❚❚" : "▶";
}

function playOn() {
  select(line[selected.depth + 1]);
  if (selected === line.at(-1)) setPlaying(false);
}

function neighbourRow(step) {
  const index = rows.indexOf(selected);
  if (index >= 0) return rows[index + step];
  // The selected moment is filtered out.
  return step > 0 ? rows.find((moment) => moment.number > selected.number) : rows.findLast((moment) => moment.number < selected.number);
}

// What the buttons do, by their ids, and the other keys.
const actions = {
  play, undo: () => select(undone()), redo: () => select(redone()), back: () => select(selected.parent),
  forward: () => select(line[selected.depth + 1]), "compare-branches": compareBranches, "help-button": () => byID("help").showModal(),
  "zoom-in": () => zoom(0.5), "zoom-out": () => zoom(2), "zoom-fit": fit, "pan-left": () => pan(-0.5), "pan-right": () => pan(0.5),
  "chosen-changes": filterByChosen, "chosen-plot": plotChosen, "likelihood-plot": plotLikelihood,
  ArrowUp: () => select(neighbourRow(-1)), ArrowDown: () => select(neighbourRow(1)), Home: () => select(line[0]),
  End: () => select(line.at(-1)), "/": () => byID("filter-text").focus(),
};
const keys = { u: "undo", r: "redo", p: "play", c: "compare-branches", "?": "help-button", ArrowLeft: "back", ArrowRight: "forward" };

function key(event) {
  if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=range], [type=checkbox]), select")) {
    if (event.key === "Escape") byID("rows").focus();
    return;
  }
  const action = actions[keys[event.key] ?? event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

// An address without a moment leads to the current one, in a report to that of the failure.
function followAddress() {
  const name = location.hash.slice(1);
  const moment = moments[/^m(\d+)$/.exec(name)?.[1] ?? (name === "" ? record.opened : -1)];
  byID("address-note").textContent = moment ? ""
    : `The address names no moment: '${shortened(shown(name), 40)}'. The moments are #m0 to #m${moments.length - 1}.`;
  if (moment && moment !== selected) select(moment, true);
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function start() {
  byID("compare").max = moments.length - 1;
  byID("compare-branches").hidden = record.comparisons.length === 0;
  if (record.comparisons.length > 0) fillPaths();
  const inputs = {
    unfold: showComparison, compare: showComparison, scrubber: () => select(line[Number(byID("scrubber").value)]),
    filters: filter, axis: fit, "left-path": showRightPaths, "right-path": showCompared,
  };
  for (const [id, action] of Object.entries(inputs)) byID(id).addEventListener("input", action);
  for (const [id, action] of Object.entries(actions)) byID(id)?.addEventListener("click", action);
  byID("rows").addEventListener("scroll", showRows, { passive: true });
  byID("state").addEventListener("keydown", stateKey);
  byID("comparison").addEventListener("click", (event) => { if (event.target.matches("a")) byID("comparison").close(); });
  byID("filters").addEventListener("submit", (event) => event.preventDefault());
  for (const type of ["pointerdown", "pointermove"]) byID("lanes").addEventListener(type, lanesPointer);
  // Without time, all moments would be at the same place.
  if (moments.every((moment) => moment.time[0] === 0)) byID("axis").value = "moment";
  document.addEventListener("keydown", key);
  window.addEventListener("hashchange", followAddress);
  window.addEventListener("resize", () => { showRows(); showLanes(); });
  followAddress();
  if (!selected) select(moments[record.opened], true);
}

start();
