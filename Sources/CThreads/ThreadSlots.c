#include "ThreadSlots.h"

_Thread_local void *thread_slots[THREAD_SLOT_COUNT];
