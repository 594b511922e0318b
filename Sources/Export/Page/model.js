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
  Object.assign(moment, { number, parent, marks: [], leftOut: [], failures: [], started: [], issues: moment.issues ?? [], depth: parent?.depth + 1 || 0 });
  moment.time ??= parent.time;
  moment.screen ??= parent.screen;
  moment.patch = changes(moment.patch ?? []);
  moment.net = moment.net ? changes(moment.net) : moment.patch;
  moment.view = (parent?.view ?? []).toSpliced(...moment.view ?? [0, 0]);
  moment.viewed = moment.isViewOld ? parent.viewed : moment;
  // The moments of a command are consecutive.
  if ("command" in moment || number === 0) commands.push(moment);
  moment.first = commands.at(-1);
  moment.first.last = moment;
});
for (const { moment, name } of record.marks) moments[moment].marks.push(name);
for (const { moment, name } of effects) moments[moment].started.push(name);
for (const kind of ["leftOut", "failures"]) record[kind].forEach((fact, index) => moments[fact.moment][kind].push({ ...fact, key: kind + index }));

// What a list loses has the place in the old list from which it has gone.
function changes(list) {
  return list.map(([kind, path, value, isFollowed]) => ({ kind, path, tokens: tokens(path), [kind === "moved" || kind === "removed" ? "from" : "value"]: value, isFollowed }));
}

// What caused the moment, in the words of the shell.
function eventText(moment) {
  return moment.action ?? (moment.parent ? `clock to +${moment.time}` : "start");
}

// What a moment is about, or the whole command of which it is the last.
function momentText(moment, isWhole) {
  return isWhole ? commandText(moment) : `${shortened(commandText(moment), 40)} › ${eventText(moment)}`;
}

function commandText(moment) {
  return moment.first.command ?? eventText(moment.first);
}

function origin(moment) {
  if (moment.action === undefined) return moment.parent ? "clock" : "start";
  return moment.sender === undefined ? "typed" : "effect";
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
  return path.reduce((value, token) => Object.hasOwn(value ?? {}, token) ? value[token] : undefined, state);
}

function isOther(one, other) {
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}

// A state after changes. The parts that did not change are shared with the old state. What a list loses, it has lost before the first
// change; at each change, it has its new elements up to there. `olds` receives what was there before each change.
function applied(state, patch, olds) {
  const originals = new Map();
  const root = { state };
  originals.set(root, root);
  for (const { kind, tokens, value, from } of patch) {
    let container = root;
    const places = ["state", ...tokens];
    const last = places.pop();
    places.forEach((token, depth) => {
      const child = copy(container[token], patch, tokens.slice(0, depth), originals);
      put(container, token, child);
      container = child;
    });
    const isList = Array.isArray(container);
    const old = isList && from !== undefined ? originals.get(container)[from] : container[last];
    olds?.push(old);
    if (isList && kind !== "changed") container.splice(last, 0, ...(kind === "removed" ? [] : [value ?? old]));
    else if (kind === "removed") delete container[last];
    else put(container, last, value);
  }
  return root.state;
}

function changesOf(base, patch) {
  const olds = [];
  applied(stateAt(base), patch, olds);
  return patch.map((change, index) => ({ ...change, old: olds[index] }));
}

function copy(value, patch, path, originals) {
  if (originals.has(value)) return value;
  let copied = { ...value };
  if (Array.isArray(value)) {
    const gone = new Set(shifts(patch, path).map(({ from }) => from));
    copied = value.filter((_, index) => !gone.has(index));
  }
  originals.set(copied, value);
  return copied;
}

// The changes by which members come to a container, move within it, or leave it.
function shifts(patch, path) {
  return patch.filter(({ kind, tokens }) => kind !== "changed" && tokens.length === path.length + 1 && begins(tokens, path));
}

function begins(path, start) {
  return start.every((token, depth) => token === path[depth]);
}

// A key of the data may have a name with a meaning, such as `__proto__`.
function put(container, key, value) {
  Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
}

// Some states, from which those between them are made.
const states = new Map();

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
  while (states.size > 512) states.delete(states.keys().next().value);
  return state;
}

// The moments that wrote a value, the last one first, with its places after and before.
function writes(moment, path, most) {
  const found = [];
  let place = tokens(path);
  for (; moment.parent && place && found.length < most; moment = moment.parent) {
    const [before, isWritten] = placeBefore(moment, place);
    if (isWritten) found.push({ moment, place, before });
    place = before;
  }
  return found;
}

// Where a value was before a moment, if it was there, and whether the moment wrote it. If its element is not followed, what is at its
// place may be another one.
function placeBefore(moment, place) {
  let isAnother = false;
  const before = place.map((token, depth) => {
    const here = shifts(moment.patch, place.slice(0, depth));
    if (!here[0]?.isFollowed) {
      isAnother ||= here.some(({ tokens }) => tokens[depth] === token || tokens[depth] <= Number(token));
      return token;
    }
    const order = Array.from({ length: Number(token) + here.length + 1 }, (_, index) => index).filter((index) => !here.some(({ from }) => from === index));
    for (const { kind, tokens, from } of here) if (kind !== "removed") order.splice(tokens[depth], 0, from);
    return order[token]?.toString();
  });
  if (before.includes(undefined)) return [null, true];
  // A move or removal at a place is one of the element, not of what it contains.
  if (!isAnother) return [before, moment.patch.some(({ kind, tokens }) => tokens.length > place.length ? begins(tokens, place) : kind === "changed" && begins(place, tokens))];
  const old = valueOf(stateAt(moment.parent), before);
  return [old === undefined ? null : before, isOther(old, valueOf(stateAt(moment), place))];
}
