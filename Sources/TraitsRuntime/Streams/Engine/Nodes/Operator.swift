/// A publisher over one other, as the operators are that are made of a stage.
public protocol _Operator<Output, Failure>: Publisher {
    associatedtype Upstream: Publisher

    var upstream: Upstream { get }
}
