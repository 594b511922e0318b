// Text for people. Data is only ever added to the page as text.

// The same characters that the shell escapes: controls, line separators, bidirectional and other invisible formatting.
const hidden =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{e0000}-\u{e0fff}]/gu;
const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

function shown(text) {
  return String(text).replace(hidden, (character) =>
    escapes[character] ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

function shortened(text, length = 100) {
  const characters = Array.from(text.length > 4 * length ? text.slice(0, 4 * length) : text);
  return characters.length > length ? characters.slice(0, length - 1).join("") + "…" : text;
}

// A number that JavaScript cannot represent is wrapped in an object.
function isWrappedNumber(value) {
  return value !== null && typeof value === "object" && typeof value.$number === "string" && Object.keys(value).length === 1;
}

function isContainer(value) {
  return value !== null && typeof value === "object" && !isWrappedNumber(value);
}

// A value on one line.
function valueText(value, length = 100) {
  if (value === undefined) return "not there";
  if (typeof value === "string") return shortened(`"${shown(value)}"`, length);
  if (isWrappedNumber(value)) return value.$number;
  if (!isContainer(value)) return String(value);
  const parts = [];
  let room = length;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  for (const key of keys) {
    if (room <= 0) break;
    const part = (Array.isArray(value) ? "" : `${shown(key)}: `) + valueText(value[key], room);
    parts.push(part);
    room -= part.length + 2;
  }
  const text = parts.join(", ");
  return shortened(Array.isArray(value) ? `[${text}]` : `{${text}}`, length);
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

function byID(id) {
  return document.getElementById(id);
}

function momentLink(moment) {
  return element("a", { href: `#m${moment.number}` }, `#${moment.number}`);
}
