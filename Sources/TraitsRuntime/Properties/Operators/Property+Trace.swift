extension Property {
    #if !StrictIsolation  // strict: sending
        /// A property with the same values, whose changes are traced under a name.
        ///
        /// ```
        /// property        1--2--3--|
        /// trace("n")      1--2--3--|
        /// ```
        ///
        /// The module `TraitsTracing` records the events of a property with a name; see <doc:Debugging>. If nothing is
        /// recorded when this method is called, the result is this property itself. Otherwise its value and each change are
        /// recorded, until it ends or is released. So start tracing before the property is made.
        ///
        /// - Threads: events are recorded when observers are told; `value` is called there.
        /// - Lifetime: the result holds this property.
        /// - Completion: when this property ends.
        ///
        /// ```swift
        /// let count = MutableProperty(1)
        /// let text = count.property.map { "\($0) clicks" }.trace("clicks")
        /// print(text.value)
        /// // Prints: 1 clicks
        /// ```
        ///
        /// - Parameters:
        ///   - name: the property's name in a trace.
        ///   - values: `.hidden` for values that no trace may hold, such as passwords; `value` isn't called then. If left
        ///     out, `Tracing.values` decides.
        ///   - file: the file that a trace names; the file of the call by default.
        ///   - line: the line that a trace names; the line of the call by default.
        ///   - value: how a value is written, by 1,024 bytes at most; masks a part of it, for example. Without it a value is
        ///     described as `print` does, by sixty characters at most, and a string in quotes.
        public func trace(
            _ name: String, values: TraceValues? = nil, file: StaticString = #fileID, line: UInt = #line,
            value: ((Value) -> String)? = nil
        ) -> Property {
            _trace(name, values, file, line, value)
        }
    #endif

    func _trace(
        _ name: String, _ values: TraceValues?, _ file: StaticString, _ line: UInt,
        _ value: ((Value) -> String)?
    ) -> Property {
        guard !_TraceHook.isOff, _isTraced(name) else { return self }
        let traced = MorePublishers.CustomTrace(
            upstream: allValues, name: name, values: values, file: file, line: line, value: value)
        let cancellable = traced._sink { _ in }
        // This property, which the closure holds, takes its node out of the graph.
        return Property(
            _node: node,
            upstream: AnyCancellable { withExtendedLifetime(self) { cancellable.cancel() } })
    }
}
