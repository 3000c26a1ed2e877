import Testing
import TruthsJSON
import TruthsLedger
import TruthsText

struct HashesTests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func knownDigests(message: String, hex: String) {
    let digest = Digest(of: message)
    #expect(digest.hex == hex)
    #expect(digest.prefixed == "sha256:" + hex)
    #expect(digest.first16 == String(hex.prefix(16)))
  }

  private let proposal: JSONObject = ["period_id": .text("2024-Q1"), "action": .text("create_invoice")]

  /// Expected values were computed by another program from the text of hashes §3 and §3.
  @Test func everyHashHasItsForm() {
    var scratch = HashScratch()
    let received = Digest(canonical: .object(proposal))
    #expect(Hashes.proposalID(received: received) == "prop_b60f9e2fc6cf0bab")
    #expect(Hashes.correlationID(received: received) == "cor_b60f9e2fc6cf0bab")
    let asked = Hashes.proposalHash(action: "create_invoice", proposalID: "p1", userID: "ada", &scratch) { buffer in
      buffer.writeCanonical(JSONObject([JSONObject.Member(name: "period_id", value: .text("2024-Q1"))]))
    }
    #expect(asked.prefixed == "sha256:31a378a233756a3de43658e2186b0701d359c5087f1ea12c379a36c8d611fe71")
    let input = Hashes.input(context: "sha256:c", truths: "sha256:t", budget: nil, &scratch) { $0.writeCanonical(proposal) }
    #expect(input.prefixed == "sha256:fbda287072898d89e94025efc648f8ed1ad05ec5c468932611a2c5d79accb3a2")
    let budget: JSONValue = .object(["max_facts": .number(Decimal(5))])
    let bounded = Hashes.input(context: "sha256:c", truths: "sha256:t", budget: budget, &scratch) { $0.writeCanonical(proposal) }
    #expect(bounded.prefixed == "sha256:3a60ee02b1e7bc5995d3162e2a98b5d6a7c6e371b3263aa58ba35c08f784f3ea")
    #expect(Hashes.runID(inputHash: input) == "run_fbda287072898d89")
    let output = Hashes.output(
      decision: "accepted", truthID: "a.b", reason: "r", violations: .array([]), facts: [["type": .text("x.y")]])
    #expect(output.prefixed == "sha256:836679bb7494443e3ff950b776501707ad912a142f64e04af1fbbee98998918a")
    #expect(Hashes.traceID(runID: "run_x", truthID: "money.invoice.creation", sequence: 7) == "trc_7aa50d78d3ffa7a5")
    #expect(
      Hashes.request(proposalHash: "sha256:00", truthID: "money.invoice.creation", clause: "invariants[0]", role: "manager")
        == "req_0cfe865c30d4d9a4")
    let closing = Hashes.closing(context: "sha256:c", truths: "sha256:t")
    #expect(closing.runID == "run_9d6e4bec161e6250")
    #expect(closing.correlationID == "cor_9d6e4bec161e6250")
    #expect(
      Hashes.truths(["truth a.b": .object(["b": .null, "a": .null])])
        == "sha256:bc8e622827baaa2cf6fcf1918b85c72abe0bb10aed3ada919d8db771baa2c943")
  }
}
