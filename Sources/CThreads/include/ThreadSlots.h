#ifndef THREAD_SLOTS_H
#define THREAD_SLOTS_H

#include <pthread.h>
#include <stdint.h>

// Thread-local pointers, initially NULL; in C because Swift has no thread-local variables, and pthread_getspecific
// costs a call: most of the time that it takes to read a field of an observable state.
enum { THREAD_SLOT_SUSPENSION, THREAD_SLOT_BINDING_CHECK, THREAD_SLOT_BODY_REQUEST, THREAD_SLOT_COUNT };
extern _Thread_local void *thread_slots[THREAD_SLOT_COUNT];

static inline void *thread_slot_get(int slot) { return thread_slots[slot]; }

static inline void thread_slot_set(int slot, void *pointer) { thread_slots[slot] = pointer; }

// The current thread, as a number: to Swift, it is one on some systems and a pointer on others.
static inline uintptr_t thread_self(void) { return (uintptr_t)pthread_self(); }

#endif
