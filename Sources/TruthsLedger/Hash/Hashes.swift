package import TruthsJSON
package import TruthsText

/// The hashes of runtime.md §2. A program in another language recomputes every one of them from the JSON that is printed.
package enum Hashes {
  /// The truths hash and the governing hash: over canonical declarations by their keys.
  package static func truths(_ declarations: JSONObject) -> String { Digest(canonical: .object(declarations)).prefixed }

  /// `input_hash`: everything that a decision depends on.
  ///
  /// - Parameters:
  ///   - context: the head before the run.
  ///   - proposal: appends JCS of the proposal as received, with `timestamp` as used.
  ///   - budget: only where it is not the default.
  package static func input(context: String, truths: String, budget: JSONValue?, proposal: (inout ByteBuffer) -> Void) -> String {
    var buffer = ByteBuffer()
    buffer.append(UInt8(ascii: "{"))
    if let budget {
      buffer.append(#""budget":"# as StaticString)
      buffer.writeCanonical(budget)
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(#""context":"# as StaticString)
    buffer.write(context)
    buffer.append(#","proposal":"# as StaticString)
    proposal(&buffer)
    buffer.append(#","truths":"# as StaticString)
    buffer.write(truths)
    buffer.append(UInt8(ascii: "}"))
    return Digest(of: buffer).prefixed
  }

  /// `output_hash`: everything that a decision says, without places in source files.
  package static func output(
    decision: String, truthID: String, reason: String, violations: JSONValue, facts: [JSONObject]
  ) -> String {
    var buffer = ByteBuffer()
    buffer.append(#"{"decision":"# as StaticString)
    buffer.write(decision)
    buffer.append(#","facts":["# as StaticString)
    for place in facts.indices {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.writeCanonical(facts[place])
    }
    buffer.append(#"],"reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","violations":"# as StaticString)
    buffer.writeCanonical(violations)
    buffer.append(UInt8(ascii: "}"))
    return Digest(of: buffer).prefixed
  }

  /// Whether a text is written as a hash is: `sha256:` and 64 lower-case hexadecimal digits.
  package static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count == 71 && text.hasPrefix("sha256:")
      && bytes.dropFirst(7).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// `proposal_hash`: what approvals and idempotency are bound to.
  ///
  /// - Parameter fields: the intent's fields as received.
  package static func proposalHash(action: String, fields: [LocatedJSON.Member], proposalID: String, userID: String) -> String {
    var buffer = ByteBuffer()
    buffer.append(#"{"action":"# as StaticString)
    buffer.write(action)
    buffer.append(#","fields":"# as StaticString)
    buffer.writeCanonical(fields)
    buffer.append(#","proposal_id":"# as StaticString)
    buffer.write(proposalID)
    buffer.append(#","user_id":"# as StaticString)
    buffer.write(userID)
    buffer.append(UInt8(ascii: "}"))
    return Digest(of: buffer).prefixed
  }

  /// The id of a proposal that has none of its own, from JCS of the record as received.
  package static func proposalID(received canonical: [UInt8]) -> String { Digest(of: canonical).id("prop_") }

  /// The correlation id of a proposal that has none of its own, from JCS of the record as received.
  package static func correlationID(received canonical: [UInt8]) -> String { Digest(of: canonical).id("cor_") }

  /// The id of a run that was given none: from the `input_hash` of its first evaluation.
  package static func runID(inputHash: String) -> String { "run_" + String(inputHash.dropFirst("sha256:".count).prefix(16)) }

  /// The `run_id` and `correlation_id` of what closing a context appends (runtime.md §3, step 0).
  ///
  /// - Parameters:
  ///   - context: the head that is closed.
  ///   - truths: the truths hash.
  package static func closing(context: String, truths: String) -> (runID: String, correlationID: String) {
    let digest = Digest(canonical: .object(["context": .text(context), "truths": .text(truths)]))
    return (digest.id("run_"), digest.id("cor_"))
  }

  /// The id of a trace, from its run, its truth and its place in the ledger.
  package static func traceID(runID: String, truthID: String, sequence: Int) -> String {
    trace(runID: runID, truthID: truthID, sequence: sequence).id("trc_")
  }

  /// What the id of a trace is the beginning of.
  static func trace(runID: String, truthID: String, sequence: Int) -> Digest {
    var buffer = ByteBuffer(capacity: 128)
    buffer.append(runID)
    buffer.append(UInt8(ascii: "/"))
    buffer.append(truthID)
    buffer.append(UInt8(ascii: "/"))
    buffer.append(decimal: sequence)
    return Digest(of: buffer)
  }

  /// The id of a request for approval (runtime.md §3, step 5).
  ///
  /// - Parameter clause: place and position, `invariants[0]`.
  package static func request(proposalHash: String, truthID: String, clause: String, role: String) -> String {
    Digest(of: "\(proposalHash)/\(truthID)/\(clause)/\(role)").id("req_")
  }
}
