"use strict";

// The record: its moments, and the states that its patches make.

const record = JSON.parse(document.getElementById("timeline").textContent);
const moments = record.moments;
// Most effects differ only in the moment that started them.
const effects = record.effects.map(([moment, kind]) => ({ moment, ...record.effectKinds[kind] }));

// What is the same as at the moment before is left out of the file.
moments.forEach((moment, number) => {
  const parent = number === 0 ? null : moments[moment.parent ?? number - 1];
  moment.number = number;
  moment.parent = parent;
  moment.children = [];
  moment.time ??= parent.time;
  moment.screen ??= parent.screen;
  moment.patch ??= [];
  moment.cancelled = moment.cancelled?.map(([effect, kind, by]) => ({ effect, by, ...record.cancellationKinds[kind] }));
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
for (const failure of record.failures) moments[failure.moment].failures.push(failure);

// The moment's cause in the words of the shell.
function eventText(moment) {
  if (moment.action !== undefined) return moment.action;
  return moment.parent ? `clock to +${moment.time[1]}` : "start";
}

function origin(moment) {
  if (moment.action === undefined) return moment.parent ? "clock" : "start";
  return moment.sender === undefined ? "typed" : "effect";
}

function effectName(index) {
  const effect = effects[index];
  const words = [effect.name ? `effect '${effect.name}' of #${effect.moment}` : `effect of #${effect.moment}`];
  if (effect.site) words.push(`at ${effect.site}`);
  if (effect.ids) words.push(`id ${effect.ids.join(", ")}`);
  return words.join(", ");
}

// JSON pointers (RFC 6901).
function tokens(pointer) {
  return pointer.split("/").slice(1).map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
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
    const path = ["state", ...tokens(change.path)];
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

// The moment that last wrote a value: the way back through the patches, following the value where elements before it
// in a list came and went. The start, if none did.
function writer(moment, path) {
  const state = stateAt(moment);
  let place = tokens(path);
  const isInList = place.map((_, depth) => Array.isArray(valueOf(state, place.slice(0, depth))));
  for (; moment.parent; moment = moment.parent) {
    for (const change of moment.patch.toReversed()) {
      const written = tokens(change.path);
      const depth = written.length - 1;
      const shared = common(written, place);
      const isInSameList = shared >= depth && depth < place.length && isInList[depth] && change.op !== "replace";
      if (isInSameList) {
        const [index, own] = [Number(written[depth]), Number(place[depth])];
        if (change.op === "add" && index === own) return moment;
        if (change.op === "add" && index < own) shift(-1, depth);
        if (change.op === "remove" && index <= own) shift(1, depth);
      } else if (shared === written.length || shared === place.length) {
        return moment;
      }
    }
  }
  return moment;

  function shift(step, depth) {
    place = place.with(depth, String(Number(place[depth]) + step));
  }
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
