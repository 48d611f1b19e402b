// A module with Combine's name, so that sources with `import Combine` stay as they are on platforms that have no other module
// of that name. It exports each type by its name, since it must export no name that Combine doesn't have: a type of another module
// with that name would be ambiguous. Extensions, and so all operators, come with the modules of these types.
@_exported import Foundation
@_exported import StreamsFoundation
@_exported import StreamsNetworking
@_exported import class TraitsStreams.AnyCancellable
@_exported import class TraitsStreams.CurrentValueSubject
@_exported import class TraitsStreams.Future
@_exported import class TraitsStreams.ObservableObjectPublisher
@_exported import class TraitsStreams.PassthroughSubject
@_exported import enum TraitsStreams.Publishers
@_exported import enum TraitsStreams.Subscribers
@_exported import enum TraitsStreams.Subscriptions
@_exported import protocol TraitsStreams.Cancellable
@_exported import protocol TraitsStreams.ConnectablePublisher
@_exported import protocol TraitsStreams.CustomCombineIdentifierConvertible
@_exported import protocol TraitsStreams.ObservableObject
@_exported import protocol TraitsStreams.Publisher
@_exported import protocol TraitsStreams.Scheduler
@_exported import protocol TraitsStreams.SchedulerTimeIntervalConvertible
@_exported import protocol TraitsStreams.Subject
@_exported import protocol TraitsStreams.Subscriber
@_exported import protocol TraitsStreams.Subscription
@_exported import protocol TraitsStreams.TopLevelDecoder
@_exported import protocol TraitsStreams.TopLevelEncoder
@_exported import struct TraitsStreams.AnyPublisher
@_exported import struct TraitsStreams.AnySubscriber
@_exported import struct TraitsStreams.AsyncPublisher
@_exported import struct TraitsStreams.AsyncThrowingPublisher
@_exported import struct TraitsStreams.CombineIdentifier
@_exported import struct TraitsStreams.Deferred
@_exported import struct TraitsStreams.Empty
@_exported import struct TraitsStreams.Fail
@_exported import struct TraitsStreams.ImmediateScheduler
@_exported import struct TraitsStreams.Just
@_exported import struct TraitsStreams.Published
@_exported import struct TraitsStreams.Record

#if canImport(FoundationNetworking)
    @_exported import FoundationNetworking
#endif
