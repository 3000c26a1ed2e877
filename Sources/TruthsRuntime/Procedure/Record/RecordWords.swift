import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// What is said of one run more than once: where each stands in the writer's buffer, as JSON.
struct RecordWords {
  /// Where the outcome's text was copied to.
  var text = 0
  var timestamp = 0..<0
  var proposalID = 0..<0
  var proposalHash = 0..<0
  var correlationID = 0..<0
  var runID = 0..<0
  /// What events tell alike; without meaning in the other form.
  var jobID = 0..<0
  var traceID = 0..<0
  var inputHash = 0..<0
  var outputHash = 0..<0
  var truthID = 0..<0
  var reason = 0..<0
  /// The list of violations without `source`, in order of occurrence and in canonical order.
  var violations = 0..<0
  var sortedViolations = 0..<0
  /// Each violation as far as its `values`, without the brace that ends it.
  var openings: [Range<Int>] = []
  var waitingFor = 0..<0
  var decision = Decision.accepted
  var status = RunState.Status.converged
  var facts: [Fact] = []

  /// A payload in declared order and in canonical order.
  struct Fact {
    var payload: Range<Int>
    var sorted: Range<Int>
    var truthID: Range<Int>
  }

  /// Begins with the next proposal.
  mutating func begin(_ parts: inout ByteBuffer, moment: [UInt8]) {
    facts.removeAll(keepingCapacity: true)
    openings.removeAll(keepingCapacity: true)
    timestamp = parts.part { parts in moment.withUnsafeBufferPointer { parts.write($0) } }
  }

  /// Where something of the outcome stands.
  func said(_ range: RecordRange) -> Range<Int> { (text + range.start)..<max(text + range.start, text + range.end) }

  func identity(_ parts: borrowing ByteBuffer) -> String { parts.text(in: proposalID) }

  func hash(_ parts: borrowing ByteBuffer) -> String { parts.text(in: proposalHash) }
}

extension ByteBuffer {
  /// Appends something.
  ///
  /// - Returns: where it stands.
  @inline(__always)
  mutating func part(_ write: (inout ByteBuffer) -> Void) -> Range<Int> {
    let start = count
    write(&self)
    return start..<max(start, count)
  }

  /// What was written since a place, which is moved to the end; for pieces that are written in several steps, one behind another.
  func cut(_ start: inout Int) -> Range<Int> {
    let range = start..<max(start, count)
    start = count
    return range
  }

  /// Appends an id as JSON.
  mutating func write(_ prefix: StaticString, idOf digest: Digest) {
    append(UInt8(ascii: "\""))
    append(prefix, idOf: digest)
    append(UInt8(ascii: "\""))
  }

  /// A plain JSON text as it is without its quotes.
  func text(in range: Range<Int>) -> String {
    withBytes { bytes in
      guard range.count >= 2, range.upperBound <= bytes.count else { return "" }
      return String(decoding: bytes[(range.lowerBound + 1)..<(range.upperBound - 1)], as: UTF8.self)
    }
  }
}

extension Decision {
  /// As JSON.
  var written: StaticString {
    switch self {
    case .accepted: #""accepted""#
    case .rejected: #""rejected""#
    case .halted: #""halted""#
    }
  }
}

extension RunState.Status {
  /// As JSON.
  var written: StaticString {
    switch self {
    case .running: #""running""#
    case .converged: #""converged""#
    case .halted: #""halted""#
    case .waiting: #""waiting""#
    }
  }
}
