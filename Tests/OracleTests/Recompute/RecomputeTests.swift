import Testing
import TruthsCheck
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Every hash and id of generated runs, recomputed from the printed output by code that is independent of the engine.
@Suite("Hashes recomputed")
struct RecomputeTests {
  @Test("the digest is SHA-256")
  func digest() {
    #expect(Sha256.hex([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(Sha256.hex(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    #expect(Sha256.hex(long) == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
  }

  @Test("ids and hashes of generated runs follow from what is printed", arguments: 0..<4)
  func runs(part: Int) throws {
    var runs = 0
    for seed in 700_000 + part * 20..<700_000 + (part + 1) * 20 {
      guard let written = Written(Generator.sample(seed: seed, features: .all)) else { continue }
      // For a time zone the declarations contain the hash of its rules.
      let declarations = JSONObject(
        written.procedure.program.declarations.map {
          JSONObject.Member(name: Text($0.key.text), value: $0.isDigest ? .text(Jcs.hash($0.body)) : $0.body)
        })
      #expect(Jcs.hash(.object(declarations)) == written.truths)
      var recomputation = Recomputation(written.context.ledger.entries.map(\.json))
      var context = written.context
      for text in written.sample.proposals {
        let proposal = try Trial.json(text)
        let outcome = try written.procedure.run(RunRequest(proposal: proposal, now: Trial.now), on: context)
        context = outcome.context
        let printed = JSONValue.object(outcome.json { _ in "a/b.truths:1:1" })
        for fault in recomputation.faults(of: printed, proposal: proposal.value) { Issue.record("seed \(seed): \(fault)") }
        runs += 1
      }
    }
    #expect(runs > 10)
  }

  @Test("a value that was changed is told")
  func canFail() throws {
    let seed = try #require((700_000..<700_100).first { Written(Generator.sample(seed: $0, features: .all)) != nil })
    let written = try #require(Written(Generator.sample(seed: seed, features: .all)))
    let proposal = try Trial.json(written.sample.proposals[0])
    let outcome = try written.procedure.run(RunRequest(proposal: proposal, now: Trial.now), on: written.context)
    for name in ["reason", "proposal_hash", "output_hash", "input_hash", "proposal_id", "truths"] {
      var printed = outcome.json { _ in "" }
      printed[name] = .text("other")
      var recomputation = Recomputation(written.context.ledger.entries.map(\.json))
      #expect(!recomputation.faults(of: .object(printed), proposal: proposal.value).isEmpty, "\(name)")
    }
  }
}

/// Recomputation of the ledger that was printed so far.
struct Recomputation {
  private var leaves: [[UInt8]]
  private var faults: [String] = []

  init(_ entries: [JSONObject]) {
    leaves = entries.map(Jcs.leafHash)
    for entry in entries { checkID(entry) }
  }

  private var head: String { "sha256:" + Sha256.hex(digest: Jcs.treeHead(leaves[...])) }

  private mutating func check(_ what: String, _ printed: JSONValue?, _ recomputed: String) {
    if printed != .text(recomputed) {
      faults.append("\(what): printed \(printed?.stringValue ?? "nothing"), recomputed \(recomputed)")
    }
  }

  private mutating func checkID(_ entry: JSONObject) {
    var content = entry
    content["entry_id"] = nil
    check("entry_id", entry["entry_id"], "ctx_" + Jcs.first16(.object(content)))
  }

  /// Returns the parts of an output that do not follow from the rest of it, and adds its entries to the ledger.
  mutating func faults(of output: JSONValue, proposal: JSONValue) -> [String] {
    let before = head
    check("head before", output["context"]?["before"]?["head"], before)
    for (index, entry) in (output["entries"]?.arrayValue ?? []).compactMap(\.objectValue).enumerated() {
      checkID(entry)
      checkPayload(entry, sequence: leaves.count + 1, output, before)
      if entry["sequence"] != .number(Decimal(leaves.count + 1)) { faults.append("entry \(index): sequence") }
      leaves.append(Jcs.leafHash(entry))
    }
    check("head after", output["context"]?["after"]?["head"], head)
    checkProposal(output, proposal, before)
    checkOutput(output)
    defer { faults = [] }
    return faults
  }

  private mutating func checkPayload(_ entry: JSONObject, sequence: Int, _ output: JSONValue, _ before: String) {
    let payload = entry["payload"]?.objectValue ?? [:]
    if let trace = payload["trace_id"] {
      let words = ["run_id", "truth_id"].map { payload[$0]?.stringValue ?? "" } + [String(sequence)]
      check("trace_id", trace, "trc_" + Jcs.first16(Array(words.joined(separator: "/").utf8)))
    }
    if payload["type"] == .text("approval.requested") {
      let words = ["proposal_hash", "truth_id", "clause", "role"].map { payload[$0]?.stringValue ?? "" }
      check("request", payload["request"], "req_" + Jcs.first16(Array(words.joined(separator: "/").utf8)))
    }
    if payload["action"] == .text("converge.close") {
      let closed = Jcs.first16(.object(["context": .text(before), "truths": output["truths"] ?? .null]))
      check("run_id of closing", entry["run_id"], "run_" + closed)
      check("correlation_id of closing", entry["correlation_id"], "cor_" + closed)
    }
  }

  private mutating func checkProposal(_ output: JSONValue, _ received: JSONValue, _ before: String) {
    let actor = received["actor"]?.objectValue ?? ["user_id": .text("fixture")]
    let id = received["proposal_id"]?.stringValue ?? "prop_" + Jcs.first16(received)
    check("proposal_id", output["proposal_id"], id)
    var hashed: JSONObject = [
      "action": received["action"] ?? .null, "fields": .object(Proposal(received.objectValue ?? [:]).received),
      "proposal_id": .text(id), "user_id": actor["user_id"] ?? .text(""),
    ]
    for name in ["confidence", "on_behalf_of", "pack", "reason", "requires_consent", "truth_id"] {
      hashed[name] = received[name] == .null ? nil : received[name]
    }
    check("proposal_hash", output["proposal_hash"], Jcs.hash(.object(hashed)))
    var used = received.objectValue ?? [:]
    used["timestamp"] = .text(Trial.now.text)
    let input = Jcs.hash(.object(["context": .text(before), "proposal": .object(used), "truths": output["truths"] ?? .null]))
    check("input_hash", output["input_hash"], input)
    check("run_id", output["run"]?["run_id"], "run_" + input.dropFirst("sha256:".count).prefix(16))
  }

  private mutating func checkOutput(_ output: JSONValue) {
    let violations = (output["violations"]?.arrayValue ?? []).map { violation in
      JSONValue.object(JSONObject((violation.objectValue ?? [:]).members.filter { $0.name != "source" }))
    }
    var said: JSONObject = ["violations": .array(violations)]
    for name in ["decision", "truth_id", "reason", "facts"] { said[name] = output[name] }
    check("output_hash", output["output_hash"], Jcs.hash(.object(said)))
  }
}

extension Proposal {
  /// The intent's own fields as received.
  fileprivate var received: JSONObject { intentMembers(members) }
}
