#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>

/// Whether allocations can be counted on this system: glibc alone lets its allocator be replaced like this.
bool allocation_counter_works(void);

/// Sets the count to zero and starts counting, on all threads.
void allocation_counter_start(void);

/// Stops counting.
/// @return how many blocks have been allocated since the start.
long allocation_counter_stop(void);

/// How many bytes are in use on the heap now, in all of its arenas; -1 where the C library doesn't tell.
long allocation_counter_bytes_in_use(void);

#endif
