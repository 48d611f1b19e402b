/// Every workload, in the order of the tables.
let workloads: [Workload] =
    sequences + subjects + combinations + subscriptions + schedulers + loops + properties
