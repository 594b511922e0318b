/* The feature StarvedSave of the tests of Core: each edit puts the save off by a second; with -DFIXED, only the first
   edit starts the time. Times are in tenths of a second. Without -DCLAIM, there are just the states of the feature. */

byte rest = 0; /* the time until the save, if it is due at all */
bool isDirty = false;

#ifdef CLAIM
/* Whether time passed in the last step: a loop without time is no behaviour. */
bool passes = false;
#define take(x) passes = x
ltl edits_are_saved { ([] <> passes) -> [] (isDirty -> <> !isDirty) }
#else
#define take(x) skip
#endif

/* Lets time pass until the save is due, or until a little earlier. */
inline pass(tenthsLess) {
  rest = tenthsLess;
  if
  :: rest == 0 -> isDirty = false
  :: else
  fi;
  take(true)
}

active proctype feature() {
  do
#ifdef FIXED
  :: d_step { !isDirty -> isDirty = true; rest = 10; take(false) }
#else
  :: d_step { true -> isDirty = true; rest = 10; take(false) }
#endif
  :: d_step { rest > 0 -> pass(0) }
  :: d_step { rest > 1 -> pass(1) }
#ifdef CLAIM
  /* Nothing is due, so time passes for as long as nothing is done. */
  :: d_step { rest == 0 -> take(true) }; break
#endif
  od
}
