import TraitgenCore

/// The places where the events of each publisher arrive, for documents.
struct PlaceTable {
    let markdown: String

    init(_ model: Model) {
        let lines = model.rows.map { row -> String in
            let places = row.deliveries.map { delivery in
                (delivery.event.map { "\($0) " } ?? "") + delivery.text(row.parameters)
            }
            return "| `\(row.name)` | \(places.joined(separator: "; ")) |"
        }
        markdown = (["| type | its events arrive |", "| --- | --- |"] + lines).joined(separator: "\n")
    }
}
