// Effects as lanes over virtual time, or over the moments of the branch.

const laneHeight = 18;
const topHeight = 40;
const mostMarks = 800;
const mostListedEffects = 12;
let spans = [];
// The effects of the same kind are below each other, with one label.
let groups = [];
// The visible part of the axis, the place in the drawing of a value on it, and back.
let view = null;
let scale = null;
let valueAtPlace = null;

// What each effect does along the branch.
function findSpans() {
  const spanOf = new Map();
  line.forEach((moment, index) => {
    const span = (effect) => {
      if (!spanOf.has(effect)) spanOf.set(effect, { effect, start: index, sleeps: [], sends: [], cancels: [], end: null });
      return spanOf.get(effect);
    };
    for (const effect of moment.started ?? []) span(effect);
    for (const [effect, deadline] of moment.sleeps ?? []) span(effect).sleeps.push({ index, deadline });
    if (moment.sender !== undefined) span(moment.sender).sends.push(index);
    for (const cancelled of moment.cancelled ?? []) span(cancelled.effect).cancels.push({ index, ...cancelled });
    for (const effect of moment.ended ?? []) span(effect).end = index;
  });
  spans = [...spanOf.values()];
  pack();
}

// Puts each effect in the first lane of its group that is free.
function pack() {
  const byKind = new Map();
  for (const span of spans) {
    const { name, site } = effects[span.effect];
    const kind = JSON.stringify([name, site]);
    if (!byKind.has(kind)) byKind.set(kind, { spans: [], ends: [] });
    const { spans: others, ends } = byKind.get(kind);
    const lane = ends.findIndex((end) => end < span.start);
    span.lane = lane < 0 ? ends.length : lane;
    ends[span.lane] = span.end ?? Infinity;
    others.push(span);
  }
  groups = [...byKind.values()].map(({ spans, ends }) => ({ spans, count: ends.length, names: groupNames(spans) }));
}

// What the effects of a group have in common: the name, the id and the place in the code.
function groupNames(spans) {
  const { name, site, ids } = effects[spans[0].effect];
  const own = JSON.stringify(ids);
  const common = spans.every((span) => JSON.stringify(effects[span.effect].ids) === own) ? ids ?? [] : [];
  const names = [name, ...common, site].filter((text) => text !== undefined);
  return names.length > 0 ? names : ["sent action"];
}

function isByTime() {
  return byID("axis").value === "time";
}

function position(index) {
  return isByTime() ? line[index].time[0] : index;
}

function extent() {
  const end = position(line.length - 1);
  // A second, or one moment.
  return [0, end > 0 ? end : isByTime() ? 1e9 : 1];
}

function zoom(factor) {
  const [start, end] = view ?? extent();
  const centre = position(selected.depth);
  const middle = centre >= start && centre <= end ? centre : (start + end) / 2;
  view = bounded(middle - (middle - start) * factor, middle + (end - middle) * factor);
  showLanes();
}

function fit() {
  view = null;
  showLanes();
}

function pan(share) {
  const [start, end] = view ?? extent();
  const step = share * (end - start);
  view = bounded(start + step, end + step);
  showLanes();
}

function bounded(start, end) {
  const [first, last] = extent();
  const least = isByTime() ? 1 : 0.1;
  const size = Math.min(Math.max(end - start, least), last - first);
  const begin = Math.min(Math.max(start, first), last - size);
  return size >= last - first ? null : [begin, begin + size];
}

// Places the groups, each with its label before it, or above it where there is little room.
function placeGroups(gutter) {
  let top = topHeight + (plotted === null ? 0 : plotHeight);
  for (const group of groups) {
    group.top = top;
    const first = top + (gutter > 0 ? 4 : 22);
    for (const span of group.spans) span.y = first + laneHeight * span.lane + laneHeight / 2;
    group.height = first - top + Math.max(laneHeight * group.count, gutter > 0 ? 30 : 0) + 4;
    top += group.height;
  }
  return top + 2;
}

function showLanes() {
  const width = Math.max(byID("lanes").clientWidth, 200);
  const gutter = width < 640 ? 0 : 210;
  const left = gutter + 12;
  const [start, end] = view ?? extent();
  const x = (value) => left + ((value - start) / (end - start)) * (width - left - 12);
  valueAtPlace = (place) => start + ((place - left) / (width - left - 12)) * (end - start);
  const isVisible = (from, to) => to >= start && from <= end;
  const inView = spans.filter((span) => isVisible(position(span.start), span.end === null ? end : position(span.end)));
  const drawn = inView.slice(0, mostMarks);
  const lines = drawn.length <= 200 ? drawn : drawn.filter((span) => concerns(span, selected));
  const height = placeGroups(gutter);
  const svg = drawing("svg", { width, height, role: "img", "aria-label": `${spans.length} effects of this branch; the list below names those of the moment` });
  svg.append(...ticks(start, end, x, width, height), ...lines.flatMap((span) => causes(span, x)), ...momentDots(start, end, x), ...(plotted === null ? [] : plotMarks(start, end, x, topHeight)), ...drawn.flatMap((span) => laneMarks(span, x, end)));
  // The cursor is beside the drawing, which a moving line would lay out and paint anew.
  const cursor = element("div", { id: "cursor" });
  cursor.style.height = `${height}px`;
  const labelled = gutter > 0 ? [{ names: ["moments"], top: 16, height: 24 }, ...groups] : [...groups];
  if (plotted !== null) labelled.push({ names: [plotted === likelihood ? likelihood : pathText(plotted)], top: topHeight, height: plotHeight });
  byID("lanes").replaceChildren(svg, ...labelled.map((group) => laneLabel(group, gutter)), cursor);
  scale = x;
  byID("lanes-note").textContent = spans.length === 0 ? "no effects on this branch"
    : drawn.length < inView.length ? `${drawn.length} of ${inView.length} effects are drawn; zoom in for the rest` : "";
  moveCursor();
}

function laneLabel(group, gutter) {
  const [name, ...rest] = group.names.map(shown);
  const item = element("div", { class: "lane-label", title: group.names.map(shown).join(", ") },
    element("span", { class: "lane-name" }, name), " ", element("span", { class: "lane-place" }, rest.join(", ")));
  item.style.top = `${group.top}px`;
  item.style.height = `${gutter > 0 ? group.height : 22}px`;
  item.style.width = gutter > 0 ? `${gutter}px` : "100%";
  return item;
}

// Pressing and moving in the drawing goes to the moments there.
function lanesPointer(event) {
  if (event.type === "pointerdown" ? event.button !== 0 : event.buttons !== 1) return;
  const bounds = byID("lanes").firstChild.getBoundingClientRect();
  const moment = line[nearest(valueAtPlace(event.clientX - bounds.left))];
  if (moment !== selected) select(moment);
}

// The moment of the branch nearest to a place on the axis.
function nearest(value) {
  let low = 0;
  let high = line.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (position(middle) < value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value - position(low - 1) < position(low) - value ? low - 1 : low;
}

function moveCursor() {
  const cursor = byID("cursor");
  if (cursor) cursor.style.transform = `translateX(${scale(position(selected.depth))}px)`;
}

// The distance of ticks that people read easily.
function tickStep(range, most) {
  const least = range / most;
  const decimal = (unit) => {
    const power = 10 ** Math.floor(Math.log10(least / unit));
    return [1, 2, 5, 10].map((factor) => factor * power * unit).find((step) => step >= least * 0.999);
  };
  if (!isByTime()) return Math.max(1, decimal(1));
  const seconds = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400];
  if (least <= 5e8) return decimal(1);
  return seconds.map((second) => second * 1e9).find((step) => step >= least) ?? decimal(864e11);
}

function ticks(start, end, x, width, height) {
  const step = tickStep(end - start, Math.max(2, Math.min(10, (width - x(start)) / 90)));
  const marks = [];
  for (let count = Math.ceil(start / step); count * step <= end * (1 + 1e-12); count += 1) {
    const value = Math.min(count * step, end);
    const text = isByTime() ? durationText(value) : `#${line[Math.round(value)]?.number ?? ""}`;
    const anchor = x(value) > width - 60 ? "end" : x(value) < 40 ? "start" : "middle";
    marks.push(segment("grid", x(value), 16, x(value), height), drawing("text", { x: x(value), y: 11, "text-anchor": anchor }, text));
  }
  return marks;
}

function momentDots(start, end, x) {
  const dots = [];
  let last = -Infinity;
  for (let index = 0; index < line.length; index += 1) {
    const value = position(index);
    if (value < start || value > end) continue;
    const moment = line[index];
    const isSpecial = isProblem(moment) || moment.marks.length > 0;
    const title = `#${moment.number} ${shortened(shown(rowText(moment)))}`;
    // Dots at the same place would cover each other.
    if (x(value) - last < 1 && !isSpecial) continue;
    last = x(value);
    dots.push(drawing("circle", { cx: last, cy: 27, r: isSpecial ? 4 : 2.5, class: isProblem(moment) ? "dot failed" : isSpecial ? "dot marked" : "dot" }, drawing("title", {}, [title, ...moment.marks.map(shown)].join(", "))));
  }
  return dots;
}

function laneMarks(span, x, end) {
  const y = span.y;
  const from = x(position(span.start));
  const to = x(span.end === null ? end : position(span.end));
  const marks = [
    segment("lane", from, y, Math.max(to, from + 2), y),
    drawing("rect", { class: "start", x: from, y: y - 6, width: 2, height: 12 }),
  ];
  span.sleeps.forEach(({ index, deadline }, number) => {
    if (deadline === null) return;
    const until = span.sleeps[number + 1]?.index ?? span.end;
    const stop = until === null ? (isByTime() ? Math.min(deadline, end) : end) : isByTime() ? Math.min(deadline, position(until)) : position(until);
    marks.push(segment("sleep", x(position(index)), y, x(stop), y));
  });
  const sign = (style, index, dy, shape, title) => drawing("path", { class: style, d: `M${x(position(index)) - 4} ${y + dy}${shape}` }, drawing("title", {}, title));
  return marks.concat(
    span.sends.map((index) => sign("send", index, 4, "l4 -9l4 9Z", `sends #${line[index].number} ${shortened(shown(eventText(line[index])))}`)),
    span.cancels.map(({ index }) => sign("cancel", index, -4, "l8 8m0 -8l-8 8", `cancelled at #${line[index].number}`)));
}

function segment(style, x1, y1, x2, y2) {
  return drawing("line", { class: style, x1, y1, x2, y2 });
}

// Lines from the moment that caused a start to the lane, and from the lane to the moments that it caused.
function causes(span, x) {
  const style = concerns(span, selected) ? "cause strong" : "cause";
  return [span.start, ...span.sends].map((index) => segment(style, x(position(index)), 27, x(position(index)), span.y));
}

function concerns(span, { depth }) {
  return span.start === depth || span.sends.includes(depth) || span.cancels.some(({ index }) => index === depth);
}

// The effects of the selected moment in words.
function showEffectList() {
  const index = selected.depth;
  const current = spans.filter((span) => span.start <= index && (span.end === null || span.end >= index));
  // Those that the moment concerns come first.
  const isAside = (span) => !concerns(span, selected) && span.end !== index;
  const sorted = current.toSorted((one, other) => isAside(one) - isAside(other));
  const items = sorted.slice(0, mostListedEffects).map((span) => {
    const parts = [element("strong", {}, shortened(effects[span.effect].text, 160)), ", started by ", momentLink(line[span.start])];
    const sleep = span.sleeps.findLast((sleep) => sleep.index <= index);
    if (sleep?.deadline != null && span.end !== index) parts.push(`, sleeps until +${durationText(sleep.deadline).replaceAll(" ", "")}`);
    for (const sent of span.sends.slice(0, 20)) parts.push(", sends ", momentLink(line[sent]));
    for (const cancel of span.cancels) {
      parts.push(`, ${cancel.part ? "cancelled in part" : "cancelled"} (${reasons[cancel.reason] ?? cancel.reason}) at `, momentLink(line[cancel.index]));
      if (cancel.by !== undefined) parts.push(" by ", shortened(effects[cancel.by].text, 80));
    }
    if (span.end !== null) parts.push(", ended at ", momentLink(line[span.end]));
    return element("li", {}, ...parts);
  });
  if (current.length > mostListedEffects) items.push(element("li", { class: "none" }, `… and ${current.length - mostListedEffects} more in flight`));
  refill(byID("effect-list"), ...(items.length > 0 ? items : [element("li", { class: "none" }, "nothing is in flight")]));
}

const reasons = { id: "by id", replaced: "replaced by a newer one", childRemoved: "its child was removed" };
