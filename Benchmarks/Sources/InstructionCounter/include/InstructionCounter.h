#ifndef INSTRUCTION_COUNTER_H
#define INSTRUCTION_COUNTER_H

/// Begins to count, if the program runs under callgrind and was built where callgrind's header is installed.
void instruction_counter_start(void);

/// Writes what was executed since the start to a file of callgrind, under a name.
void instruction_counter_stop(const char *name);

#endif
