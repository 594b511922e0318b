"use strict";

// The record: its moments, and the states that its patches make.

const record = JSON.parse(document.getElementById("timeline").textContent);
const { moments, effects } = record;

// What is the same as at the moment before is left out of the file.
moments.forEach((moment, number) => {
  const parent = number === 0 ? null : moments[moment.parent ?? number - 1];
  moment.number = number;
  moment.parent = parent;
  moment.children = [];
  moment.time ??= parent.time;
  moment.screen ??= parent.screen;
  moment.patch ??= [];
  for (const change of moment.patch) change.tokens = tokens(change.path);
  moment.depth = parent ? parent.depth + 1 : 0;
  moment.marks = [];
  moment.leftOut = [];
  moment.failures = [];
  moment.isFirst = "command" in moment || number === 0;
  // The moments of a command are consecutive.
  moment.first = moment.isFirst ? moment : moments[number - 1].first;
  parent?.children.push(moment);
});
for (const leftOut of record.leftOut) moments[leftOut.moment].leftOut.push(leftOut);
for (const mark of record.marks) moments[mark.moment].marks.push(mark.name);
for (const failure of record.failures) moments[failure.moment].failures.push(failure.lines);

// The moment's cause in the words of the shell.
function eventText(moment) {
  if (moment.action !== undefined) return moment.action;
  return moment.parent ? `clock to +${moment.time[1]}` : "start";
}

function origin(moment) {
  if (moment.action === undefined) return moment.parent ? "clock" : "start";
  return moment.sender === undefined ? "typed" : "effect";
}

// JSON pointers (RFC 6901).
function tokens(pointer) {
  return pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function parentOf(pointer) {
  return pointer.slice(0, pointer.lastIndexOf("/"));
}

// The path as an expression of the shell: `todos[0].isComplete`. Cases and keys are named as in source.
function pathText(pointer) {
  const text = tokens(pointer).map((token) => /^\d+$/.test(token) ? `[${token}]` : /^[.[]/.test(token) ? token : `.${token}`).join("");
  return text === "" ? "self" : text.replace(/^\./, "");
}

function pointer(parent, token) {
  return `${parent}/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function has(container, token) {
  return container !== null && typeof container === "object" && Object.hasOwn(container, token);
}

function valueAt(state, path) {
  for (const token of tokens(path)) {
    if (!has(state, token)) return undefined;
    state = state[token];
  }
  return state;
}

// A state after a JSON patch (RFC 6902). The parts that did not change are shared with the old state.
function applied(state, patch) {
  const own = new Set();
  const root = { state };
  own.add(root);
  for (const change of patch) {
    const path = ["state", ...change.tokens];
    const last = path.pop();
    let container = root;
    for (const token of path) {
      let child = container[token];
      if (!own.has(child)) {
        child = Array.isArray(child) ? child.slice() : { ...child };
        own.add(child);
        put(container, token, child);
      }
      container = child;
    }
    if (change.op === "remove") {
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else delete container[last];
    } else if (change.op === "add" && Array.isArray(container)) {
      container.splice(Number(last), 0, change.value);
    } else {
      put(container, last, change.value);
    }
  }
  return root.state;
}

// A key of the data may have a name with a meaning, such as `__proto__`.
function put(container, key, value) {
  if (key === "__proto__") {
    Object.defineProperty(container, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    container[key] = value;
  }
}

const states = new Map();
const mostStates = 512;

function stateAt(moment) {
  const missing = [];
  let base = moment;
  while (!states.has(base) && base.state === undefined) {
    missing.push(base);
    base = base.parent;
  }
  let state = states.has(base) ? states.get(base) : base.state;
  while (missing.length > 0) {
    base = missing.pop();
    state = applied(state, base.patch);
    if (missing.length % 32 === 0) keep(base, state);
  }
  return state;
}

function keep(moment, state) {
  states.set(moment, state);
  if (states.size > mostStates) states.delete(states.keys().next().value);
}

// The moment that last wrote a value: the way back through the patches, following the value where it and elements before it
// in a list came and went. The start, if none did.
function writer(moment, path) {
  const state = stateAt(moment);
  let place = tokens(path);
  const isInList = place.map((_, depth) => Array.isArray(valueOf(state, place.slice(0, depth))));
  for (; moment.parent; moment = moment.parent) {
    const before = placeBefore(moment, place, isInList);
    if (before === null) return moment;
    place = before;
  }
  return moment;
}

// Where a value was before a moment; `null` if the moment wrote it.
function placeBefore(moment, place, isInList) {
  const after = place;
  for (let index = moment.patch.length - 1; index >= 0; index -= 1) {
    const { op, tokens: written } = moment.patch[index];
    const depth = written.length - 1;
    const shared = common(written, place);
    if (shared >= depth && depth < place.length && isInList[depth] && op !== "replace") {
      const [other, own] = [Number(written[depth]), Number(place[depth])];
      if (op === "add" && other === own) return placeBeforeMove(moment, after, depth);
      if (op === "add" && other < own) place = place.with(depth, String(own - 1));
      if (op === "remove" && other <= own) place = place.with(depth, String(own + 1));
    } else if (shared === written.length || shared === place.length) {
      return null;
    }
  }
  return place;
}

// Where a value in an element with an id was before the element moved; `null` if it was not the same there.
function placeBeforeMove(moment, place, depth) {
  const [old, state] = [stateAt(moment.parent), stateAt(moment)];
  const id = JSON.stringify(valueOf(state, place.slice(0, depth + 1))?.id);
  const list = valueOf(old, place.slice(0, depth));
  const index = id === undefined || !Array.isArray(list) ? -1 : list.findIndex((element) => JSON.stringify(element?.id) === id);
  const before = place.with(depth, String(index));
  return index >= 0 && JSON.stringify(valueOf(old, before)) === JSON.stringify(valueOf(state, place)) ? before : null;
}

function valueOf(state, path) {
  for (const token of path) state = state?.[token];
  return state;
}

function common(one, other) {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}
