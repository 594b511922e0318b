// The differences between two states.

const mostChanges = 200;
const mostListed = 30;
const mostRevealed = 20;

// The changed, added, removed and moved values, and the tree of the containers that they are in. A removed one has the place
// in the new list before which it was. A container is revealed for the first few changes.
function differences(old, value) {
  const found = [];
  return { root: compare(old, value, ""), found };

  function node(change) {
    return { change, below: 0, members: new Map(), removed: [], isRevealed: found.length < mostRevealed };
  }

  function change(kind, path, before, after, place) {
    if (found.length > mostChanges) return undefined;
    found.push({ kind, path, old: before, new: after, place });
    return node(found.at(-1));
  }

  function compare(before, after, path) {
    if (before === after || found.length > mostChanges) return undefined;
    const name = caseMember(after);
    const isOther = name !== caseMember(before) || (name !== undefined && !isContainer(after[name]));
    if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after) || isOther) {
      return JSON.stringify(before) === JSON.stringify(after) ? undefined : change("changed", path, before, after);
    }
    const container = node();
    const own = (token) => pointer(path, token);
    const add = (token, member) => {
      if (!member) return;
      if (member.change?.kind === "removed") container.removed.push(member.change);
      else container.members.set(String(token), member);
      container.below += member.below + (member.change ? 1 : 0);
    };
    const parts = {
      added: (token) => add(token, change("added", own(token), undefined, after[token])),
      removed: (token, place) => add(token, change("removed", own(token), before[token], undefined, place)),
      kept: (token, place = token) => add(token, compare(before[place], after[token], own(token))),
      moved: (token, place) => {
        const moved = change("moved", own(token), place, after[token]);
        const member = compare(before[place], after[token], own(token));
        add(token, member ? { ...member, change: moved.change } : moved);
      },
    };
    if (Array.isArray(after)) {
      compareLists(before, after, parts);
    } else {
      for (const key of Object.keys(before)) parts[has(after, key) ? "kept" : "removed"](key);
      for (const key of Object.keys(after)) if (!has(before, key)) parts.added(key);
    }
    return container.below > 0 ? container : undefined;
  }
}

// How many elements two lists have in common at the start and at the end.
function commonEnds(before, after, isSame) {
  let start = 0;
  let end = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  while (end < shorter - start && isSame(before.at(-1 - end), after.at(-1 - end))) end += 1;
  return [start, end];
}

function compareLists(before, after, parts) {
  // States share what did not change, so that most of a list need not be looked at.
  let [start, end] = commonEnds(before, after, (one, other) => one === other);
  const names = identities(before.slice(start, before.length - end));
  const newNames = identities(after.slice(start, after.length - end));
  if (!names || !newNames) {
    [start, end] = commonEnds(before, after, (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other));
    for (let index = start; index < Math.max(before.length, after.length) - end; index += 1) {
      if (before.length === after.length) parts.kept(index);
      else if (index < before.length - end) parts.removed(index, index);
      if (before.length !== after.length && index < after.length - end) parts.added(index);
    }
    return;
  }
  const places = new Map(names.map((name, index) => [name, index]));
  const kept = new Map(newNames.map((name, index) => [name, index]));
  let next = newNames.length;
  const gaps = [];
  for (let index = names.length - 1; index >= 0; index -= 1) gaps[index] = next = kept.get(names[index]) ?? next;
  names.forEach((name, index) => {
    if (!kept.has(name)) parts.removed(start + index, start + gaps[index]);
  });
  const unmoved = increasing(newNames.map((name) => places.get(name)));
  newNames.forEach((name, index) => {
    const place = places.get(name);
    if (place === undefined) parts.added(start + index);
    else parts[unmoved.has(index) ? "kept" : "moved"](start + index, start + place);
  });
}

// The ids of the elements of a list, if each has its own.
function identities(list) {
  if (!list.every((value) => has(value, "id") && !isContainer(value.id))) return null;
  const names = list.map((value) => isContainer(value.id) ? null : value.id?.$ ?? value.id);
  return new Set(names).size === names.length ? names : null;
}

// The indices of a longest increasing sequence: the elements that kept their order.
function increasing(places) {
  const tails = [];
  const before = [];
  places.forEach((place, index) => {
    if (place === undefined) return;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places[tails[middle]] < place) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1];
    tails[low] = index;
  });
  const kept = new Set();
  for (let index = tails.at(-1); index !== undefined; index = before[index]) kept.add(index);
  return kept;
}

// Lists the differences.
function showChanges(found) {
  const items = found.slice(0, mostListed).map((change) =>
    element("li", { class: change.kind }, element("code", {}, shown(pathText(change.path))), " ", ...words(change)));
  const rest = found.length - mostListed;
  if (rest > 0) items.push(element("li", {}, found.length > mostChanges ? "… and many more" : `… and ${rest} more`));
  if (items.length === 0) items.push(element("li", { class: "none" }, "no changes"));
  byID("changes").replaceChildren(...items);
}

function words(change) {
  switch (change.kind) {
    case "added": return ["added ", element("ins", {}, valueText(change.new))];
    case "removed": return ["removed ", element("del", {}, valueText(change.old))];
    case "moved": return [`moved from [${change.old}]`];
    default:
      return [element("del", {}, valueText(change.old)), " → ", element("ins", {}, valueText(change.new))];
  }
}
