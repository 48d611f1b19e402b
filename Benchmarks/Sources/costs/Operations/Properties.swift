import TraitsRuntime

/// What is done with properties.
nonisolated(unsafe) let ofProperties: [Operation] = [
    .ofSubscribers("observers of a property") {
        let property = MutableProperty(0)
        return (property.subsequentValues, { property.value = 1 })
    },
    Operation("derived properties") { size, phases in
        do {
            let property = MutableProperty(0)
            var derived: [Property<Int>] = []
            phases.meter(.subscribe, size) {
                for number in 0..<size { derived.append(property.property.map { $0 + number }) }
            }
            let cancellables = derived.map { $0.subsequentValues.sink { _ in } }
            phases.weigh(.held)
            phases.meter(.deliver, size) { property.value = 1 }
            withExtendedLifetime(cancellables) {}
        }
        phases.weigh(.over)
    },
    Operation("changes in a transaction") { size, phases in
        let property = MutableProperty(Array(repeating: 0, count: size))
        let cancellable = property.subsequentValues.sink { _ in }
        phases.meter(.value, size) {
            Properties.transaction {
                for index in 0..<size { property.modify { $0[index] += 1 } }
                phases.weigh(.waiting)
            }
        }
        cancellable.cancel()
    },
    Operation("changes of many in a transaction") { size, phases in
        let properties = (0..<size).map { _ in MutableProperty(0) }
        let cancellable = properties.map(\.property).combineLatest().subsequentValues.sink { _ in }
        phases.meter(.value, size) {
            Properties.transaction { for property in properties { property.value = 1 } }
        }
        cancellable.cancel()
    },
    Operation("bindings both ways") { size, phases in
        let properties = (0..<size + 1).map { _ in MutableProperty(0) }
        var bindings: [AnyCancellable] = []
        phases.meter(.subscribe, size) {
            for index in 0..<size { bindings.append(properties[index].bind(to: properties[index + 1])) }
        }
        phases.meter(.deliver, size) { properties[size].value = 1 }
        precondition(properties[0].value == 1)
        phases.meter(.leave, size) { bindings = [] }
    },
    Operation("combineLatest of properties") { size, phases in
        let properties = (0..<size).map { _ in MutableProperty(0) }
        var cancellable: AnyCancellable?
        phases.meter(.subscribe, size) {
            cancellable = properties.map(\.property).combineLatest().subsequentValues.sink { _ in }
        }
        phases.meter(.value, 1) { properties[size / 2].value = 1 }
        cancellable?.cancel()
    },
    Operation("lenses of a property") { size, phases in
        let property = MutableProperty(Array(repeating: 0, count: size))
        let lenses = (0..<size).map { property.lens(\.[$0]) }
        let cancellables = lenses.map { $0.subsequentValues.sink { _ in } }
        phases.meter(.value, 1) { lenses[size / 2].value = 1 }
        withExtendedLifetime(cancellables) {}
    },
]
