extension Property {
    #if StrictIsolation
        /// Like `trace` of any closure, for one that the property may run anywhere.
        public func trace(
            _ name: String, file: StaticString = #fileID, line: UInt = #line,
            value: sending ((Value) -> String)? = nil
        ) -> Property {
            _trace(name, file, line, value)
        }
    #else
        /// A property with the same values, whose changes are traced under a name.
        ///
        /// ```
        /// property        1--2--3--|
        /// trace("n")      1--2--3--|
        /// ```
        ///
        /// See ``Tracing`` for how a program is traced. If it isn't when this method is called, the result is this property
        /// itself; else the result tells of its value and of each change, until it ends or nobody holds it any more. So start
        /// tracing before the property is made.
        ///
        /// - Threads: events are written down when observers are told; `value` is called there.
        /// - Lifetime: the result holds this property.
        /// - Completion: that of this property.
        ///
        /// ```swift
        /// let count = MutableProperty(1)
        /// let text = count.property.map { "\($0) clicks" }.trace("clicks")
        /// print(text.value)
        /// // Prints: 1 clicks
        /// ```
        ///
        /// - Parameters:
        ///   - name: what a trace calls the property.
        ///   - file: the file that a trace names; that of the call, unless you say something else.
        ///   - line: the same.
        ///   - value: how a value is written. Without it a value is described as `print` does, by sixty characters at the
        ///     most, and a string in quotes.
        public func trace(
            _ name: String, file: StaticString = #fileID, line: UInt = #line,
            value: ((Value) -> String)? = nil
        ) -> Property {
            _trace(name, file, line, value)
        }
    #endif

    private func _trace(
        _ name: String, _ file: StaticString, _ line: UInt, _ value: ((Value) -> String)?
    ) -> Property {
        guard !_TraceSwitch.isOff, _TraceCenter.shared.isTraced(name) else { return self }
        let traced = Publishers.CustomTrace(
            upstream: allValues, name: name, file: file, line: line, value: value)
        let cancellable = traced._sink { _ in }
        return Property(
            _node: node, isDerived: isDerived,
            upstream: AnyCancellable { withExtendedLifetime(self) { cancellable.cancel() } })
    }
}
