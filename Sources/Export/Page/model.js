"use strict";

// The record: its moments, and the states and views that their changes make.

const record = JSON.parse(document.getElementById("timeline").textContent);
const { moments, effects } = record;
const commands = [];
// A part of the history on one rail: the current branch, or a part of another one. It forks after a moment.
const chains = [{ rail: 0, fork: 0, end: 0 }];

// What is the same as at the moment before is left out of the file.
moments.forEach((moment, number) => {
  const parent = number === 0 ? null : moments[moment.parent ?? number - 1];
  if (moment.rail) chains.push({ rail: moment.rail, fork: parent.number, end: number });
  moment.chain = moment.rail ? chains.at(-1) : parent?.chain ?? chains[0];
  moment.chain.end = number;
  Object.assign(moment, { number, parent, children: [], marks: [], leftOut: [], failures: [], depth: parent ? parent.depth + 1 : 0 });
  moment.time ??= parent.time;
  moment.screen ??= parent.screen;
  moment.patch = changes(moment.patch ?? []);
  moment.net = moment.net ? changes(moment.net) : moment.patch;
  moment.view = spliced(parent?.view ?? [], moment.view);
  // The moments of a command are consecutive.
  if ("command" in moment || number === 0) commands.push(moment);
  moment.first = commands.at(-1);
  moment.first.last = moment;
  parent?.children.push(moment);
});
effects.forEach((effect, number) => Object.assign(effect, { number, sends: [] }));
for (const moment of moments) if (moment.sender !== undefined) effects[moment.sender].sends.push(moment.number);
for (const leftOut of record.leftOut) moments[leftOut.moment].leftOut.push(leftOut);
for (const mark of record.marks) moments[mark.moment].marks.push(mark.name);
for (const failure of record.failures) moments[failure.moment].failures.push(failure);

function changes(list) {
  return list.map(([kind, path, value]) => ({ kind, path, tokens: tokens(path), value }));
}

// Lines that stay the same stay the same objects.
function spliced(lines, splice) {
  if (!splice) return lines;
  const [start, count, ...texts] = splice;
  const isAligned = count === texts.length;
  return lines.toSpliced(start, count, ...texts.map((text, index) => {
    const old = lines[start + index];
    return isAligned && old.text === text ? old : { text };
  }));
}

// What caused the moment, in the words of the shell.
function eventText(moment) {
  return moment.action ?? (moment.parent ? `clock to +${moment.time[1]}` : "start");
}

function commandText(moment) {
  return moment.first.command ?? eventText(moment.first);
}

function origin(moment) {
  if (moment.action === undefined) return moment.parent ? "clock" : "start";
  return moment.sender === undefined ? "typed" : "effect";
}

function isProblem(moment) {
  return moment.failures.length > 0 || moment.issues !== undefined;
}

// JSON pointers (RFC 6901).
function tokens(pointer) {
  const parts = pointer.split("/").slice(1);
  return pointer.includes("~") ? parts.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) : parts;
}

function pointer(parent, token) {
  return `${parent}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function parentOf(pointer) {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

function valueOf(state, path) {
  for (const token of path) state = state !== null && typeof state === "object" && Object.hasOwn(state, token) ? state[token] : undefined;
  return state;
}

// A state after changes. The parts that did not change are shared with the old state. At each change, a list already has its new
// elements up to there; those that move have left their old places. `olds` receives what was there before each change.
function applied(state, patch, olds) {
  const originals = new Map();
  const root = { state };
  originals.set(root, root);
  for (const { kind, path, tokens, value } of patch) {
    let container = root;
    let at = "";
    const places = ["state", ...tokens];
    const last = places.pop();
    places.forEach((token, depth) => {
      if (depth > 0) at = pointer(at, token);
      const child = copy(container[token], at, patch, originals);
      put(container, token, child);
      container = child;
    });
    olds?.push(kind === "moved" ? originals.get(container)[value] : container[last]);
    if (!Array.isArray(container)) {
      if (kind === "removed") delete container[last];
      else put(container, last, value);
    } else if (kind === "changed") {
      container[last] = value;
    } else if (kind === "removed") {
      container.splice(Number(last), 1);
    } else {
      container.splice(Number(last), 0, kind === "moved" ? originals.get(container)[value] : value);
    }
  }
  return root.state;
}

function changesOf(base, patch) {
  const olds = [];
  applied(stateAt(base), patch, olds);
  return patch.map((change, index) => ({ ...change, old: olds[index] }));
}

function copy(value, path, patch, originals) {
  if (originals.has(value)) return value;
  const moving = new Set(patch.filter((change) => isMoveIn(path, change)).map((change) => change.value));
  const copied = !Array.isArray(value) ? { ...value } : moving.size === 0 ? value.slice() : value.filter((_, index) => !moving.has(index));
  originals.set(copied, value);
  return copied;
}

function isMoveIn(path, change) {
  return change.kind === "moved" && parentOf(change.path) === path;
}

// A key of the data may have a name with a meaning, such as `__proto__`.
function put(container, key, value) {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

// Some states, from which those between them are made.
const states = new Map();
const mostStates = 512;

function stateAt(moment) {
  const missing = [];
  let base = moment;
  while (!states.has(base) && base.parent) {
    missing.push(base);
    base = base.parent;
  }
  let state = states.get(base) ?? base.state;
  while (missing.length > 0) {
    base = missing.pop();
    state = applied(state, base.patch);
    if (missing.length % 32 === 0) states.set(base, state);
  }
  while (states.size > mostStates) states.delete(states.keys().next().value);
  return state;
}

// The moments that wrote a value, the last one first: the way back through the changes, following the value where its element or
// those before it came, went and moved.
function writes(moment, path, most) {
  const found = [];
  let place = tokens(path);
  const state = stateAt(moment);
  const isList = place.map((_, depth) => Array.isArray(valueOf(state, place.slice(0, depth))));
  for (; moment.parent && place && found.length < most; moment = moment.parent) {
    const [before, isWritten] = placeBefore(moment.patch, place, isList);
    if (isWritten) found.push({ moment, place, before });
    place = before;
  }
  return found;
}

// Where a value was before changes, if it was there, and whether they wrote it.
function placeBefore(patch, place, isList) {
  let isWritten = false;
  for (let index = patch.length - 1; index >= 0; index -= 1) {
    const { kind, path, tokens: written, value } = patch[index];
    const depth = written.length - 1;
    const shared = common(written, place);
    if (depth >= 0 && shared >= depth && depth < place.length && isList[depth] && kind !== "changed") {
      const own = Number(place[depth]);
      const other = Number(written[depth]);
      if (kind === "added" && other === own) return [null, true];
      if (kind === "moved" && other === own) {
        place = place.with(depth, String(value));
        // The other changes of the list do not move it.
        while (index > 0 && patch[index - 1].path.startsWith(`${parentOf(path)}/`)) index -= 1;
        continue;
      }
      if (kind === "removed" ? other <= own : other < own) place = place.with(depth, String(kind === "removed" ? own + 1 : own - 1));
    } else if (shared === written.length || shared === place.length) {
      if (kind !== "changed") return [kind === "added" ? null : place, true];
      isWritten = true;
    }
    place = beforeMoves(patch, index, place);
  }
  return [place, isWritten];
}

// At the first change of a list from which elements move, they were still in their old places.
function beforeMoves(patch, index, place) {
  place.forEach((token, depth) => {
    const list = place.slice(0, depth).reduce(pointer, "");
    const isHere = (change) => change?.path.startsWith(`${list}/`);
    if (!isHere(patch[index]) || isHere(patch[index - 1])) return;
    let own = Number(token);
    const left = patch.filter((change) => isMoveIn(list, change)).map((change) => change.value).sort((one, other) => one - other);
    for (const from of left) if (from <= own) own += 1;
    if (left.length > 0) place = place.with(depth, String(own));
  });
  return place;
}

function common(one, other) {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}
