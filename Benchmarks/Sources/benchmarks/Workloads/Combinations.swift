/// Two inputs in step.
let combinations: [Workload] = []
