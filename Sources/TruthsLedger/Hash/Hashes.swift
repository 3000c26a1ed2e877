package import TruthsJSON
package import TruthsText

/// The hashes of hashes §3. A program in another language recomputes every one of them from the JSON that is printed.
package enum Hashes {
  /// The truths hash and the governing hash: over canonical declarations by their keys.
  package static func truths(_ declarations: JSONObject) -> String { Digest(canonical: .object(declarations)).prefixed }

  /// `input_hash`: everything that a decision depends on.
  ///
  /// - Parameters:
  ///   - context: the head before the run.
  ///   - budget: only where it is not the default.
  ///   - scratch: what it is hashed in.
  ///   - proposal: appends JCS of the proposal as received, with `timestamp` as used.
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

  /// `output_hash`: everything that a decision says, without places in source files.
  ///
  /// - Parameters:
  ///   - scratch: what it is hashed in.
  ///   - violations: appends JCS of the list of violations.
  ///   - facts: appends JCS of the payloads of the new facts, with commas between them.
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

  /// The same from what was read or put together.
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

  /// Whether a text is written as a hash is: `sha256:` and 64 lower-case hexadecimal digits.
  package static func isHash(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.count == 71 && text.hasPrefix("sha256:")
      && bytes.dropFirst(7).allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// The digest that a hash is written for; `nil` where the text is none.
  package static func digest(of text: String) -> Digest? {
    guard isHash(text) else { return nil }
    let nibbles = text.utf8.dropFirst(7).map { $0 < 0x60 ? $0 - 0x30 : $0 - 0x57 }
    return Digest(raw: (0..<32).map { nibbles[2 * $0] << 4 | nibbles[2 * $0 + 1] })
  }

  /// What clauses and people read of a proposal beside its intent's fields and whom it is for: an approval is for these too.
  package static let shownMembers: [Text] = ["confidence", "pack", "reason", "requires_consent", "truth_id"]

  /// `proposal_hash`: what approvals and idempotency are bound to.
  ///
  /// - Parameters:
  ///   - onBehalfOf: whom the proposal is made for; without one the hash is that of a proposal that names nobody.
  ///   - shown: those of ``shownMembers`` that the proposal has; none in language 2, whose hash is without them.
  ///   - scratch: what it is hashed in.
  ///   - fields: appends JCS of the object of the intent's fields as received.
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

  /// The id of a proposal that has none of its own, from the digest of JCS of the record as received.
  package static func proposalID(received: Digest) -> String { received.id("prop_") }

  /// The correlation id of a proposal that has none of its own, from the digest of JCS of the record as received.
  package static func correlationID(received: Digest) -> String { received.id("cor_") }

  /// The id of a run that was given none: from the `input_hash` of its first evaluation.
  package static func runID(inputHash: String) -> String { "run_" + String(inputHash.dropFirst("sha256:".count).prefix(16)) }

  /// The same from the digest itself.
  package static func runID(inputHash: Digest) -> String { inputHash.id("run_") }

  /// The `run_id` and `correlation_id` of what closing a context appends (runs §3.1).
  ///
  /// - Parameters:
  ///   - context: the head that is closed.
  ///   - truths: the truths hash.
  package static func closing(context: String, truths: String) -> (runID: String, correlationID: String) {
    let digest = Digest(canonical: .object(["context": .text(context), "truths": .text(truths)]))
    return (digest.id("run_"), digest.id("cor_"))
  }

  /// The `run_id` and `correlation_id` of the trace that seals short forms (ledgers §4).
  ///
  /// - Parameter context: the head that is sealed.
  package static func sealing(context: String) -> (runID: String, correlationID: String) {
    let digest = Digest(canonical: .object(["context": .text(context)]))
    return (digest.id("run_"), digest.id("cor_"))
  }

  /// The id of a trace, from its run, its truth and its place in the ledger.
  package static func traceID(runID: String, truthID: String, sequence: Int) -> String {
    var scratch = HashScratch()
    return trace(runID: runID, truthID: truthID, sequence: sequence, &scratch).id("trc_")
  }

  /// What the id of a trace is the beginning of.
  ///
  /// - Parameter scratch: what it is hashed in.
  static func trace(runID: String, truthID: String, sequence: Int, _ scratch: inout HashScratch) -> Digest {
    scratch.digest { buffer in
      buffer.append(runID)
      buffer.append(UInt8(ascii: "/"))
      buffer.append(truthID)
      buffer.append(UInt8(ascii: "/"))
      buffer.append(decimal: sequence)
    }
  }

  /// The id of a request for approval (approvals §4).
  ///
  /// - Parameter clause: place and position, `invariants[0]`.
  package static func request(proposalHash: String, truthID: String, clause: String, role: String) -> String {
    Digest(of: "\(proposalHash)/\(truthID)/\(clause)/\(role)").id("req_")
  }
}
