import Foundation
import Testing

@testable import TruthsServer

/// The page at `/`, and what it asks besides the session (server §15).
@Suite(.serialized)
struct PageTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/CServerPage/files").standardizedFileURL

  private static func header(_ name: String, of answer: RawClient.Answer) -> String? {
    answer.header(name)
  }

  @Test("the page and its files are served to everybody, with a type, a tag and a policy without exceptions")
  func served() throws {
    try withServer { server in
      let page = try server.ask("GET", "/")
      #expect(page.status == 200 && page.body.hasPrefix("<!doctype html>"))
      #expect(Self.header("Content-Type", of: page) == "text/html; charset=utf-8")
      #expect(Self.header("Cache-Control", of: page) == "no-cache")
      let policy = try #require(Self.header("Content-Security-Policy", of: page))
      #expect(policy.hasPrefix("default-src 'none'") && policy.contains("require-trusted-types-for 'script'"))
      for exception in ["unsafe", "data:", "blob:", "http", "nonce", "sha", "*"] { #expect(!policy.contains(exception)) }
      let types = [
        "main.js": "text/javascript", "page.css": "text/css", "icon.svg": "image/svg+xml",
        "client/core/view.js": "text/javascript",
      ]
      for (path, type) in types {
        let file = try server.ask("GET", "/page/\(path)")
        #expect(file.status == 200 && Self.header("Content-Type", of: file)?.hasPrefix(type) == true, "\(path)")
      }
      for path in ["/page/", "/page/none.js", "/page/..%2Fpage.c", "/page/client/node/index.js", "/page"] {
        #expect(try server.ask("GET", path).status == 404, "\(path)")
      }
      #expect(try server.ask("POST", "/", "{}").status == 405)
      #expect(try server.ask("GET", "/", headers: ["Host: evil.example"]).status == 403)
    }
  }

  @Test("a browser that has a file gets 304, and HEAD gets no body")
  func cached() throws {
    try withServer { server in
      for path in ["/", "/page/main.js"] {
        let file = try server.ask("GET", path)
        let tag = try #require(Self.header("ETag", of: file))
        for known in [tag, "W/\(tag)", "\"other\", \(tag)", "\(tag) \t,\t\"other\"", "*"] {
          let again = try server.ask("GET", path, headers: ["If-None-Match: \(known)"])
          #expect(again.status == 304 && again.body.isEmpty && Self.header("ETag", of: again) == tag, "\(known)")
        }
        #expect(try server.ask("GET", path, headers: ["If-None-Match: \"other\""]).status == 200)
        let head = try server.ask("HEAD", path)
        #expect(head.status == 200 && head.body.isEmpty && Self.header("ETag", of: head) == tag)
        #expect(Self.header("Content-Length", of: head) == "\(file.body.utf8.count)")
      }
    }
  }

  @Test("all files of the page are in the executable, and each import leads to one; all have at most 200,000 bytes")
  func files() throws {
    let page = ServedPage()
    let own = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(own + ["theme.css"]) == Set(page.files.keys.filter { !$0.contains("/") }))
    #expect(page.files.values.reduce(0) { $0 + $1.bytes.count } <= 200_000)
    for (path, file) in page.files where path.hasSuffix(".js") {
      // A text of several lines would lose its indentation.
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        #expect(line.count { $0 == "`" }.isMultiple(of: 2), "\(path): \(line)")
      }
    }
    let imported = /(?m)^(?:import|export) [^;]*?from "(\.[^"]+)"/
    for (path, file) in page.files where path.hasSuffix(".js") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for match in text.matches(of: imported) {
        let target = URL(filePath: "/" + path).deletingLastPathComponent().appending(path: String(match.1)).standardizedFileURL
        #expect(page.files[String(target.path.dropFirst())] != nil, "\(path) imports \(match.1)")
      }
    }
  }

  @Test("nothing that the page is made of turns a text into markup, a script or a style")
  func markup() {
    let banned = [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "DOMParser", "createContextualFragment", "setHTML",
      "srcdoc",
      "eval(", "new Function", ".style", "javascript:", "createPolicy", "importScripts",
    ]
    for (path, file) in ServedPage().files where !path.hasSuffix(".css") {
      let text = String(decoding: file.bytes, as: UTF8.self)
      for word in banned { #expect(!text.contains(word), "\(path) has \(word)") }
      #expect(path != ServedPage.root || !text.contains(" on"), "\(path) has a listener")
    }
  }

  @Test("the caller is told who they are, and what can be proposed")
  func vocabulary() throws {
    try withServer { server in
      let actor = try server.ask("GET", "/actor").json["actor"] as? [String: Any]
      #expect(actor?["user_id"] as? String == "ann" && actor?["roles"] as? [String] == ["manager"])
      let answer = try server.ask("GET", "/vocabulary")
      #expect(answer["truths"] == server.truths)
      let intent = try #require((answer.json["intents"] as? [[String: Any]])?.first)
      #expect(intent["action"] as? String == "shop.place_order")
      let fields = try #require(intent["fields"] as? [[String: Any]])
      #expect(fields.map { $0["name"] as? String } == ["order_id", "amount"])
      #expect(fields.map { $0["required"] as? Bool } == [true, true])
      let tag = try #require(Self.header("ETag", of: answer))
      #expect(try server.ask("GET", "/vocabulary", headers: ["If-None-Match: \(tag)"]).status == 304)
    }
  }
}
