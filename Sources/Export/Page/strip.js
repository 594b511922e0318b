// The time strip: the moments of the branch with their commands, the effects as bars, and the slider, all in one.

const barHeight = 18;
const barsTop = 58;
const margin = 16;
// The effects of the branch, with the depths of the moments at which they start and end.
let spans = [];
let bars = [];
// The visible depths.
let range = [0, 1];
// The place of a depth in the drawing.
let place = null;

function findSpans() {
  spans = effects.filter(({ moment }) => isOnLine(moment)).map((effect) => {
    const [number, reason] = effect.ends.find(([number]) => isOnLine(number)) ?? [];
    return { effect, start: moments[effect.moment].depth, end: moments[number]?.depth ?? line.length, reason };
  });
  const lanes = [...new Set(spans.map(({ effect }) => effect.lane))].sort((one, other) => one - other);
  for (const span of spans) span.y = barsTop + barHeight * lanes.indexOf(span.effect.lane);
}

// Shows another part of the branch, in which a moment keeps its place.
function zoom(factor, centre = selected.depth) {
  setRange(centre - (centre - range[0]) * factor, centre + (range[1] - centre) * factor);
}

function setRange(start, end) {
  const last = Math.max(line.length - 1, 1);
  const size = Math.min(Math.max(end - start, 2), last);
  const begin = Math.min(Math.max(start, 0), last - size);
  range = [begin, begin + size];
  showStrip();
}

function showStrip() {
  const width = parts.strip.clientWidth;
  const [start, end] = range;
  place = (depth) => margin + (depth - start) / (end - start) * (width - 2 * margin);
  const height = spans.reduce((most, { y }) => Math.max(most, y + barHeight), barsTop) + 6;
  const ends = {};
  // Bars at the same place would cover each other.
  bars = spans.filter((span) => span.start <= end && span.end >= start && place(span.end) - (ends[span.y] ?? -9) >= 2 && (ends[span.y] = place(span.end)))
    .map((span) => ({ span, node: bar(span) }));
  const marks = ticks(line.slice(Math.floor(start), Math.ceil(end) + 1), width);
  filled(parts.strip, drawing("svg", { width, height, "aria-hidden": "true" }, ...marks, ...bars.map(({ node }) => node)), parts.cursor);
  parts.cursor.style.height = `${height}px`;
  parts.fit.hidden = end - start >= line.length - 1;
  showCursor();
}

// Commands have labels where there is room, and so have the times at which the clock stops.
function ticks(visible, width) {
  const marks = [];
  const ends = {};
  const label = (style, x, y, text) => {
    const size = 6.7 * text.length;
    const isLast = x + size > width;
    if ((isLast ? x - size : x) < ends[style]) return;
    ends[style] = x + size + 6;
    marks.push(drawing("text", { class: style, x, y, "text-anchor": isLast ? "end" : "start" }, text));
  };
  visible.filter((moment) => moment === moment.first).forEach((moment, index, heads) => {
    const x = place(moment.depth);
    const room = index + 1 < heads.length ? place(heads[index + 1].depth) - x : 200;
    label("command", x, 33, shortened(commandText(moment), Math.max(8, Math.min(40, Math.floor(room / 6.7) - 1))));
  });
  for (const moment of visible) {
    const x = place(moment.depth);
    if (moment.issues.length + moment.failures.length > 0) marks.push(drawing("path", { class: "flag", d: `M${x} 24V15l9 4l-9 4` }));
    if (moment.time !== moment.parent?.time) label("time", x, 12, `+${moment.time}`);
    // Ticks at the same place would cover each other.
    if (x - 1 < ends.tick) continue;
    const isHead = moment === moment.first;
    marks.push(drawing("path", { class: isHead ? "tick head" : "tick", d: `M${x} ${isHead ? 38 : 42}V50` }));
    ends.tick = x;
  }
  return marks;
}

function bar(span) {
  const { effect, y, reason } = span;
  const from = Math.max(place(span.start), -9);
  const to = Math.max(place(span.end), from + 3);
  const causes = effect.sends.filter(isOnLine).map((number) => `M${place(moments[number].depth)} 50V${y + barHeight - 4}`).join("");
  const end = reason ? `M${to - 8} ${y + 4}l6 6m0 -6l-6 6` : "";
  return drawing("g", { class: "bar" }, drawing("rect", { x: from, y, width: to - from, height: barHeight - 4, rx: 3 }),
    drawing("path", { class: end && "cancel", d: causes + end }),
    to - from > 40 && drawing("text", { x: Math.max(from, 0) + 5, y: y + 11 }, shortened(effect.name, Math.floor((to - from - 16) / 6.4))));
}

function showCursor() {
  const { depth } = selected;
  parts.preview.hidden = true;
  parts.cursor.style.transform = `translateX(${place(depth)}px)`;
  for (const { span, node } of bars) node.classList.toggle("live", span.start <= depth && depth < span.end);
  Object.assign(parts.strip, { ariaValueMax: line.length - 1, ariaValueNow: depth, ariaValueText: shown(`#${selected.number}, ${shortened(commandText(selected))}`) });
}

function depthAt(event) {
  const { left, width } = parts.strip.getBoundingClientRect();
  return range[0] + (event.clientX - left - margin) / (width - 2 * margin) * (range[1] - range[0]);
}

// Pressing and moving in the strip goes to the moments there, and pointing previews them.
function stripPointer(event) {
  const moment = line[Math.min(Math.max(Math.round(depthAt(event)), 0), line.length - 1)];
  const isPressed = event.type === "pointerdown" ? event.button === 0 : event.buttons === 1;
  if (isPressed && moment !== selected) select(moment);
  const { preview } = parts;
  preview.hidden = isPressed || event.pointerType === "touch";
  if (preview.hidden) return;
  const lines = viewLines(moment.parent?.view ?? [], moment.view);
  const start = Math.max(0, lines.findIndex(({ classList }) => classList[1]) - 3);
  filled(preview, element("strong", {}, `#${moment.number}`, ...momentWords(moment, momentText(moment, moment === moment.first.last)).slice(1)),
    ...lines.slice(start, start + 8));
  preview.style.transform = `translateX(${Math.min(place(moment.depth) + 8, parts.strip.clientWidth - preview.offsetWidth - 8)}px)`;
}

function stripWheel(event) {
  event.preventDefault();
  const { deltaX, deltaY } = event;
  const step = (event.shiftKey ? deltaY : deltaX) * (range[1] - range[0]) / 1000;
  if (step !== 0) setRange(range[0] + step, range[1] + step);
  else zoom(2 ** (deltaY / 300), depthAt(event));
}
