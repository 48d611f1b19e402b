#include "InstructionCounter.h"

#if defined(__has_include)
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define HAS_CALLGRIND 1
#endif
#endif

#if HAS_CALLGRIND

void instruction_counter_start(void) {
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
}

void instruction_counter_stop(const char *name) {
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(name);
}

#else

void instruction_counter_start(void) {}
void instruction_counter_stop(const char *name) { (void)name; }

#endif
