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
  for (const [name, show] of Object.entries(panels)) {
    const button = parts[`tab-${name}`];
    const isShown = name === open || (name === "app" && wide.matches && !button.hidden);
    button.setAttribute("aria-pressed", name === open);
    parts[`panel-${name}`].hidden = !isShown;
    if (isShown) show();
  }
}

function baseMoment() {
  return (isWhole() ? selected.first : selected).parent ?? selected;
}

function currentChanges() {
  return changesOf(baseMoment(), isWhole() ? selected.net : selected.patch);
}

function showMoment() {
  const failure = rows[selectedIndex()]?.failure;
  filled(parts.heading, ...momentWords(selected, failure?.command ?? (isWhole() ? commandText(selected) : eventText(selected))));
  const problems = [...(failure ? [failure] : selected.failures).map(({ lines }) => lines), ...selected.issues];
  filled(parts.problems, ...problems.map((lines) => element("pre", { class: "problem" }, ...lineParts(lines))));
}

// Lines, of which some were expected and others there instead.
function lineParts(lines) {
  const kinds = { "- ": "del", "+ ": "ins" };
  return lines.map((text) => span("line", element(kinds[text.slice(0, 2)] ?? "span", {}, text)));
}

function showApp() {
  const { view, screen } = parts;
  const old = new Set(baseMoment().view);
  selected.view.forEach((line, index) => {
    const node = view.children[index] ?? view.appendChild(element("span"));
    if (node.line !== line) filled(node, ...styled(line));
    node.line = line;
    node.className = old.has(line) ? "line" : "line changed";
  });
  while (view.children.length > selected.view.length) view.lastChild.remove();
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
  filled(parts.changes, changeList(currentChanges()), ...inside.flatMap((moment) => [
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
function list(items, none, most = 100) {
  const shown = items.slice(0, most).map((item) => element("li", {}, ...item()));
  const rest = items.length > most ? `… and ${items.length - most} more` : items.length === 0 && none;
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
    element("h3", {}, "Effects in flight"), effectList());
}

function whyChosen() {
  const items = writes(selected, chosen, 20).map(({ moment, place, before }) => () => [
    ...momentWords(moment), " ", ...words({ kind: before ? "changed" : "added", old: before && valueOf(stateAt(moment.parent), before), value: valueOf(stateAt(moment), place) }),
    ...origins(moment),
  ]);
  return [element("h3", {}, `${pathText(chosen)} = ${valueText(valueOf(stateAt(selected), tokens(chosen)))}`), list(items, "has not changed since the start")];
}

function effectList() {
  const { depth } = selected;
  const current = spans.filter(({ start, end }) => start <= depth && depth < end);
  return list(current.map(({ effect, start, end }) => () => {
    const sleep = (effect.sleeps ?? []).findLast(([number]) => isOnLine(number) && number <= selected.number);
    return [
      element("strong", {}, effect.name), ` ${[...(effect.ids ?? []), effect.site !== effect.name && effect.site].filter(Boolean).join(", ")} started by `, momentLink(effect.moment),
      sleep && end > depth && `, sleeps until +${sleep[1]}`,
      ...effect.sends.filter(isOnLine).flatMap((number) => [", sends ", momentLink(number)]),
      ...cancellations(effect).flatMap(([number, reason]) => [`, cancelled (${reason}) at `, momentLink(number)]),
      ...(end < line.length ? [", ended at ", momentLink(line[end].number)] : []),
    ];
  }), "nothing is in flight", 30);
}

// The source of the effect that sent the action of the moment, or else of one that its command started.
function showSource() {
  const { number, first, sender } = selected;
  const site = (effects[sender] ?? effects.find(({ moment, site }) => first.number <= moment && moment <= number && record.sources[site]))?.site;
  const { line = 0, lines = [] } = record.sources[site] ?? {};
  filled(parts.sourceNote, lines.length > 0 ? site : "No effect was created here, or its source file was missing when the page was exported.");
  const indentation = Math.min(...lines.map((text) => text.search(/\S/)).filter((column) => column >= 0));
  filled(parts.source, ...lines.map((text, index) =>
    element(`${line + index}` === site.split(":").at(-1) ? "mark" : "span", { class: "line" }, span("line-number", line + index), text.slice(indentation))));
}
