import TruthsEngine
package import TruthsJSON
import TruthsLedger
package import TruthsText

extension RunOutcome {
  /// The object of runtime.md §4, members in its order. A budget that is not the default goes last: `input_hash` cannot be
  /// recomputed without it.
  ///
  /// - Parameter source: how a span reads in `source`: `money/money.invoice.creation.truths:12:7`.
  package func json(source: (Span) -> String) -> JSONObject {
    withoutActuallyEscaping(source) { source in JSONObject { writeCompact(to: &$0, source: source) } }
  }

  /// Appends it without white space. What stands in it twice, the payloads of facts and traces and what its entries have in
  /// common, is written once and copied.
  package func writeCompact(to buffer: inout ByteBuffer, source: @escaping (Span) -> String) {
    buffer.append(#"{"decision":"# as StaticString)
    buffer.write(decision.rawValue)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(truthID)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(reason)
    buffer.append(#","violations":"# as StaticString)
    buffer.writeList(violations) { $1.writeCompact(to: &$0, source: source) }
    buffer.append(#","run":"# as StaticString)
    run.writeCompact(to: &buffer)
    buffer.append(#","facts":"# as StaticString)
    let facts = buffer.writeContents(factContents)
    buffer.append(#","traces":"# as StaticString)
    let traces = buffer.writeContents(traceContents)
    buffer.append(#","entries":"# as StaticString)
    writeEntries(to: &buffer, facts: facts, traces: traces)
    for (name, text) in [
      ("proposal_id", proposalID), ("proposal_hash", proposalHash), ("input_hash", inputHash), ("output_hash", outputHash),
    ] { buffer.writeMember(name, text) }
    buffer.append(#","context":{"before":"# as StaticString)
    before.writeCompact(to: &buffer)
    buffer.append(#","after":"# as StaticString)
    after.writeCompact(to: &buffer)
    buffer.append(UInt8(ascii: "}"))
    buffer.writeMember("truths", truthsHash)
    buffer.writeMember("governing", governingHash)
    if let budget {
      buffer.append(#","budget":"# as StaticString)
      buffer.writeCompact(budget.json)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// - Parameters:
  ///   - facts: where the payloads of the last fact entries stand already.
  ///   - traces: where those of the last trace entries stand.
  private func writeEntries(to buffer: inout ByteBuffer, facts: [Range<Int>], traces: [Range<Int>]) {
    // What closing the context appended stands in `entries` alone, before the rest.
    let first = entries.count - (entries.isEmpty ? 0 : ownEntries)
    let (ownFacts, ownTraces) = (facts.count == ownFactEntries, traces.count == ownTraceEntries)
    var (nextFact, nextTrace) = (0, 0)
    buffer.append(UInt8(ascii: "["))
    for (place, entry) in entries.enumerated() {
      if place > 0 { buffer.append(UInt8(ascii: ",")) }
      var payload: Range<Int>?
      if place >= first, entry.type == .fact, ownFacts {
        payload = facts[nextFact]
        nextFact += 1
      } else if place >= first, entry.type == .trace, ownTraces {
        payload = traces[nextTrace]
        nextTrace += 1
      }
      entry.writeCompact(to: &buffer, payload: payload)
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Entries of the run itself, behind those of closing the context.
  private var ownEntries: Int { continuation.added.entries.count }

  private var ownFactEntries: Int { continuation.added.facts.count }

  private var ownTraceEntries: Int { continuation.added.entries.count { $0.type == .trace } }
}

extension RunState {
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"run_id":"# as StaticString)
    buffer.write(runID)
    buffer.writeMember("status", status.rawValue)
    buffer.append(#","facts_count":"# as StaticString)
    buffer.append(decimal: factsCount)
    buffer.append(#","pending_proposals":"# as StaticString)
    buffer.append(decimal: pendingProposals)
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.writeList(waitingFor) { $0.write($1) }
    buffer.writeMember("last_activity", lastActivity.text)
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ContextPoint {
  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"head":"# as StaticString)
    buffer.write(head)
    buffer.append(#","size":"# as StaticString)
    buffer.append(decimal: size)
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ByteBuffer {
  /// Appends a member with a text, behind others.
  fileprivate mutating func writeMember(_ name: String, _ text: String) {
    append(UInt8(ascii: ","))
    write(name)
    append(UInt8(ascii: ":"))
    write(text)
  }

  /// Appends a list of payloads.
  ///
  /// - Returns: where each of them stands.
  fileprivate mutating func writeContents(_ contents: [any EntryPayload]) -> [Range<Int>] {
    var places: [Range<Int>] = []
    places.reserveCapacity(contents.count)
    append(UInt8(ascii: "["))
    for place in contents.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      let start = count
      contents[place].writeCompact(to: &self)
      places.append(start..<count)
    }
    append(UInt8(ascii: "]"))
    return places
  }
}
