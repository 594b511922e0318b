// The commands of two branches, marked moments or files side by side, aligned by `compare`.

const signNames = { "<": "only on the left", ">": "only on the right", "|": "different commands", "≠": "the same command, but it did something different", " ": "the same" };

function compareBranches() {
  if (!parts.compareBranches.hidden) parts.comparison.showModal();
}

function showLeftPaths() {
  parts.compareBranches.hidden = false;
  fillPath(parts.leftPath, record.comparisons.map(({ left }) => left));
  showRightPaths();
}

function showRightPaths() {
  fillPath(parts.rightPath, record.comparisons.filter(({ left }) => left === parts.leftPath.value).map(({ right }) => right));
  showCompared();
}

// A branch has no name: the command of its last moment tells which it is.
function fillPath(field, names) {
  filled(field, ...Array.from(new Set(names), (name) => {
    const moment = moments[/^#(\d+)$/.exec(name)?.[1]];
    return element("option", { value: name }, shortened(moment ? `${name} ${commandText(moment)}` : name, 60));
  }));
}

function showCompared() {
  const { left, right, first, changes = [], rows } = record.comparisons.find((each) => each.left === parts.leftPath.value && each.right === parts.rightPath.value);
  filled(parts.firstDifference, ...lineParts(first));
  filled(parts.comparedChanges, ...lineParts(changes));
  parts.comparedState.hidden = changes.length === 0;
  filled(parts.leftName, left);
  filled(parts.rightName, right);
  filled(parts.comparedRows, ...rows.map(comparedRow));
}

function comparedRow(row) {
  if (typeof row === "number") {
    return element("tr", { class: "quiet" }, element("td", { colspan: 3 }, `… ${counted(row, "more command")} without a difference`));
  }
  const [sign, left, right, isFirst] = row;
  return element("tr", { class: isFirst ? "first" : sign === " " && "quiet", "aria-current": isFirst }, element("td", {}, ...comparedCommand(left)),
    element("td", {}, element("span", { role: "img", "aria-label": signNames[sign] }, sign)), element("td", {}, ...comparedCommand(right)));
}

function comparedCommand(step) {
  if (step === null) return [];
  return Array.isArray(step) ? [`+${step[0]} `, shortened(step[1])] : momentWords(moments[step]);
}
