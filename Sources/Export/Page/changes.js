// The differences between two states.

const mostChanges = 200;
const mostListed = 30;

// The changed, added, removed and moved values, at most `limit` of them. A removed one has the place in the new list before
// which it was.
function differences(old, value, limit = mostChanges) {
  const found = [];
  compare(old, value, "");
  return found;

  function add(kind, path, before, after, place) {
    if (found.length <= limit) found.push({ kind, path, old: before, new: after, place });
  }

  function compare(before, after, path) {
    if (before === after || found.length > limit) return;
    const name = caseMember(after);
    const isOther = name !== caseMember(before) || (name !== undefined && !isContainer(after[name]));
    if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after) || isOther) {
      if (JSON.stringify(before) !== JSON.stringify(after)) add("changed", path, before, after);
    } else if (Array.isArray(after)) {
      compareLists(before, after, path);
    } else {
      for (const key of Object.keys(before)) {
        if (has(after, key)) compare(before[key], after[key], pointer(path, key));
        else add("removed", pointer(path, key), before[key]);
      }
      for (const key of Object.keys(after)) {
        if (!has(before, key)) add("added", pointer(path, key), undefined, after[key]);
      }
    }
  }

  function compareLists(oldList, newList, path) {
    // States share what did not change, so that most of a list need not be looked at.
    let start = 0;
    let end = 0;
    const shorter = Math.min(oldList.length, newList.length);
    while (start < shorter && oldList[start] === newList[start]) start += 1;
    while (end < shorter - start && oldList.at(-1 - end) === newList.at(-1 - end)) end += 1;
    const before = oldList.slice(start, oldList.length - end);
    const after = newList.slice(start, newList.length - end);
    const names = identities(before);
    const newNames = identities(after);
    if (!names || !newNames) return compareByIndex(before, after, path, start);
    const places = new Map(names.map((name, index) => [name, index]));
    const kept = new Map(newNames.map((name, index) => [name, index]));
    let next = after.length;
    const gaps = names.map(() => 0);
    for (let index = names.length - 1; index >= 0; index -= 1) gaps[index] = next = kept.get(names[index]) ?? next;
    names.forEach((name, index) => {
      if (!kept.has(name)) add("removed", pointer(path, start + index), before[index], undefined, start + gaps[index]);
    });
    const unmoved = increasing(newNames.map((name) => places.get(name)));
    newNames.forEach((name, index) => {
      const place = places.get(name);
      const own = pointer(path, start + index);
      if (place === undefined) return add("added", own, undefined, after[index]);
      if (!unmoved.has(index)) add("moved", own, start + place, after[index]);
      compare(before[place], after[index], own);
    });
  }

  function compareByIndex(before, after, path, first) {
    let start = 0;
    let end = 0;
    const shorter = Math.min(before.length, after.length);
    const same = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);
    while (start < shorter && same(before[start], after[start])) start += 1;
    while (end < shorter - start && same(before.at(-1 - end), after.at(-1 - end))) end += 1;
    const changed = before.length === after.length;
    for (let index = start; index < Math.max(before.length, after.length) - end; index += 1) {
      const own = pointer(path, first + index);
      if (changed) compare(before[index], after[index], own);
      else {
        if (index < before.length - end) add("removed", own, before[index], undefined, first + index);
        if (index < after.length - end) add("added", own, undefined, after[index]);
      }
    }
  }
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

// Lists the differences, and returns them.
function showChanges(from, to) {
  const found = differences(stateAt(from), stateAt(to));
  const items = found.slice(0, mostListed).map((change) =>
    element("li", { class: change.kind }, element("code", {}, shown(pathText(change.path))), " ", ...words(change)));
  const rest = found.length - mostListed;
  if (rest > 0) items.push(element("li", {}, found.length > mostChanges ? "… and many more" : `… and ${rest} more`));
  if (items.length === 0) items.push(element("li", { class: "none" }, "no changes"));
  byID("changes").replaceChildren(...items);
  return found;
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
