-- The feature Todos without its effects, for rumur: at most MOST todos are added, the first of those shown is toggled or
-- deleted, and the filter is changed. The newest todo is the first of the list, and the last of the array.

const
  MOST: 16;

type
  Filter: enum { all, active, completed };

var
  count: 0..MOST;
  filter: Filter;
  isComplete: array [0..MOST - 1] of boolean;

function isShown(i: 0..MOST - 1): boolean;
begin
  return filter = all | (filter = completed) = isComplete[i];
end;

-- The number of todos up to the first one shown, or 0.
function found(): 0..MOST;
var
  i: 0..MOST;
begin
  i := count;
  while i > 0 & !isShown(i - 1) do
    i := i - 1;
  end;
  return i;
end;

startstate
begin
  count := 0;
  filter := all;
  for i := 0 to MOST - 1 do
    isComplete[i] := false;
  end;
end;

rule "add"
  count < MOST ==>
begin
  count := count + 1;
end;

rule "toggle"
  found() > 0 ==>
begin
  isComplete[found() - 1] := !isComplete[found() - 1];
end;

rule "delete"
  found() > 0 ==>
var
  i: 0..MOST;
begin
  i := found();
  while i < count do
    isComplete[i - 1] := isComplete[i];
    i := i + 1;
  end;
  isComplete[count - 1] := false;
  count := count - 1;
end;

rule "filter"
begin
  switch filter
    case all: filter := active;
    case active: filter := completed;
    case completed: filter := all;
  end;
end;
