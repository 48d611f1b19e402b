/// Every workload, in the order of the tables.
let workloads: [Workload] =
    sequences + subjects + stateful + hiddenTypes + combinations + flattening + subscriptions + schedulers
    + loops
    + properties + traitOperators + extras
