/* The feature EndlessLoading of the tests of Core: loading fails after a second, and then goes on for ever, while a beat
   every five seconds keeps the feature from coming to rest; with -DFIXED, the failure ends the loading. Times are in tenths
   of a second. Without -DCLAIM, there are just the states of the feature. */

byte beat = 0;    /* the time until the next beat, if there is one */
byte failure = 0; /* the time until the failure, if there is one */
bool isBeating = false; /* whether the beat in flight follows another one */
bool isLoading = false;
bool isAwake = false;
hidden byte time;

#define failsFirst (failure > 0 && failure < beat)

#ifdef CLAIM
/* Whether time passed in the last step: a loop without time is no behaviour. */
bool passes = false;
#define take(x) passes = x
ltl loading_ends { ([] <> passes) -> [] (isLoading -> <> !isLoading) }
#else
#define take(x) skip
#endif

/* Lets time pass until something is due, or until a little earlier. */
inline pass(tenthsLess) {
  if
  :: failsFirst -> time = failure - tenthsLess
  :: else -> time = beat - tenthsLess
  fi;
  beat = beat - time;
  if
  :: beat == 0 -> beat = 50; isBeating = true
  :: else
  fi;
  if
  :: failure > 0 ->
    failure = failure - time;
#ifdef FIXED
    if
    :: failure == 0 -> isLoading = false
    :: else
    fi
#endif
  :: else
  fi;
  take(true)
}

active proctype feature() {
  do
  :: d_step { !isAwake -> isAwake = true; beat = 50; take(false) }
  :: d_step { isAwake && !isLoading -> isLoading = true; failure = 10; take(false) }
  :: d_step { beat > 0 -> pass(0) }
  :: d_step { beat > 1 && failure != 1 -> pass(1) }
#ifdef CLAIM
  /* Nothing is due, so time passes for as long as nothing is done. */
  :: d_step { beat == 0 -> take(true) }; break
#endif
  od
}
