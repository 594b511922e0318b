// The values at a path along the branch, as a chart above the lanes of the effects.

const plotHeight = 72;
// The result of `explore --along`, plotted as if it were a value of the state.
const likelihood = "likelihood of the violation in percent";
// The path, and its values where they change.
let plotted = null;
let plot = { line: null, path: null, changes: [] };

function plotChosen() {
  setPlotted(chosen);
}

function plotLikelihood() {
  const end = moments[record.likelihood.at(-1)[0]];
  if (plotted !== likelihood && !isOnLine(end)) select(end);
  setPlotted(likelihood);
}

function setPlotted(path) {
  plotted = plotted === path ? null : path;
  showWriter();
  showLanes();
  if (plotted !== null) byID("lanes").scrollIntoView({ block: "nearest" });
}

function plottedChanges() {
  if (plot.line === line && plot.path === plotted) return plot.changes;
  const changes = [];
  const shares = plotted === likelihood ? new Map(record.likelihood) : undefined;
  let state;
  line.forEach((moment, index) => {
    if (shares && !shares.has(moment.number)) return;
    if (!shares) state = moment.parent ? applied(state, moment.patch) : moment.state;
    const value = shares ? shares.get(moment.number) : valueAt(state, plotted);
    const text = valueText(value, 200);
    if (changes.at(-1)?.text !== text) changes.push({ index, value, text });
  });
  plot = { line, path: plotted, changes };
  return changes;
}

// Numbers and what is true or false as a line in steps, anything else as texts where it changes.
function plotMarks(start, end, x, top) {
  const changes = plottedChanges();
  const place = (value) => x(Math.min(Math.max(value, start), end));
  const parts = changes.map(({ index, value, text }, number) => ({
    from: place(position(index)), to: place(number + 1 < changes.length ? position(changes[number + 1].index) : Infinity), text,
    height: typeof value === "boolean" ? Number(value) : typeof value === "number" ? value : undefined,
    isThere: value !== undefined, moment: line[index],
  }));
  const bottom = top + plotHeight - 12;
  if (parts.some((part) => part.isThere && part.height === undefined)) {
    return parts.filter((part) => part.to > part.from || part.from > x(start)).flatMap(({ from, to, text, moment }) => [
      segment("plot", from, bottom - 26, from, bottom),
      to - from < 24 ? undefined : drawing("text", { x: from + 4, y: bottom - 10 }, shortened(text, Math.floor((to - from) / 7))),
      drawing("rect", { class: "plot-area", x: from, y: bottom - 26, width: Math.max(1, to - from), height: 26 }, drawing("title", {}, `${text} from #${moment.number}`)),
    ].filter(Boolean));
  }
  const heights = parts.flatMap(({ height }) => height ?? []);
  const low = heights.reduce((one, other) => Math.min(one, other), 0);
  const high = heights.reduce((one, other) => Math.max(one, other), low);
  const y = (height) => bottom - ((height - low) / (high - low || 1)) * (plotHeight - 32);
  let path = "";
  let isOpen = false;
  for (const { from, to, height } of parts) {
    if (height !== undefined) path += `${isOpen ? "L" : "M"}${from} ${y(height)}H${to}`;
    isOpen = height !== undefined;
  }
  const labels = [[high, y(high)], [low, bottom]].map(([height, at]) => drawing("text", { x: x(start) + 2, y: at - 2 }, String(height)));
  return [drawing("path", { class: "plot", d: path }), ...(heights.length > 0 ? labels : [])];
}
