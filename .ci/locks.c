// The function that the compiler calls at the start of each function with `-sanitize-coverage=func,trace-pc`; see `.ci/variant`.

#include <stdint.h>

// In Sources/TraitsTesting/Support/HeldLockProbe.swift. A program that isn't linked with it checks nothing.
__attribute__((weak)) void traits_function_begins(uintptr_t address);

// The check consists of such functions, too.
static __thread int isChecking;

void __sanitizer_cov_trace_pc(void) {
    if (isChecking || !traits_function_begins) return;
    isChecking = 1;
    traits_function_begins((uintptr_t)__builtin_return_address(0));
    isChecking = 0;
}
