import Foundation
import Testing
import Truths
import TruthsDiagnostics
import TruthsText

/// A bundle is accepted only if its content follows from its sources.
@Suite("Bundles")
struct TruthPackTests {
  static let sources = [
    SourceText(
      path: "truths/demo/demo.truths",
      bytes: Array(
        """
        # Comments, 😀 and line breaks are part of a bundle.\r
        pack demo:
          version: 1.0.0

        fact parcel.sent:
          key: [parcel_id]
          fields:
            parcel_id: text

        intent send_parcel:
          fields:
            parcel_id: text

        truth sending:
          when:
            - intent: send_parcel
          requires:
            - parcel_id exists else "no \\"parcel\\""
          produces:
            - fact.parcel.sent
            - trace.parcel.sent

        """.utf8)),
    SourceText(
      path: "jtbd/demo/demo.jtbd",
      bytes: Array(
        """
        jtbd send_parcel:
          verb: Send
          object: Parcel
          outcome: Gone
          triggers:
            - send_parcel
          artifacts:
            - parcel_sent
          guardrails:
            - must_not: send twice
              enforced_by: demo.sending

        """.utf8)),
  ]

  private func built(_ sources: [SourceText] = sources) throws -> String { try Workspace(truths: sources).build() }

  private func read(_ text: String) throws -> Workspace {
    try TruthPack(SourceText(path: "demo.truthpack", bytes: Array(text.utf8))).workspace()
  }

  /// Returns the codes of the faults of a bundle, each with the text that it points at.
  private func faults(_ text: String) -> [String] {
    do {
      _ = try read(text)
      return []
    } catch let findings as Findings {
      return findings.diagnostics.map { "\($0.code) \(findings.sources.file($0.span.file)?.text($0.span) ?? "")" }
    } catch {
      return ["\(error)"]
    }
  }

  @Test("hold the files that they were built from, byte for byte, whatever the order of these")
  func sources() throws {
    let text = try built()
    #expect(try built(Self.sources.reversed()) == text)
    let pack = try TruthPack(SourceText(path: "demo.truthpack", bytes: Array(text.utf8)))
    let sorted = Self.sources.sorted { $0.path < $1.path }
    #expect(pack.truths.map(\.path) == sorted.map(\.path))
    #expect(pack.truths.map(\.bytes) == sorted.map(\.bytes))
  }

  @Test("built again from a bundle are the same bytes")
  func again() throws {
    let text = try built()
    #expect(try read(text).build() == text)
  }

  @Test("are read in any layout")
  func layout() throws {
    let object = try JSONSerialization.jsonObject(with: Data(try built().utf8))
    let other = try JSONSerialization.data(withJSONObject: object, options: [.sortedKeys])
    #expect(try read(String(decoding: other, as: UTF8.self)).build() == built())
  }

  @Test(
    "are not believed where one of their parts was changed",
    arguments: [
      ("\"parcel_id exists else", "\"parcel_id missing else", "T8403 \"truth demo.sending\""),
      ("- parcel_id exists else", "- parcel_id missing else", "T8403 \"truth demo.sending\""),
      ("\"fact.parcel.sent\",", "\"fact.parcel.sent \",", "T8403 \"truth demo.sending\""),
      ("\"fact demo.parcel.sent\": {", "\"fact demo.parcel.lost\": {", "T8403 \"fact demo.parcel.lost\""),
      ("\"pack demo\": {", "\"pack other\": {}, \"pack demo\": {", "T8403 \"pack other\""),
      ("\"intent demo.send_parcel\",", "", "T8403 \"demo.send_parcel\""),
      ("\"demo.send_parcel\": [", "\"demo.send\": [], \"demo.send_parcel\": [", "T8403 \"demo.send\""),
      ("\"truths\": \"sha256:", "\"truths\": \"sha256:0", "T8403 \"sha256:0"),
      ("- intent: send_parcel", "- intent: send_parsel", "T8403 \"sources\""),
      ("pack demo:", "pack: demo:", "T8403 \"sources\""),
    ])
  func changed(old: String, new: String, finding: String) throws {
    let text = try built()
    #expect(text.contains(old))
    let range = try #require(text.range(of: old))
    let found = faults(text.replacingCharacters(in: range, with: new))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(finding) == true, "\(found)")
  }

  @Test("lose nothing unnoticed")
  func lost() throws {
    let text = try built()
    let lines = text.split(separator: "\n")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    for name in object.keys.sorted() {
      let less = try JSONSerialization.data(withJSONObject: object.filter { $0.key != name })
      #expect(faults(String(decoding: less, as: UTF8.self)).map { $0.prefix(5) } == ["T8401"], "\(name)")
      let other = try JSONSerialization.data(withJSONObject: object.merging([name: NSNull()]) { $1 })
      #expect(faults(String(decoding: other, as: UTF8.self)) == ["T8401 null"], "\(name)")
    }
    for part in ["declarations", "governing", "sources"] {
      let members = try #require(object[part] as? [String: Any])
      for name in members.keys.sorted() {
        let less = object.merging([part: members.filter { $0.key != name }]) { $1 }
        let found = faults(String(decoding: try JSONSerialization.data(withJSONObject: less), as: UTF8.self))
        #expect(found.map { $0.prefix(5) } == ["T8403"], "\(part) \(name)")
      }
    }
    for index in lines.indices.dropLast() {
      let cut = lines[...index].joined(separator: "\n")
      #expect(faults(cut).count == 1)
    }
  }

  @Test("have a form, and a version")
  func form() throws {
    let text = try built()
    #expect(faults("[]") == ["T8401 []"])
    #expect(faults("{") == ["T8001 {"] || faults("{").count == 1)
    #expect(faults(text.replacing("\"truthpack\": 1", with: "\"truthpack\": 2")) == ["T8402 2"])
    #expect(faults(text.replacing("\"truthpack\": 1", with: "\"truthpack\": 1.5")) == ["T8402 1.5"])
    #expect(faults(text.replacing("\"truthpack\": 1", with: "\"truthpack\": \"1\"")) == ["T8401 \"1\""])
    #expect(
      faults(text.replacing("\"truthpack\": 1", with: "\"truthpack\": 1, \"truthpack\": 1")).first?.hasPrefix("T8002") == true)
    #expect(faults(text.replacing("\"governing\": {", with: "\"govern\": {}, \"governing\": {")) == ["T8401 \"govern\""])
    #expect(faults(text.replacing("demo.jtbd\":", with: "demo.json\":")) == ["T8401 \"jtbd/demo/demo.json\""])
  }

  @Test("cannot be built of what JSON cannot hold")
  func noncharacters() {
    let summary = Array("pack demo:\n  summary: ".utf8) + [0xEF, 0xB7, 0x90, 0x0A]
    let file = SourceText(path: "truths/demo/demo.truths", bytes: summary)
    #expect(Workspace(truths: [file]).check().isEmpty)
    #expect(throws: Findings.self) { try Workspace(truths: [file]).build() }
  }
}
