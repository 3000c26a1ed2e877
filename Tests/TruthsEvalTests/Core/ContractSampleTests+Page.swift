import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// The page of all samples of JSON in the three contracts, docs/samples.md, and what it says of each.
extension ContractSampleTests {
  /// A section of the page: the sample, and the words below it.
  private struct Sample {
    var heading: String
    var text: String
    var words: String

    var object: JSONObject { json(text).objectValue ?? JSONObject() }
  }

  private func samples() throws -> [Sample] {
    try text(of: "docs/samples.md").components(separatedBy: "\n## ").dropFirst().map { section in
      let parts = section.components(separatedBy: "```")
      try #require(parts.count == 3 && parts[1].hasPrefix("json\n"), "\(section)")
      let heading = parts[0].trimmingCharacters(in: .whitespacesAndNewlines)
      return Sample(heading: heading, text: String(parts[1].dropFirst(5)), words: parts[2].replacing("\n", with: " "))
    }
  }

  private func sample(_ heading: String) throws -> Sample { try #require(try samples().first { $0.heading == heading }) }

  @Test("each sample of the contracts stands on the page with what becomes of it, and the test that it names is there")
  func page() throws {
    let samples = try samples()
    #expect(samples.count == 18 && Set(samples.map(\.heading)).count == 18)
    let tests = try Repository.files(in: "Tests", endings: ["SampleTests.swift", "SampleTests+Page.swift"])
    let known = tests.map { String(decoding: $0.bytes, as: UTF8.self) }
    for sample in samples {
      let words = sample.words.trimmingCharacters(in: .whitespaces)
      #expect(words.hasPrefix("Run") || words.hasPrefix("Not run: "), "\(sample.heading)")
      let name = try #require(words.firstMatch(of: /\[([A-Za-z]+)\.([A-Za-z]+)\]$/), "\(sample.heading)")
      let isThere = known.contains {
        ($0.contains("struct \(name.1) {") || $0.contains("extension \(name.1) {")) && $0.contains("func \(name.2)(")
      }
      #expect(isThere, "\(sample.heading): no test is called \(name.1).\(name.2)")
    }
    // The contracts are no part of the repository; where they stand beside it, none of their samples is left out.
    let folder = Repository.root.appending(path: "../shared/seeds")
    let contracts = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    for contract in contracts {
      let whole = try String(contentsOf: contract, encoding: .utf8)
      var found = whole.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
      if found.isEmpty { found = whole.matches(of: /(?m)^\{\n(?:.*\n)*?\}$/).map { String($0.0) + "\n" } }
      #expect(!found.isEmpty, "\(contract.lastPathComponent)")
      for text in found { #expect(samples.contains { $0.text == text }, "\(text)") }
    }
  }

  @Test("an entry has the members of §4.2's, and the trace of a decision those of §7.2's")
  func entryAndTrace() throws {
    let actor = #"{"type": "user", "user_id": "ann", "device_id": "ios", "org_id": "acme", "roles": ["controller"]}"#
    let proposal = located(
      #"{"action": "create_invoice", "invoice_id": "INV-1", "customer_id": "C-7", "period_id": "2024-Q1", "amount": 500, "#
        + #""line_items": [{"sku": "A-1", "quantity": 5, "unit_price": 100}], "actor": \#(actor)}"#)
    let procedure = EvalSubject(try Repository.truths()).procedureOfAllPacks
    let outcome = try procedure.run(RunRequest(proposal: proposal), on: procedure.emptyContext)
    #expect(outcome.decision == .accepted)
    let entry = try #require(outcome.entries.first { $0.type == .fact }).json
    let sample = try sample("Converge, §4.2").object
    #expect(names(sample).isSubset(of: names(entry)))
    let (given, written) = (names(sample["actor"]?.objectValue), names(entry["actor"]?.objectValue))
    #expect(!given.isEmpty && given.isSubset(of: written))
    let trace = try #require(outcome.entries.first { $0.type == .trace }).payload
    let text = try self.sample("Converge, §7.2").text
    let traced = json(text.replacing("{ ... }", with: "{}")).objectValue
    #expect(names(traced).isSubset(of: names(trace)) && trace["action"] == traced?["action"])
    #expect(trace["truth_id"] == traced?["truth_id"])
  }

  private func names(_ object: JSONObject?) -> Set<String> { Set(object?.members.map(\.name.string) ?? []) }

  @Test("the samples of §17 are read as the documents that they are")
  func trackers() throws {
    var tracker = try sample("SwapGraph, §17.5").object
    tracker["tasks"] = .array([])
    let evaluation = json(try text(of: "docs/rules/swapgraph/evaluate.json"))
    for (document, sample, type, field) in [
      ("task_tracker", try sample("SwapGraph, §17.2").object, "task.recorded", "task_id"),
      ("task_tracker", try self.sample("SwapGraph, §17.2").object, "check.passed", "command"),
      ("gate_status", try self.sample("SwapGraph, §17.3").object, "gate.reported", "required_checks"),
      ("task_tracker", tracker, "tracker.read", "scope_policies"),
    ] {
      let fixture: JSONObject = [
        "id": .text("sample"), "context": .object(["documents": .object([document: .object(sample)])]),
        "proposal": evaluation, "expected": .object(["decision": .text("rejected")]),
      ]
      let set = try Repository.truths()
      var sources = set.sources
      let file = sources.add(path: "Fixtures/sample.json", bytes: Array(JSONValue.object(fixture).compact()))
      let suite = FixtureSuite([FixtureFile(file)], against: EvalSubject(set), filter: FixtureFilter())
      let read = try #require(suite.fixtures.first, "\(HumanReport(sources: sources).text(EvalResults(suite.faulty)))")
      #expect(FixtureRunner(EvalSubject(set)).run(read).outcome == .passed)
      let fact = try #require(read.context.ledger.entries.first { $0.payload["type"] == .text(type) }, "\(type)").payload
      // What the sample says of it, letter for letter.
      let said = ([sample] + (sample["tasks"] ?? sample["gates"] ?? .null).objects).flatMap {
        [$0] + ($0["checks_passed"] ?? .null).objects
      }
      #expect(said.contains { $0[field] != nil && $0[field] == fact[field] }, "\(type).\(field)")
    }
  }

  @Test("the mark at the end has the members of §18.5's sample")
  func stopMarker() throws {
    let mark = try #require(try Repository.truths().program.facts.first { $0.name == "stop.marked" })
    #expect(Set(mark.fields.map(\.jsonName)) == names(try sample("SwapGraph, §18.5").object))
  }

  /// The words that a placeholder stands for: `a | b` is one of `a` and `b`.
  @Test("an enrichment is sent with the members of Aevum's sample, and with each of its words")
  func enrichment() throws {
    let procedure = EvalSubject(try Repository.truths()).procedureOfAllPacks
    func violations(_ members: JSONObject) throws -> [Violation] {
      let proposal: JSONObject = ["action": .text("appendDeferredEnrichment"), "payload": .object(members)]
      let request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)))
      return try procedure.run(request, on: procedure.emptyContext).violations
    }
    let sample = try sample("Aevum, deferred enrichment").object
    let refused = try violations(sample)
    #expect(refused.first?.reason.hasPrefix("`sourceContext` is \"dashboard | capture") == true)
    let (contexts, id) = (
      sample.text("sourceContext")?.components(separatedBy: " | ") ?? [], "6F1C8A52-1F52-4A8E-9D53-0C9B7B1F2A10"
    )
    #expect(contexts.count == 6)
    for context in contexts {
      for type in ["semantic", "merge", "relation"] {
        #expect(sample.text("enrichmentType")?.contains(type) == true)
        var whole = sample
        whole["rootEntryID"] = .text(id)
        (whole["enrichmentType"], whole["sourceContext"]) = (.text(type), .text(context))
        // All members are read; what is lacking is the root, and who may append.
        let reasons = try violations(whole).map(\.reason)
        #expect(reasons == ["@fixture does not append to memory", "There is no root entry \(id) to enrich"])
      }
    }
  }
}

extension JSONValue {
  fileprivate var objects: [JSONObject] { arrayValue?.compactMap(\.objectValue) ?? [] }
}
