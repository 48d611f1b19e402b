#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Has tests take short plans: `.ci/full` takes all. And lets no more tests run at a time than four for each processor. Some wait for
// programs and timers, so one for each is too few.
//
// Swift Testing would begin all of them at once. A test that waits for its program to stop is then told behind thousands of
// others, and until it is, the library looks for stopped programs without a pause, which takes a processor from the tests.
//
// The library reads the variable when it starts. Variables that are set already count.
__attribute__((constructor)) static void setPace(void) {
    char count[16];
    snprintf(count, sizeof count, "%ld", sysconf(_SC_NPROCESSORS_ONLN) * 4);
    setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", count, 0);
    setenv("TRAITS_PLANS", "short", 0);
}
