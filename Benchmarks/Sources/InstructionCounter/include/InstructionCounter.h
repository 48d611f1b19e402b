#ifndef INSTRUCTION_COUNTER_H
#define INSTRUCTION_COUNTER_H

#include <stdbool.h>

/// Whether the program runs under callgrind, and was built where callgrind's header is installed.
bool instruction_counter_works(void);

/// Begins to count.
void instruction_counter_start(void);

/// Writes what was executed since the start to a file of callgrind, under a name.
void instruction_counter_stop(const char *name);

#endif
