import Testing
import TraitgenCore
import TraitsTesting

/// Words that two modules share and can't take from each other: the generator doesn't depend on the libraries.
@Suite struct NameTests {
    /// A row can be exempt from every law but its own promise, and but that every run returns: a rule says where a program
    /// stops.
    @Test func `the laws that rows name are those of the law kit`() {
        let laws = Law.allCases.filter { ![.promise, .stop].contains($0) }.map { String(describing: $0) }
        #expect(Row.Exemption.laws == laws)
    }
}
