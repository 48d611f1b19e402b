/// The page that shows a trace: one self-contained HTML file.
///
/// Opened alone, it waits for a file to be dropped or chosen. Served over HTTP, it reads server-sent events from `/events`, or
/// from the address behind `?live=`: each event is a line of the file without the comma at its end. If lines replace
/// ``tracePageMark``, the page shows them; ``tracePage(embedding:)`` inserts them.
public let tracePage: String = [
    PagePart.head, PagePart.style, PagePart.body, PagePart.trace, PagePart.findings, PagePart.words,
    PagePart.listing, PagePart.scale,
    PagePart.drawing, PagePart.choosing, PagePart.page, PagePart.foot,
].joined()

/// The placeholder in the page for the lines of a file.
public let tracePageMark = "/*lines*/"

/// The page with the lines of a file in it.
///
/// - Parameter lines: the bytes of a trace file.
public func tracePage(embedding lines: [UInt8]) -> [UInt8] {
    guard let mark = tracePage.utf8.firstRange(of: tracePageMark.utf8) else { return Array(tracePage.utf8) }
    var page = Array(tracePage.utf8[..<mark.lowerBound])
    page.reserveCapacity(tracePage.utf8.count + lines.count + lines.count / 8)
    for byte in lines {
        // In JSON, `<` occurs only in texts, and there it could end the element that has the lines.
        if byte == UInt8(ascii: "<") { page += #"\u003c"#.utf8 } else { page.append(byte) }
    }
    return page + tracePage.utf8[mark.upperBound...]
}

/// The parts of the page.
enum PagePart {}
