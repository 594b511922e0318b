/* The feature Todos without its effects, for spin: at most MOST todos are added, the first of those shown is toggled or
   deleted, and the filter is changed. The newest todo is the first of the list, and the last of the array. */

#ifndef MOST
#define MOST 16
#endif

#define ALL 0
#define ACTIVE 1
#define COMPLETED 2

byte count = 0;
byte filter = ALL;
bit isComplete[MOST];

/* It follows from the others. */
byte completed = 0;

hidden byte at;

#define isAnyShown ((filter == ALL && count > 0) || (filter == ACTIVE && count > completed) \
  || (filter == COMPLETED && completed > 0))
#define isHidden(i) (filter == ACTIVE && isComplete[i] || filter == COMPLETED && !isComplete[i])

/* Finds the first todo shown. */
inline find() {
  at = count - 1;
  do
  :: isHidden(at) -> at--
  :: else -> break
  od
}

active proctype todos() {
  do
  :: d_step { count < MOST -> count++ }
  :: d_step {
    isAnyShown ->
    find();
    completed = completed + 1 - 2 * isComplete[at];
    isComplete[at] = 1 - isComplete[at]
  }
  :: d_step {
    isAnyShown ->
    find();
    completed = completed - isComplete[at];
    count--;
    do
    :: at < count -> isComplete[at] = isComplete[at + 1]; at++
    :: else -> break
    od;
    isComplete[count] = 0
  }
  :: d_step { true -> filter = (filter + 1) % 3 }
  od
}
