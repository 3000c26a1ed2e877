import Foundation
import FoundationXML
import Testing
import Truths

extension WhyTests {
  @Test("the page is well-formed, needs nothing else, and holds no markup of what was proposed")
  func page() throws {
    let evil = #"{"action": "place", "order_id": "<b>&\"x", "net": 40, "month": "2026-02"}"#
    let report = try Self.record([evil]).why(nil, with: [Self.workspace()])
    let html = report.html
    let body = try #require(html.split(separator: "\n", maxSplits: 1).last)
    #expect(XMLParser(data: Data(body.utf8)).parse())
    for forbidden in ["<b>&", "src=", "@import", "url(", "<link", "http://", "https://"] { #expect(!html.contains(forbidden)) }
    #expect(html.contains("<details") && html.contains("Can it be undone?"))
    #expect(report.dot.hasPrefix("digraph {") && report.dot.contains("->"))
    #expect(report.json == (try Self.record([evil]).why(nil, with: [Self.workspace()]).json))
  }

  @Test("a deep tree is cut at the depth that is asked for, and that is said")
  func depth() throws {
    let report = try Self.record([Self.place("o1", 400), Self.place("o2", 40)]).why(nil, with: [Self.workspace()])
    #expect(report.text(depth: 1).split(separator: "\n").first?.hasSuffix("…") == true)
    #expect(report.text(depth: 2).contains("--depth 4"))
    let whole = report.text(depth: 40)
    #expect(!whole.contains("goes on deeper"))
    #expect(whole.contains("there is no order.placed for order_id o2"))
  }

  @Test("a long history ends at the limit, which is told, and elements that are many are counted")
  func bounds() throws {
    let orders = (1...250).map { Self.place("o\($0)", 1) }
    let record = try Self.record(orders)
    let answer = try answer(record)
    #expect(answer.nodes.contains { $0.kind == "range" && $0.count == 249 })
    #expect(answer.nodes.count < 6_000)
    #expect(answer.left_out ?? 0 > 0)
    let text = try record.why(nil, with: [Self.workspace()]).text()
    #expect(text.contains("… and 244 more") && text.contains("left out"))
    let short = try record.why(nil, with: [Self.workspace()], maxWork: 100)
    #expect(short.text().contains("more work than"))
  }
}
