package import TruthsJSON
package import TruthsText

/// The hashes of hashes §3. A program in any language can compute each of them from the printed JSON.
package enum Hashes {
  /// Returns the hash of canonical declarations, keyed by their ids: the truths hash, or the governing hash.
  package static func truths(_ declarations: JSONObject) -> String { Digest(canonical: .object(declarations)).prefixed }

  /// Computes `input_hash` over everything that a decision depends on.
  ///
  /// - Parameters:
  ///   - context: the head of the ledger before the run.
  ///   - budget: the budget; `nil` for the default budget, which is not hashed.
  ///   - scratch: memory for the computation.
  ///   - proposal: appends the JCS of the proposal as received, with `timestamp` as used.
  package static func input(
    context: String, truths: String, budget: JSONValue?, _ scratch: inout HashScratch, proposal: (inout ByteBuffer) -> Void
  ) -> Digest {
    scratch.digest { buffer in
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
    }
  }

  /// Computes `output_hash` over the content of a decision, without positions in source files.
  ///
  /// - Parameters:
  ///   - scratch: memory for the computation.
  ///   - violations: appends the JCS of the list of violations.
  ///   - facts: appends the JCS of the payloads of the new facts, separated by commas.
  package static func output(
    decision: String, truthID: String, reason: String, _ scratch: inout HashScratch, violations: (inout ByteBuffer) -> Void,
    facts: (inout ByteBuffer) -> Void
  ) -> Digest {
    scratch.digest { buffer in
      buffer.append(#"{"decision":"# as StaticString)
      buffer.write(decision)
      buffer.append(#","facts":["# as StaticString)
      facts(&buffer)
      buffer.append(#"],"reason":"# as StaticString)
      buffer.write(reason)
      buffer.append(#","truth_id":"# as StaticString)
      buffer.write(truthID)
      buffer.append(#","violations":"# as StaticString)
      violations(&buffer)
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// Computes `output_hash` from JSON values.
  package static func output(
    decision: String, truthID: String, reason: String, violations: JSONValue, facts: [JSONObject]
  ) -> Digest {
    var scratch = HashScratch()
    return output(decision: decision, truthID: truthID, reason: reason, &scratch) {
      $0.writeCanonical(violations)
    } facts: { buffer in
      for place in facts.indices {
        if place > 0 { buffer.append(UInt8(ascii: ",")) }
        buffer.writeCanonical(facts[place])
      }
    }
  }

  /// Whether a text has the form of a hash: `sha256:` and 64 lower-case hexadecimal digits.
  package static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count == 71 && text.hasPrefix("sha256:")
      && bytes.dropFirst(7).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns the digest in a written hash; `nil` if the text is not a hash.
  package static func digest(of text: String) -> Digest? {
    guard isHash(text) else { return nil }
    let nibbles = text.utf8.dropFirst(7).map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x57 }
    return Digest(raw: (0..<32).map { nibbles[2 * $0] << 4 | nibbles[2 * $0 + 1] })
  }

  /// The members of a proposal that clauses and approvers read, besides the intent's fields and `on_behalf_of`. An approval
  /// holds only for the values of these members, too.
  package static let shownMembers: [Text] = ["confidence", "pack", "reason", "requires_consent", "truth_id"]

  /// Computes `proposal_hash`. An approval is valid only for the proposal with this hash, and a repeated proposal is recognised
  /// by it.
  ///
  /// - Parameters:
  ///   - onBehalfOf: the person for whom the proposal is made; `nil` if the proposal gives none.
  ///   - shown: the proposal's members that are in `shownMembers`; empty in language 2, whose hash does not cover them.
  ///   - scratch: memory for the computation.
  ///   - fields: appends the JCS of the object of the intent's fields as received.
  package static func proposalHash(
    action: String, proposalID: String, userID: String, onBehalfOf: String? = nil, shown: [LocatedJSON.Member] = [],
    _ scratch: inout HashScratch, fields: (inout ByteBuffer) -> Void
  ) -> Digest {
    func write(_ name: String, to buffer: inout ByteBuffer) {
      guard let member = shown.first(where: { $0.name.string == name }) else { return }
      buffer.append(UInt8(ascii: ","))
      buffer.write(name)
      buffer.append(UInt8(ascii: ":"))
      buffer.writeCanonical(member.value)
    }
    return scratch.digest { buffer in
      buffer.append(#"{"action":"# as StaticString)
      buffer.write(action)
      write("confidence", to: &buffer)
      buffer.append(#","fields":"# as StaticString)
      fields(&buffer)
      if let onBehalfOf {
        buffer.append(#","on_behalf_of":"# as StaticString)
        buffer.write(onBehalfOf)
      }
      write("pack", to: &buffer)
      buffer.append(#","proposal_id":"# as StaticString)
      buffer.write(proposalID)
      for name in ["reason", "requires_consent", "truth_id"] { write(name, to: &buffer) }
      buffer.append(#","user_id":"# as StaticString)
      buffer.write(userID)
      buffer.append(UInt8(ascii: "}"))
    }
  }

  /// Returns the id of a proposal that gives no id, from the digest of the JCS of the record as received.
  package static func proposalID(received: Digest) -> String { received.id("prop_") }

  /// Returns the correlation id of a proposal that gives none, from the digest of the JCS of the record as received.
  package static func correlationID(received: Digest) -> String { received.id("cor_") }

  /// Returns the id of a run to which no id was given, from the `input_hash` of its first evaluation.
  package static func runID(inputHash: String) -> String { "run_" + String(inputHash.dropFirst("sha256:".count).prefix(16)) }

  /// Returns the id of a run to which no id was given, from the `input_hash` of its first evaluation as a digest.
  package static func runID(inputHash: Digest) -> String { inputHash.id("run_") }

  /// Returns the `run_id` and `correlation_id` of the entries that complete a context. Truths that start from facts produce
  /// these entries (runs §3.1).
  ///
  /// - Parameters:
  ///   - context: the head of the ledger before these entries.
  ///   - truths: the truths hash.
  package static func closing(context: String, truths: String) -> (runID: String, correlationID: String) {
    let digest = Digest(canonical: .object(["context": .text(context), "truths": .text(truths)]))
    return (digest.id("run_"), digest.id("cor_"))
  }

  /// Returns the `run_id` and `correlation_id` of a seal. A seal is the trace that records the head of a ledger that begins with
  /// facts in short form (ledgers
  /// §1.2).
  ///
  /// - Parameter context: the head that the seal records.
  package static func sealing(context: String) -> (runID: String, correlationID: String) {
    let digest = Digest(canonical: .object(["context": .text(context)]))
    return (digest.id("run_"), digest.id("cor_"))
  }

  /// Returns the id of a trace, from its run, its truth and its sequence in the ledger.
  package static func traceID(runID: String, truthID: String, sequence: Int) -> String {
    var scratch = HashScratch()
    return trace(runID: runID, truthID: truthID, sequence: sequence, &scratch).id("trc_")
  }

  /// Computes the digest whose first digits are the id of a trace.
  ///
  /// - Parameter scratch: memory for the computation.
  static func trace(runID: String, truthID: String, sequence: Int, _ scratch: inout HashScratch) -> Digest {
    scratch.digest { buffer in
      buffer.append(runID)
      buffer.append(UInt8(ascii: "/"))
      buffer.append(truthID)
      buffer.append(UInt8(ascii: "/"))
      buffer.append(decimal: sequence)
    }
  }

  /// Returns the id of a request for approval, from the proposal, the clause that needs the approval and the role that gives it
  /// (approvals §4).
  ///
  /// - Parameter clause: the clause's list and the index in that list, such as `invariants[0]`.
  package static func request(proposalHash: String, truthID: String, clause: String, role: String) -> String {
    Digest(of: "\(proposalHash)/\(truthID)/\(clause)/\(role)").id("req_")
  }
}
