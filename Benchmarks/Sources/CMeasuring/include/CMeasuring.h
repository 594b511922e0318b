#pragma once

#include <stddef.h>

/// The bytes that are allocated now, with what the allocator adds to each block.
size_t allocated_bytes(void);

/// Does nothing with a value, which no Swift optimiser can know.
void look_at(const void *value);
