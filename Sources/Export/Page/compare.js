// The commands of two branches, marked moments or files side by side, aligned by `compare`.

const signNames = { "<": "only on the left", ">": "only on the right", "|": "different commands", "≠": "the same command, but it did something different", " ": "the same" };

function compareBranches() {
  if (record.comparisons.length > 0) byID("comparison").showModal();
}

function fillPaths() {
  fillPath(byID("left-path"), record.comparisons.map(({ left }) => left));
  showRightPaths();
}

function showRightPaths() {
  fillPath(byID("right-path"), record.comparisons.filter(({ left }) => left === byID("left-path").value).map(({ right }) => right));
  showCompared();
}

// A branch has no name: the command of its last moment tells which it is.
function fillPath(field, names) {
  field.replaceChildren(...Array.from(new Set(names), (name) => {
    const moment = /^#\d+$/.test(name) ? moments[Number(name.slice(1))] : undefined;
    return element("option", { value: name }, shortened(shown(moment ? `${name} ${rowText(moment.first)}` : name), 60));
  }));
}

function showCompared() {
  const { left, right, first, changes = [], rows } = record.comparisons.find((each) =>
    each.left === byID("left-path").value && each.right === byID("right-path").value);
  byID("first-difference").replaceChildren(...differenceLines(first));
  byID("compared-changes").textContent = changes.map(shown).join("\n");
  byID("compared-state").hidden = changes.length === 0;
  byID("compared-names").replaceChildren(...[shown(left), "", shown(right)].map((name) => element("th", { scope: "col" }, name)));
  byID("compared-rows").replaceChildren(...rows.map(comparedRow));
}

function comparedRow(row) {
  if (typeof row === "number") {
    return element("tr", { class: "none" }, element("td", { colspan: 3 }, `… ${counted(row, "more command")} without a difference`));
  }
  const [sign, left, right, isFirst] = row;
  return element("tr", { class: isFirst ? "first" : sign === " " ? "none" : undefined, "aria-current": isFirst && "true" },
    element("td", {}, ...comparedCommand(left)), element("td", {}, comparedSign(sign, left, right)), element("td", {}, ...comparedCommand(right)));
}

function comparedCommand(step) {
  if (step === null) return [];
  const [link, time, text] = Array.isArray(step) ? ["", ...step] : [momentLink(moments[step]), moments[step].time[1], rowText(moments[step].first)];
  return [link, element("span", { class: "time" }, ` +${time} `), shortened(shown(text))];
}

// If both commands are in this session, the states after them can be compared as a tree.
function comparedSign(sign, left, right) {
  if (sign === " " || !Number.isInteger(left) || !Number.isInteger(right)) {
    return element("span", { role: "img", "aria-label": signNames[sign] }, sign);
  }
  const button = element("button", { type: "button", "aria-label": `${signNames[sign]}: compare the states`, title: "Compare the states" }, sign);
  button.addEventListener("click", () => {
    byID("comparison").close();
    byID("compare").value = left;
    select(moments[right]);
  });
  return button;
}
