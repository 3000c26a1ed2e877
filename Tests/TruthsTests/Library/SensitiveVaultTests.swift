import Testing
import Truths

@Suite("No output of a session shows a sensitive value to whom may not read it, sessions §10.2")
struct SensitiveVaultTests {
  @Test(
    "of a colleague, of another organisation, and of who proposed it themselves",
    arguments: ["bob", "nina", "ann", "eve", "lib", "namesake"])
  func hidden(_ name: String) throws {
    var vault = try SensitiveVault()
    try vault.live()
    let told = try vault.everything(for: name)
    #expect(told.count > 20)
    for (sender, markers) in SensitiveVault.markers where sender != name {
      for marker in markers {
        for (place, text) in told where text.shows(marker) {
          Issue.record("\(name) sees \(marker) of \(sender) in \(place): \(text.prefix(1_500))")
        }
      }
    }
  }

  @Test("who may see them sees all, and a proposer what they sent")
  func shown() throws {
    var vault = try SensitiveVault()
    try vault.live()
    let auditor = try vault.everything(for: "uma").map(\.text).joined()
    for marker in SensitiveVault.markers.filter({ $0.key != "nina" }).values.joined() {
      #expect(auditor.shows(marker), "\(marker)")
    }
    let ann = try vault.everything(for: "ann").map(\.text).joined()
    for marker in SensitiveVault.markers["ann"] ?? [] { #expect(ann.shows(marker), "\(marker)") }
    #expect(ann.contains(#""note":"ANNNOTE""#) && ann.contains(#""sum > 100 holds: sum is 90909""#))
  }

  @Test("a status counts what its reader may read, also when it is read later")
  func counts() throws {
    var vault = try SensitiveVault()
    try vault.live()
    let answer = try vault.send(
      #"{"propose":\#(SensitiveVault.borrow("n2", sum: 5, note: "NINANOTE"))}"#, by: "nina")
    let progress = try #require(answer.progress)
    #expect(progress.pendingCount == 0 && progress.factsCount == 1, "\(progress)")
    let job = try #require(vault.session.job(answer.jobID ?? "", for: "nina")?.progress)
    #expect(job.pendingCount == 0 && job.factsCount == 1, "\(job)")
    let before = vault.frames["nina"]?.filter { $0.contains(#""event_type":"status""#) } ?? []
    // Her own run of before, and this one.
    #expect(before.count == 4 && before.allSatisfy { $0.contains(#""pending_proposals":0"#) }, "\(before)")
    #expect(before.map { $0.contains(#""facts_count":1"#) } == [false, false, false, true], "\(before)")
    vault.session.receive(try .resume(after: 0, subscribe: false), from: "nina", now: 1_740_823_300_000)
    let later = vault.session.outgoing(to: "nina").map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(later.components(of: #""facts_count":1"#) == 1 && later.components(of: #""facts_count":0"#) == 3, "\(later)")
    let dry = try #require(vault.session.questions(of: "nina", now: 1_740_823_300_000)).dryRun(
      .about(Array(SensitiveVault.borrow("n3", sum: 5, note: "NINANOTE").utf8)))
    #expect(String(decoding: dry, as: UTF8.self).contains(#""facts_count":2"#))
  }
}

extension String {
  /// Whether a marker stands in the text by itself, and not by chance within a hash.
  func shows(_ marker: String) -> Bool {
    func isApart(_ byte: UInt8?) -> Bool {
      byte.map { !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0) } ?? true
    }
    return ranges(of: marker).contains { range in
      isApart(utf8[..<range.lowerBound].last) && isApart(utf8[range.upperBound...].first)
    }
  }

  /// Returns the number of occurrences of a text in this one.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
