import Foundation
import Testing

@testable import TruthsServer

/// The handbook of the rules in force (server §11.4).
@Suite(.serialized)
struct ServedHandbookTests {
  @Test("the index names the chapters, a pack has its truths, and each link leads to an anchor of the chapter that it names")
  func links() throws {
    try withServer { server in
      let index = try server.ask("GET", "/handbook")
      #expect(index.status == 200 && index["truths"] == server.truths && index["title"] == "Handbook: shop")
      let names = (index.json["chapters"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      #expect(names.first == "index" && names.contains("pack-shop") && names.contains("pack-converge"))
      var (anchors, links): ([String: Set<String>], [(from: String, chapter: String, anchor: String)]) = ([:], [])
      for name in names {
        let chapter = try server.ask("GET", "/handbook/\(name)")
        #expect(chapter.status == 200 && chapter["name"] == name)
        visit(chapter.json) { part in
          if let anchor = part["anchor"] as? String { anchors[name, default: []].insert(anchor) }
          if let anchor = part["to"] as? String { links.append((name, part["chapter"] as? String ?? name, anchor)) }
        }
      }
      #expect(anchors["pack-shop"]?.contains("shop.ordering") == true && links.count > 10)
      for link in links { #expect(anchors[link.chapter]?.contains(link.anchor) == true, "\(link)") }
    }
  }

  @Test("a client that has a chapter gets 304, and an unknown chapter is not found")
  func cached() throws {
    try withServer { server in
      for path in ["/handbook", "/handbook/pack-shop"] {
        let answer = try server.ask("GET", path)
        let tag = answer.head.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("etag: ") }?.dropFirst(6)
        let again = try server.ask("GET", path, headers: ["If-None-Match: \(try #require(tag))"])
        #expect(again.status == 304 && again.body.isEmpty, "\(path)")
      }
      let other = try server.ask("GET", "/handbook/pack-none")
      #expect(other.status == 404 && other["detail"]?.contains("pack-none") == true)
    }
  }

  private func visit(_ value: Any, _ take: ([String: Any]) -> Void) {
    if let list = value as? [Any] { for each in list { visit(each, take) } }
    guard let object = value as? [String: Any] else { return }
    take(object)
    for each in object.values { visit(each, take) }
  }
}
