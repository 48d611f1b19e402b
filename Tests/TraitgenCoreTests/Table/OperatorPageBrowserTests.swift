import Foundation
import Testing

@testable import TraitgenCore
@testable import TraitgenVerbs

/// The page as a browser shows it, at three widths. Without an installed browser ``OperatorPageTests`` reads it alone.
@Suite(
    "The page of all operators in a browser", .waiting,
    .enabled(if: Browser.path != nil, "no Chromium or Chrome is installed"))
struct OperatorPageBrowserTests {
    /// What the page says of itself in one frame.
    private struct Report: Decodable {
        var width: Int
        var pageWidth: Int
        var headStays: Bool
        var columnStays: Bool
        var found: [String: [String]]
        var elsewhere: [String: String]
        var kept: Int
        var announced: String
        var restored: Int
    }

    /// A guess, and a type that it has to find.
    private static let guesses = [
        "map": "Publishers.Map", "filter": "Publishers.Filter", "amb": "TraitPublishers.Race",
        "startWith": "Publishers.Concatenate", "do": "Publishers.HandleEvents",
        "tap": "Publishers.HandleEvents", "of": "Publishers.Sequence", "take": "Publishers.Output",
        "fliter": "Publishers.Filter", "distinctUntilChanged": "Publishers.RemoveDuplicates",
        "flatMapLatest": "Properties.FlatMap",
    ]
    /// A guess, and what is written here.
    private static let forms = [
        "flatMapLatest": "switchToLatest()", "forEach": "sink(receiveValue:)",
        "subscribe": "sink(receiveValue:)",
        "partition": "TraitsExtras",
    ]

    @Test func `it fits, its head stays, and guesses find what they mean`() throws {
        let page = try OperatorPage.text.get()
        let reports = try Browser.reports(
            of: page, widths: [400, 900, 1600], script: Self.script, as: Report.self)
        try #require(reports.map(\.width) == [400, 900, 1600])
        let total = page.matches(of: /data-keeps="/).count
        let singles = page.matches(of: /data-keeps="[^"]*SinglePublisher/).count
        for report in reports {
            #expect(report.pageWidth <= report.width)
            #expect(report.headStays && report.columnStays)
            for (guess, type) in Self.guesses {
                #expect(report.found[guess]?.contains(type) == true, "\(guess): \(report.found[guess] ?? [])")
                #expect(report.found[guess]?.count ?? 0 < total / 4)
            }
            for (guess, form) in Self.forms {
                #expect(report.elsewhere[guess]?.contains(form) == true, "\(guess)")
            }
            #expect(report.kept == singles)
            #expect(report.announced == "\(singles) of \(total) operators")
            #expect(report.restored == total)
        }
    }

    private static let script = """
        const find = id => page.getElementById(id);
        const frame = find("operators");
        const report = { width: innerWidth, found: {}, elsewhere: {} };
        const shown = () => [...page.querySelectorAll("tr[data-search]:not([hidden])")].map(row => row.id);
        for (const details of page.querySelectorAll(".matrix details")) details.open = true;
        report.pageWidth = page.documentElement.scrollWidth;
        frame.scrollTo(200, 4000);
        const box = frame.getBoundingClientRect();
        const near = (left, right) => Math.abs(left - right) <= 2;
        const head = page.querySelector(".matrix thead th");
        report.headStays = near(head.getBoundingClientRect().top, box.top);
        report.columnStays = frame.scrollWidth <= frame.clientWidth
          || (frame.scrollLeft > 0 && near(find("Publishers.Zip").cells[0].getBoundingClientRect().left, box.left));
        const enter = text => {
          find("search").value = text;
          find("search").dispatchEvent(new Event("input", { bubbles: true }));
        };
        for (const guess of GUESSES) {
          enter(guess);
          report.found[guess] = shown();
          report.elsewhere[guess] = [...page.querySelectorAll("#elsewhere:not([hidden]) li:not([hidden])")]
            .map(item => item.textContent).join();
        }
        enter("");
        page.querySelector("input[value=SinglePublisher]").click();
        report.kept = shown().length;
        report.announced = find("count").textContent;
        page.querySelector("input[value=SinglePublisher]").click();
        report.restored = shown().length;
        return report;
        """.replacing(
            "GUESSES",
            with: "[" + Set(guesses.keys).union(forms.keys).map { "\"\($0)\"" }.joined(separator: ",") + "]")
}
