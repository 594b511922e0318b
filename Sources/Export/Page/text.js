// Text for people. Data is only ever added to the page as text.

// The same characters that the shell escapes: controls, line separators, bidirectional and other invisible formatting.
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

function shown(text) {
  return String(text).replace(hidden, (character) =>
    escapes[character] ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

function shownLines(text) {
  return text.split("\n").map(shown).join("\n");
}

// An action or another value, which ends in a bracket, is shortened in its middle, because its end says what happens.
function shortened(text, length = 100) {
  const head = Array.from(text.slice(0, 2 * length));
  if (head.length <= length && text.length <= 2 * length) return text;
  const tail = /[)\]}]$/.test(text) ? Array.from(text.slice(-2 * length)).slice(-Math.floor(length / 3) * 2) : [];
  return head.slice(0, length - 1 - tail.length).join("") + "…" + tail.join("");
}

// Other objects, `{"$": ".all"}`, are source in Swift notation.
function isContainer(value) {
  return value !== null && typeof value === "object" && typeof value.$ !== "string";
}

// The case of an enum with a payload, `{".alert": …}`, as a member.
function caseMember(value) {
  if (!isContainer(value) || Array.isArray(value)) return undefined;
  for (const key in value) return key[0] === "." ? key : undefined;
  return undefined;
}

// A value in Swift notation on one line.
function valueText(value, length = 100) {
  if (value === undefined) return "not there";
  if (value === null) return "nil";
  if (typeof value === "string") return stringText(value, length);
  if (!isContainer(value)) return shortened(value.$ === undefined ? String(value) : shown(value.$), length);
  const name = caseMember(value);
  if (name !== undefined) {
    const payload = valueText(value[name], length);
    return shortened(shown(name) + (payload[0] === "(" && isContainer(value[name]) ? payload : `(${payload})`), length);
  }
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const isTable = !Array.isArray(value) && (keys.length === 0 || keys[0][0] === "[");
  const parts = [];
  let room = length;
  for (const key of keys) {
    if (room <= 0) break;
    const part = label(key, value) + valueText(value[key], room);
    parts.push(part);
    room -= part.length + 2;
  }
  const text = parts.join(", ") || (isTable ? ":" : "");
  return shortened(Array.isArray(value) || isTable ? `[${text}]` : `(${text})`, length);
}

// What comes before a member on one line. Elements and the parts of a tuple have no label, and keys no brackets.
function label(key, container) {
  if (Array.isArray(container) || /^\d/.test(key)) return "";
  return `${shown(key[0] === "[" ? key.slice(1, -1) : key)}: `;
}

function stringText(text, length = 100) {
  const start = text.length > 4 * length ? text.slice(0, 4 * length) : text;
  return shortened(`"${shown(start.replace(/["\\]/g, "\\$&"))}"`, length);
}

// Such as 90.5 seconds: `1 min 30.5 s`.
function durationText(nanoseconds) {
  for (const [unit, size] of [["ns", 1e3], ["µs", 1e6], ["ms", 1e9]]) {
    if (nanoseconds !== 0 && Math.abs(nanoseconds) < size) return `${Number((nanoseconds / (size / 1e3)).toPrecision(6))} ${unit}`;
  }
  const parts = [];
  let rest = nanoseconds / 1e9;
  for (const [unit, size] of [["d", 86400], ["h", 3600], ["min", 60]]) {
    if (rest < size) continue;
    parts.push(`${Math.floor(rest / size)} ${unit}`);
    rest %= size;
  }
  rest = Number(rest.toFixed(9));
  if (rest > 0 || parts.length === 0) parts.push(`${rest} s`);
  return parts.join(" ");
}

// An element with attributes and children, each an element or a text.
function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

function drawing(name, attributes = {}, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnished(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

// Replaces the contents. What had the focus passes it to what comes in its place.
function refill(node, ...children) {
  const focused = node.contains(document.activeElement) ? document.activeElement : node;
  const targets = () => [...node.querySelectorAll("a, button")];
  const place = focused === node ? -1 : targets().indexOf(focused);
  node.replaceChildren(...children);
  if (place >= 0) (targets()[place] ?? targets().at(-1) ?? byID("rows")).focus({ preventScroll: true });
}

function byID(id) {
  return document.getElementById(id);
}

function momentLink(moment) {
  return element("a", { href: `#m${moment.number}` }, `#${moment.number}`);
}
