import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// The payload of a decision's entry (runtime.md §3).
final class DecisionPayload: EntryPayload {
  private let verdict: Verdict
  /// JCS of the violations.
  private let violations: [UInt8]
  private let hashes: (input: Digest, output: Digest)

  init(_ verdict: Verdict, violations: [UInt8], hashes: (input: Digest, output: Digest)) {
    self.verdict = verdict
    self.violations = violations
    self.hashes = hashes
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
    buffer.writeList(verdict.waitingFor) { $0.write($1) }
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
    buffer.append(UInt8(ascii: "}"))
  }

  func writeCanonical(to buffer: inout ByteBuffer) {
    buffer.append(#"{"decision":"# as StaticString)
    buffer.write(verdict.decision.rawValue)
    buffer.append(#","input_hash":"# as StaticString)
    buffer.write(hashes.input)
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
    buffer.append(#","violations":"# as StaticString)
    buffer.append(violations)
    buffer.append(#","waiting_for":"# as StaticString)
    buffer.writeList(verdict.waitingFor) { $0.write($1) }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension ByteBuffer {
  /// Appends a list.
  mutating func writeList<Element>(_ elements: [Element], _ write: (inout ByteBuffer, Element) -> Void) {
    append(UInt8(ascii: "["))
    for place in elements.indices {
      if place > 0 { append(UInt8(ascii: ",")) }
      write(&self, elements[place])
    }
    append(UInt8(ascii: "]"))
  }
}
