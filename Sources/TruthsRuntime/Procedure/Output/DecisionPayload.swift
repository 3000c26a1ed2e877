import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// The inputs of a decision that its entry records. With them, the `input_hash` can be recomputed from the ledger alone
/// (ledgers §4).
struct DecisionBasis {
  /// The language version of the decision, which the entry records for `verify`.
  let language: LanguageVersion
  /// The truths hash, `sha256:…`.
  let truths: String
  /// The governing hash of the proposal's intent.
  let governing: String
  /// The head of the context before the run, and before facts that follow from the context were appended.
  let contextHead: String
  /// The budget as it is hashed; `nil` for the default budget.
  let budget: JSONValue?
}

/// The payload of a decision's entry (runs §3, ledgers §4).
final class DecisionPayload: EntryPayload {
  private let verdict: Verdict
  /// The violations as canonical JSON (JCS).
  private let violations: [UInt8]
  private let hashes: DecisionHashes
  private let basis: DecisionBasis

  init(_ verdict: Verdict, violations: [UInt8], hashes: DecisionHashes, basis: DecisionBasis) {
    self.verdict = verdict
    self.violations = violations
    self.hashes = hashes
    self.basis = basis
  }

  var object: JSONObject { JSONObject { writeCompact(to: &$0) } }

  func writeCompact(to buffer: inout ByteBuffer) {
    buffer.append(#"{"status":"# as StaticString)
    buffer.write(verdict.status.rawValue)
    buffer.append(#","decision":"# as StaticString)
    buffer.write(verdict.decision.rawValue)
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(verdict.truthID)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(verdict.reason)
    buffer.append(#","violations":"# as StaticString)
    buffer.writeList(verdict.violations) { $1.writeCompact(to: &$0, source: nil) }
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.writeList(verdict.waitingFor) { $0.write($1.words) }
    buffer.append(#","steps":"# as StaticString)
    buffer.writeList(verdict.steps) { buffer, step in
      buffer.append(#"{"step":"# as StaticString)
      buffer.write(step.name.rawValue)
      buffer.append(#","result":"# as StaticString)
      buffer.write(step.result.rawValue)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(#","input_hash":"# as StaticString)
    buffer.write(hashes.input)
    buffer.append(#","output_hash":"# as StaticString)
    buffer.write(hashes.output)
    buffer.append(#","language":"# as StaticString)
    buffer.append(decimal: basis.language.rawValue)
    buffer.append(#","truths_hash":"# as StaticString)
    buffer.write(basis.truths)
    buffer.append(#","governing_hash":"# as StaticString)
    buffer.write(basis.governing)
    buffer.append(#","context_head":"# as StaticString)
    buffer.write(basis.contextHead)
    if let budget = basis.budget {
      buffer.append(#","budget":"# as StaticString)
      buffer.writeCompact(budget)
    }
    buffer.append(UInt8(ascii: "}"))
  }

  func writeCanonical(to buffer: inout ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    if let budget = basis.budget {
      buffer.append(#""budget":"# as StaticString)
      buffer.writeCanonical(budget)
      buffer.append(UInt8(ascii: ","))
    }
    buffer.append(#""context_head":"# as StaticString)
    buffer.write(basis.contextHead)
    buffer.append(#","decision":"# as StaticString)
    buffer.write(verdict.decision.rawValue)
    buffer.append(#","governing_hash":"# as StaticString)
    buffer.write(basis.governing)
    buffer.append(#","input_hash":"# as StaticString)
    buffer.write(hashes.input)
    buffer.append(#","language":"# as StaticString)
    buffer.append(decimal: basis.language.rawValue)
    buffer.append(#","output_hash":"# as StaticString)
    buffer.write(hashes.output)
    buffer.append(#","reason":"# as StaticString)
    buffer.write(verdict.reason)
    buffer.append(#","status":"# as StaticString)
    buffer.write(verdict.status.rawValue)
    buffer.append(#","steps":"# as StaticString)
    buffer.writeList(verdict.steps) { buffer, step in
      buffer.append(#"{"result":"# as StaticString)
      buffer.write(step.result.rawValue)
      buffer.append(#","step":"# as StaticString)
      buffer.write(step.name.rawValue)
      buffer.append(UInt8(ascii: "}"))
    }
    buffer.append(#","truth_id":"# as StaticString)
    buffer.write(verdict.truthID)
    buffer.append(#","truths_hash":"# as StaticString)
    buffer.write(basis.truths)
    buffer.append(#","violations":"# as StaticString)
    buffer.append(violations)
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.writeList(verdict.waitingFor) { $0.write($1.words) }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ByteBuffer {
  /// Appends a JSON list.
  mutating func writeList<Element>(_ elements: [Element], _ write: (inout ByteBuffer, Element) -> Void) {
    append(UInt8(ascii: "["))
    for place in elements.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      write(&self, elements[place])
    }
    append(UInt8(ascii: "]"))
  }
}
