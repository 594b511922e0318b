// The pane: the moment, and what it looks like, changed and was caused by.

const wide = matchMedia("(min-width: 1700px)");
let tab = "state";

// What a panel shows is made when it is shown.
const panels = { app: showApp, changes: showChanges, state: showState, why: showWhy, source: showSource, exploration() {} };

function openTab(name) {
  if (parts[`tab-${name}`].hidden) return;
  tab = name;
  showPane();
}

// On a wide screen, what the app looks like is always shown.
function showPane() {
  showMoment();
  const open = wide.matches && tab === "app" ? "changes" : tab;
  for (const name in panels) {
    const button = parts[`tab-${name}`];
    const isShown = name === open || (name === "app" && wide.matches && !button.hidden);
    button.ariaPressed = name === open;
    parts[`panel-${name}`].hidden = !isShown;
  }
  // A panel reads the layout, to which all belong.
  for (const name in panels) if (!parts[`panel-${name}`].hidden) panels[name]();
}

function baseMoment() {
  return (isWhole() ? selected.first : selected).parent ?? selected;
}

function currentChanges() {
  return changesOf(baseMoment(), isWhole() ? selected.net : selected.patch);
}

function showMoment() {
  const failure = selected.failures.find(({ key }) => key === selectedKey);
  filled(parts.heading, ...momentWords(selected, failure?.command ?? momentText(selected, isWhole())));
  const later = selected.failures.map(({ lines }) => ["After this moment:", ...lines]);
  filled(parts.problems, ...[...(failure ? [failure.lines] : later), ...selected.issues].map((lines) => element("pre", { class: "problem", tabindex: 0 }, ...lineParts(lines))));
}

// Lines, of which some were expected and others there instead.
function lineParts(lines) {
  const kinds = { "- ": "del", "+ ": "ins" };
  return lines.map((text) => span("line", element(kinds[text.slice(0, 2)] ?? "span", {}, text)));
}

function showApp() {
  const { view, screen } = parts;
  const lines = viewLines(baseMoment().view, selected.view, view.children);
  if (view.children.length !== lines.length) filled(view, ...lines);
  parts.viewNote.hidden = selected.viewed === selected;
  filled(parts.viewed, momentLink(selected.viewed.number));
  filled(screen, ...selected.screen.map(presented));
  view.querySelector(".changed")?.scrollIntoView({ block: "nearest" });
}

// An alert or a dialog as a box, of anything else its place.
function presented({ style, path, prompt }) {
  const place = element("p", { class: "quiet" }, `${style} ${path}`);
  return !prompt ? place : element("div", { class: "presented" }, place, prompt.title && element("h3", {}, prompt.title),
    ...(prompt.message ?? "").split("\n").map((text) => span("line", text)),
    element("ul", {}, ...prompt.buttons.map(({ role, label }) => element("li", { class: role }, label))));
}

// What the command did as a whole, and then moment by moment.
function showChanges() {
  const inside = isWhole() && selected.first !== selected ? momentsOf(selected) : [];
  filled(parts.changes, changeList(currentChanges()), ...effectsOf("Effects", "start", "end"), ...inside.flatMap((moment) => [
    element("h3", {}, ...momentWords(moment, eventText(moment)), ...origins(moment)), changeList(changesOf(moment.parent, moment.patch)),
  ]));
}

function changeList(changes) {
  return list(changes.map((change) => () => {
    const button = element("button", { type: "button", class: "path", title: "Why?" }, pathText(change.path));
    button.addEventListener("click", () => {
      chosen = change.path;
      openTab("why");
    });
    return [button, " ", ...words(change)];
  }), "no changes");
}

// A list of parts that are made when they are needed, or what to say if there are none.
function list(items, none) {
  const shown = items.slice(0, 100).map((item) => element("li", {}, ...item()));
  const rest = items.length > 100 ? `… and ${items.length - 100} more` : items.length === 0 && none;
  return element("ul", {}, ...shown, rest && element("li", { class: "quiet" }, rest));
}

function words({ kind, old, value, from }) {
  const [before, after] = [element("del", {}, valueText(old)), element("ins", {}, valueText(value))];
  return { added: ["added ", after], removed: ["removed ", before], moved: [`moved from [${from}]: `, valueText(old)], changed: [before, " → ", after] }[kind];
}

// What led to a moment: the one that started the effect that sent its action, and so on.
function origins(moment) {
  const found = [];
  for (let before = moment; before.sender !== undefined && found.length < 24;) {
    before = moments[effects[before.sender].moment];
    found.push(" ← ", momentLink(before.number), ` ${shortened(commandText(before), 60)}`);
  }
  return found;
}

// Why the chosen value is what it is, and what the moment is about.
function showWhy() {
  const facts = {
    Command: [commandText(selected)], Action: [selected.action], "Sent by": selected.sender === undefined ? [] : [effects[selected.sender].name, ...origins(selected)],
    Animation: [selected.animation], Marks: [selected.marks.join(", ")], "What-if": [selected.trial],
    "Left out": selected.leftOut.map(({ command, reason }) => span("line", `${command} (${reason})`)),
  };
  filled(parts.why, ...(chosen === null ? [] : whyChosen()), element("h3", {}, "This moment"),
    element("dl", {}, ...Object.entries(facts).filter(([, [fact]]) => fact).map(([name, fact]) => element("div", {}, element("dt", {}, name), element("dd", {}, ...fact)))),
    element("h3", {}, "Effects in flight"), effectList(spans.filter(({ start, end }) => start <= selected.depth && selected.depth < end)),
    ...effectsOf("Effects that ended here", "end"));
}

function whyChosen() {
  const items = writes(selected, chosen, 20).map(({ moment, place, before }) => () => [
    ...momentWords(moment), " ", ...words({ kind: before ? "changed" : "added", old: before && valueOf(stateAt(moment.parent), before), value: valueOf(stateAt(moment), place) }),
    ...origins(moment),
  ]);
  return [element("h3", {}, `${pathText(chosen)} = ${valueText(valueOf(stateAt(selected), tokens(chosen)))}`), list(items, "has not changed since the start")];
}

// The effects that start or end within what the selected moment adds to the branch.
function effectsOf(title, ...kinds) {
  const { depth } = baseMoment();
  const found = spans.filter((span) => kinds.some((kind) => depth < span[kind] && span[kind] <= selected.depth));
  return found.length > 0 ? [element("h3", {}, title), effectList(found)] : [];
}

// What an effect did until the selected moment, and does afterwards.
function effectList(spans) {
  return list(spans.map(({ effect, end, reason }) => () => {
    const sleep = effect.sleeps.findLast(([number]) => isOnLine(number) && number <= selected.number);
    const facts = effect.sends.filter(isOnLine).map((number) => [number, "sends "]);
    if (end < line.length) facts.push([line[end].number, reason ? `cancelled (${reason}) at ` : "ended at "]);
    const later = facts.findIndex(([number]) => number > selected.number);
    return [
      element("strong", {}, effect.name), ` ${effect.origin} started by `, momentLink(effect.moment),
      sleep && end > selected.depth && `, sleeps until +${sleep[1]}`,
      ...facts.flatMap(([number, text], index) => [index === later ? "; later on this branch: " : ", ", text, momentLink(number)]),
    ];
  }), "nothing is in flight");
}

// The source of the effect that sent the action of the moment, or else of one that its command started.
function showSource() {
  const { number, first, sender } = selected;
  const site = (effects[sender] ?? effects.find(({ moment, site }) => site && first.number <= moment && moment <= number))?.site;
  const { line = 0, lines = [] } = record.sources[site] ?? {};
  filled(parts.sourceNote, lines.length > 0 ? site : site ? `The file of ${site} was missing when the page was exported.` : "No effect was created here.");
  filled(parts.source, ...lines.map((text, index) =>
    element(`${line + index}` === site.split(":").at(-1) ? "mark" : "span", { class: "line" }, span("line-number", line + index), text)));
}
