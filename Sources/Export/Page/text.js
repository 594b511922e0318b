// Text for people. Data is only ever added to the page as text, by `filled`.

// The characters that the shell escapes: controls, line separators, noncharacters and invisible formatting, but not what is a part of
// emoji and words.
const hidden = /[[\p{Cc}\p{Zl}\p{Zp}\p{DI}\ufff9-\ufffb\ufffe\uffff]--[\u200b-\u200f\ufe00-\ufe0f]]/gv;
const escapes = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function shown(text) {
  return String(text).replace(hidden, (character) => escapes[character] ?? `\\u{${character.codePointAt(0).toString(16).toUpperCase()}}`);
}

// An action or another value, which ends in a bracket, is shortened in its middle, because its end says what happens.
function shortened(text, length = 100) {
  const head = Array.from(text.slice(0, 2 * length));
  if (head.length <= length && text.length <= 2 * length) return text;
  const tail = /[)\]}]$/.test(text) ? Array.from(text.slice(-2 * length)).slice(-Math.floor(length / 3) * 2) : [];
  return head.slice(0, length - 1 - tail.length).join("") + "…" + tail.join("");
}

// A text with the terminal's styles.
function styled(text) {
  return text.split(/\u001b\[([\d;]+)m/).map((part, index, parts) =>
    index % 2 === 0 && part !== "" && span(`style-${(parts[index - 1] ?? "0").replace(";", "-")}`, part));
}

// The lines of a view. Those that are not among the old ones, in their order, are marked; a number at the start may only say where a
// line is. Elements given are reused: those of the same text keep their layout.
function viewLines(olds, lines, nodes = []) {
  const [before, after] = [olds, lines].map((texts) => texts.map((text) => text.replace(/^(.\[\d+m)?\W*\d+/, "")));
  let from = 0;
  return lines.map((text, to) => {
    const place = before.indexOf(after[to], from);
    const next = after.indexOf(before[from], to);
    const isNew = place < 0 || (next >= 0 && next - to < place - from);
    if (!isNew) from = place + 1;
    else if (next < 0) from++;
    const node = nodes[to] ?? span("line");
    if (node.text !== text) filled(node, ...styled(text)).text = text;
    node.classList.toggle("changed", isNew || (place === to && olds[place] !== text));
    return node;
  });
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
  if (value === undefined) return "missing";
  if (value === null) return "nil";
  if (typeof value === "string") return shortened(`"${shown(value.slice(0, 4 * length).replace(/["\\]/g, "\\$&"))}"`, length);
  if (!isContainer(value)) return shortened(shown(value.$ ?? value), length);
  const name = caseMember(value);
  if (name !== undefined) {
    const payload = valueText(value[name], length);
    return shortened(shown(name) + (payload[0] === "(" && isContainer(value[name]) ? payload : `(${payload})`), length);
  }
  const isList = Array.isArray(value);
  const keys = isList ? value.keys() : Object.keys(value);
  const isTable = !isList && (keys.length === 0 || keys[0][0] === "[");
  const parts = [];
  let room = length;
  for (const key of keys) {
    if (room <= 0) break;
    const part = label(key, value) + valueText(value[key], room);
    parts.push(part);
    room -= part.length + 2;
  }
  const text = parts.join(", ") || (isTable ? ":" : "");
  return shortened(isList || isTable ? `[${text}]` : `(${text})`, length);
}

// What comes before a member on one line. Elements and the parts of a tuple have no label, and keys no brackets.
function label(key, container) {
  if (Array.isArray(container) || /^\d/.test(key)) return "";
  return `${shown(key[0] === "[" ? key.slice(1, -1) : key)}: `;
}

// The path as an expression of the shell: `todos[0].isComplete`. Cases and keys are named as in source, and the elements
// of a state by their ids, if it is given.
function pathText(pointer, state) {
  const text = tokens(pointer).map((token) => {
    state = state?.[token];
    if (/^\d+$/.test(token)) return `[${state?.id === undefined ? token : `id: ${valueText(state.id)}`}]`;
    return /^[.[]/.test(token) ? token : `.${token}`;
  }).join("");
  return text === "" ? "self" : text.replace(/^\./, "");
}

// The parts of a path as it is written in the shell, and what one of them is of a value.
function pathParts(text) {
  return text.startsWith("/") ? tokens(text) : (text.match(/\["(?:\\.|[^"\\])*"\]|\[[^\]]*\]|[^.[\]?]+/g) ?? []).filter((part) => part !== "self");
}

function memberOf(value, part) {
  if (!isContainer(value)) return undefined;
  const place = part.replace(/^\[|\]$/g, "");
  const key = [part, place, `.${part}`].find((key) => Object.hasOwn(value, key));
  if (key !== undefined || !Array.isArray(value)) return value[key];
  return part === "count" ? value.length : value.find((each) => `id: ${valueText(each?.id)}` === place);
}

function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// An element with attributes and children, each an element or a text.
function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

function span(style, ...children) {
  return element("span", { class: style }, ...children);
}

function drawing(name, attributes, ...children) {
  return furnished(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

function furnished(node, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if ((value ?? false) !== false) node.setAttribute(key, value);
  }
  return filled(node, ...children);
}

function filled(node, ...children) {
  node.replaceChildren(...children.filter(Boolean).map((child) => child instanceof Node ? child : shown(child)));
  return node;
}

// The elements of the page, by their ids.
const parts = Object.fromEntries(Array.from(document.querySelectorAll("[id]"), (node) => [node.id, node]));

// A moment as a link, and its command.
function momentWords(moment, text = commandText(moment)) {
  return [momentLink(moment.number), span("quiet", ` +${moment.time} `), shortened(text, 120)];
}

function momentLink(number) {
  return element("a", { href: `#m${number}` }, `#${number}`);
}
