import TraitgenCore

/// The work that each of several subscribers of a publisher begins, for documents.
struct SharingTable {
    let markdown: String

    init(_ model: Model) {
        let lines = model.rows.map { row -> String in
            let work = row.work.map { $0.text(row.parameters) }
            return "| `\(row.name)` | \(work.isEmpty ? "nothing" : work.joined(separator: "; ")) |"
        }
        markdown = (["| type | each subscriber begins |", "| --- | --- |"] + lines).joined(separator: "\n")
    }
}
