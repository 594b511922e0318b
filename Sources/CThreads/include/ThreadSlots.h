#ifndef THREAD_SLOTS_H
#define THREAD_SLOTS_H

// Pointers of each thread, initially NULL. In C because Swift has no thread-local variables, and a slot of pthreads costs a
// call, which would be most of reading a field of an observable state.
enum { THREAD_SLOT_COUNT = 3 };
extern _Thread_local void *thread_slots[THREAD_SLOT_COUNT];

static inline void *thread_slot_get(int slot) { return thread_slots[slot]; }

static inline void thread_slot_set(int slot, void *pointer) { thread_slots[slot] = pointer; }

#endif
