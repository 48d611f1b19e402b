/// Every workload, in the order of the tables.
let workloads: [Workload] =
    sequences + subjects + hiddenTypes + combinations + flattening + subscriptions + schedulers + loops
    + properties
