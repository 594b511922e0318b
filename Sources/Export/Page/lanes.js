// Effects as lanes over virtual time, or over the moments of the branch.

const laneHeight = 18;
const topHeight = 34;
const mostMarks = 800;
let spans = [];
let spanOf = new Map();
let laneCount = 0;
// The visible part of the axis, and the place in the drawing of a value on it.
let view = null;
let scale = null;

// What each effect does along the branch.
function findSpans() {
  spans = [];
  spanOf = new Map();
  line.forEach((moment, index) => {
    for (const effect of moment.started ?? []) span(effect, index);
    for (const [effect, deadline] of moment.sleeps ?? []) span(effect, index).sleeps.push({ index, deadline });
    if (moment.sender !== undefined) span(moment.sender, index).sends.push(index);
    for (const cancelled of moment.cancelled ?? []) span(cancelled.effect, index).cancels.push({ index, ...cancelled });
    for (const effect of moment.ended ?? []) span(effect, index).end = index;
  });
  pack();
}

function span(effect, index) {
  if (!spanOf.has(effect)) {
    const start = Math.min(index, isOnLine(moments[effects[effect].moment]) ? moments[effects[effect].moment].depth : index);
    spanOf.set(effect, { effect, start, sleeps: [], sends: [], cancels: [], end: null });
    spans.push(spanOf.get(effect));
  }
  return spanOf.get(effect);
}

// Puts each effect in the first lane that is free.
function pack() {
  const ends = [];
  for (const span of spans) {
    const lane = ends.findIndex((end) => end < span.start);
    span.lane = lane < 0 ? ends.length : lane;
    ends[span.lane] = span.end ?? Infinity;
  }
  laneCount = ends.length;
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

function showLanes() {
  const width = Math.max(byID("lanes").clientWidth, 200);
  const [start, end] = view ?? extent();
  const x = (value) => 10 + ((value - start) / (end - start)) * (width - 20);
  const isVisible = (from, to) => to >= start && from <= end;
  const inView = spans.filter((span) => isVisible(position(span.start), span.end === null ? end : position(span.end)));
  const drawn = inView.slice(0, mostMarks);
  const lines = drawn.length <= 200 ? drawn : drawn.filter((span) => concerns(span, selected));
  const height = topHeight + laneHeight * Math.max(laneCount, 1) + 8;
  const svg = drawing("svg", { width, height, role: "img", "aria-label": `${spans.length} effects of this branch; the list below names those of the moment` });
  svg.append(...ticks(start, end, x, width), ...lines.flatMap((span) => causes(span, x)), ...momentDots(start, end, x), ...drawn.flatMap((span) => laneMarks(span, x, end)));
  svg.addEventListener("click", (event) => {
    const value = start + ((event.offsetX - 10) / (width - 20)) * (end - start);
    select(line[nearest(value)]);
  });
  // The cursor is beside the drawing, which a moving line would lay out and paint anew.
  const cursor = element("div", { id: "cursor" });
  cursor.style.height = `${height}px`;
  byID("lanes").replaceChildren(svg, cursor);
  scale = x;
  byID("lanes-note").textContent = spans.length === 0 ? "no effects on this branch"
    : drawn.length < inView.length ? `${drawn.length} of ${inView.length} effects are drawn; zoom in for the rest` : "";
  moveCursor();
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

function ticks(start, end, x, width) {
  const count = Math.max(2, Math.min(8, Math.floor(width / 110)));
  return Array.from({ length: count + 1 }, (_, index) => {
    const value = start + ((end - start) * index) / count;
    const text = isByTime() ? `+${Number((value / 1e9).toPrecision(4))}s` : `#${line[Math.round(value)]?.number ?? ""}`;
    const anchor = index === 0 ? "start" : index === count ? "end" : "middle";
    return drawing("text", { x: x(value), y: 11, "text-anchor": anchor }, text);
  });
}

function momentDots(start, end, x) {
  const dots = [];
  let last = -Infinity;
  for (let index = 0; index < line.length; index += 1) {
    const value = position(index);
    if (value < start || value > end) continue;
    const moment = line[index];
    const isSpecial = isProblem(moment) || moment.marks.length > 0;
    // Dots at the same place would cover each other.
    if (x(value) - last < 1 && !isSpecial) continue;
    last = x(value);
    dots.push(drawing("circle", { cx: last, cy: 22, r: isSpecial ? 4 : 2.5, class: isProblem(moment) ? "dot failed" : "dot" }));
  }
  return dots;
}

function laneMarks(span, x, end) {
  const y = topHeight + laneHeight * span.lane + laneHeight / 2;
  const from = x(position(span.start));
  const to = x(span.end === null ? end : position(span.end));
  const marks = [
    drawing("line", { class: "lane", x1: from, x2: Math.max(to, from + 2), y1: y, y2: y }),
    drawing("rect", { class: "start", x: from, y: y - 6, width: 2, height: 12 }),
  ];
  span.sleeps.forEach(({ index, deadline }, number) => {
    if (deadline === null) return;
    const until = span.sleeps[number + 1]?.index ?? span.end;
    const stop = until === null ? (isByTime() ? Math.min(deadline, end) : end) : isByTime() ? Math.min(deadline, position(until)) : position(until);
    marks.push(drawing("line", { class: "sleep", x1: x(position(index)), x2: x(stop), y1: y, y2: y }));
  });
  for (const index of span.sends) {
    const at = x(position(index));
    marks.push(drawing("path", { class: "send", d: `M${at - 4} ${y + 4}L${at} ${y - 5}L${at + 4} ${y + 4}Z` }));
  }
  for (const { index } of span.cancels) {
    const at = x(position(index));
    marks.push(drawing("path", { class: "cancel", d: `M${at - 4} ${y - 4}l8 8m0 -8l-8 8` }));
  }
  return marks;
}

// Lines from the moment that caused a start to the lane, and from the lane to the moments that it caused.
function causes(span, x) {
  const y = topHeight + laneHeight * span.lane + laneHeight / 2;
  const style = concerns(span, selected) ? "cause strong" : "cause";
  return [span.start, ...span.sends].map((index) =>
    drawing("line", { class: style, x1: x(position(index)), x2: x(position(index)), y1: 22, y2: y }));
}

function concerns(span, moment) {
  const index = moment.depth;
  return line[span.start] === moment || span.sends.includes(index) || span.cancels.some((cancel) => cancel.index === index);
}

// The effects of the selected moment in words.
function showEffectList() {
  const index = selected.depth;
  const current = spans.filter((span) => span.start <= index && (span.end === null || span.end >= index)).slice(0, 50);
  const items = current.map((span) => {
    const parts = [element("strong", {}, shortened(shown(effectName(span.effect)), 160)), ", started by ", momentLink(line[span.start])];
    const sleep = span.sleeps.findLast((sleep) => sleep.index <= index);
    if (sleep?.deadline != null && span.end !== index) parts.push(`, sleeps until +${Number((sleep.deadline / 1e9).toPrecision(12))}s`);
    for (const sent of span.sends.slice(0, 20)) parts.push(", sends ", momentLink(line[sent]));
    for (const cancel of span.cancels) {
      parts.push(`, ${cancel.part ? "cancelled in part" : "cancelled"} (${reasons[cancel.reason] ?? cancel.reason}) at `, momentLink(line[cancel.index]));
      if (cancel.by !== undefined) parts.push(" by ", shortened(shown(effectName(cancel.by)), 80));
    }
    if (span.end !== null) parts.push(", ended at ", momentLink(line[span.end]));
    return element("li", {}, ...parts);
  });
  byID("effect-list").replaceChildren(...(items.length > 0 ? items : [element("li", { class: "none" }, "nothing is in flight")]));
}

const reasons = { id: "by id", replaced: "replaced by a newer one", childRemoved: "its child was removed" };
