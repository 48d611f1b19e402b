import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Chains have no row; these are the laws that a row would bring.
@Suite("Laws of chains that follow inner publishers")
struct FlatteningLaws {
    @Test func flatMapFirst() throws {
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short)) {
            upstream, inner in
            upstream.flatMapFirst { _ in inner }
        }
    }

    @Test func concatMap() throws {
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short)) {
            upstream, inner in upstream.concatMap { _ in inner }
        }
    }

    @Test func flatMapLatest() throws {
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short)) {
            upstream, inner in
            upstream.flatMapLatest { _ in inner }
        }
    }
}
