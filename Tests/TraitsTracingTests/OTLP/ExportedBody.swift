import Foundation
import Testing

/// The body of a request to a collector. Whatever isn't as the protocol has it is an error.
struct ExportedBody: Decodable {
    struct Span: Decodable {
        let trace: String
        let id: String
        let parent: String?
        let name: String
        let kind: Int
        let start: UInt64
        let end: UInt64
        let attributes: [String: String]
        let events: [Event]
        let leftOut: Int
        /// `2 message`.
        let status: String?
    }

    struct Event: Decodable {
        let time: UInt64
        let name: String
        let attributes: [String: String]
    }

    let resource: [String: String]
    let scope: String
    let scopeAttributes: [String: String]
    let spans: [Span]

    init(_ request: Receiver.Request) throws {
        self = try JSONDecoder().decode(ExportedBody.self, from: Data(request.body))
    }

    // MARK: As it stands in JSON

    fileprivate struct Attribute: Decodable {
        struct Value: Decodable {
            let stringValue: String?
            let intValue: String?
            let boolValue: Bool?
        }
        let key: String
        let value: Value
    }

    fileprivate static func texts(_ attributes: [Attribute]?) throws -> [String: String] {
        var texts: [String: String] = [:]
        for attribute in attributes ?? [] {
            let value = attribute.value
            let number = try value.intValue.map { String(try #require(Int($0))) }
            let text = try #require(value.stringValue ?? number ?? value.boolValue.map { "\($0)" })
            #expect(texts.updateValue(text, forKey: attribute.key) == nil, "\(attribute.key) is there twice")
        }
        return texts
    }

    init(from decoder: any Decoder) throws {
        struct Body: Decodable { let resourceSpans: [ResourceSpans] }
        struct ResourceSpans: Decodable {
            let resource: Resource
            let scopeSpans: [ScopeSpans]
        }
        struct Resource: Decodable { let attributes: [Attribute] }
        struct ScopeSpans: Decodable {
            let scope: Scope
            let spans: [Span]
        }
        struct Scope: Decodable {
            let name: String
            let attributes: [Attribute]?
        }
        let all = try Body(from: decoder).resourceSpans
        try #require(all.count == 1 && all[0].scopeSpans.count == 1)
        resource = try Self.texts(all[0].resource.attributes)
        let part = all[0].scopeSpans[0]
        (scope, scopeAttributes, spans) = (part.scope.name, try Self.texts(part.scope.attributes), part.spans)
    }
}

extension ExportedBody.Span {
    private enum Key: String, CodingKey {
        case traceId, spanId, parentSpanId, name, kind, startTimeUnixNano, endTimeUnixNano, attributes, events
        case droppedEventsCount, status
    }

    private struct Status: Decodable {
        let code: Int
        let message: String
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        trace = try values.decode(String.self, forKey: .traceId)
        id = try values.decode(String.self, forKey: .spanId)
        parent = try values.decodeIfPresent(String.self, forKey: .parentSpanId)
        name = try values.decode(String.self, forKey: .name)
        kind = try values.decode(Int.self, forKey: .kind)
        start = try #require(UInt64(try values.decode(String.self, forKey: .startTimeUnixNano)))
        end = try #require(UInt64(try values.decode(String.self, forKey: .endTimeUnixNano)))
        attributes = try ExportedBody.texts(
            try values.decode([ExportedBody.Attribute].self, forKey: .attributes))
        events = try values.decode([ExportedBody.Event].self, forKey: .events)
        leftOut = try values.decodeIfPresent(Int.self, forKey: .droppedEventsCount) ?? 0
        status = try values.decodeIfPresent(Status.self, forKey: .status).map { "\($0.code) \($0.message)" }
    }
}

extension ExportedBody.Event {
    private enum Key: String, CodingKey { case timeUnixNano, name, attributes }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        time = try #require(UInt64(try values.decode(String.self, forKey: .timeUnixNano)))
        name = try values.decode(String.self, forKey: .name)
        attributes = try ExportedBody.texts(
            try values.decode([ExportedBody.Attribute].self, forKey: .attributes))
    }
}
