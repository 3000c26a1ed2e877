public import CTruths
import Truths
import TruthsColumns

// The functions of `include/truths.h`, which documents them. The compiler checks each one against the header.

/// The version as a C string that is never freed.
private nonisolated(unsafe) let version: UnsafePointer<CChar> = {
  let text = Array(Tool.version.utf8CString)
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: text.count)
  copy.initialize(from: text, count: text.count)
  return UnsafePointer(copy)
}()

private let misuse = truths_status(TRUTHS_MISUSE)

/// Returns the version of the library.
@implementation @c
public func truths_version() -> UnsafePointer<CChar>? { version }

// MARK: Sets

/// Checks and compiles truth files.
@implementation @c
public func truths_set_open(
  _ files: UnsafePointer<truths_file>?, _ count: Int, _ set: UnsafeMutablePointer<OpaquePointer?>?,
  _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  set?.pointee = nil
  guard let set, let findings, count == 0 || files != nil else { return misuse }
  let files = UnsafeBufferPointer(start: files, count: count)
  if files.contains(where: { $0.path.isMisuse || $0.content.isMisuse }) { return misuse }
  let paths = files.map(\.path.text)
  guard Set(paths).count == count, paths.allSatisfy({ $0.hasSuffix(".truths") || $0.hasSuffix(".jtbd") }) else { return misuse }
  return finding(findings) {
    let sources = zip(paths, files).map { SourceText(path: $0, bytes: $1.content.bytes) }
    set.pointee = opened(SetHandle(try RuleSet(sources)))
  }
}

/// Checks and compiles a bundle.
@implementation @c
public func truths_set_open_bundle(
  _ bundle: truths_bytes, _ set: UnsafeMutablePointer<OpaquePointer?>?, _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  set?.pointee = nil
  guard let set, let findings, !bundle.isMisuse else { return misuse }
  return finding(findings) {
    set.pointee = opened(SetHandle(try RuleSet(bundle: SourceText(path: "bundle.truthpack", bytes: bundle.bytes))))
  }
}

/// Closes a set.
@implementation @c
public func truths_set_close(_ set: OpaquePointer?) { if let set { close(set) } }

/// Returns a set as a bundle.
@implementation @c
public func truths_set_bundle(_ set: OpaquePointer?, _ bundle: UnsafeMutablePointer<truths_buffer>?) -> truths_status {
  bundle?.empty()
  guard let set, let bundle else { return misuse }
  return finding(bundle) { bundle.give(try SetHandle.at(set).rules.bundle()) }
}

/// Describes a set: its packs, intents, facts and policies.
@implementation @c
public func truths_describe(_ set: OpaquePointer?, _ description: UnsafeMutablePointer<truths_buffer>?) -> truths_status {
  description?.empty()
  guard let set, let description else { return misuse }
  description.give(SetHandle.at(set).rules.description)
  return truths_status(TRUTHS_DONE)
}

// MARK: Sessions

/// Opens a session: reads and indexes a context.
@implementation @c
public func truths_session_open(
  _ set: OpaquePointer?, _ context: truths_bytes, _ options: UnsafePointer<truths_options>?,
  _ session: UnsafeMutablePointer<OpaquePointer?>?, _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  session?.pointee = nil
  guard let set, let session, let findings, !context.isMisuse else { return misuse }
  guard let options = GivenSessionOptions(options) else { return misuse }
  return finding(findings) {
    let facts = context.count == 0 ? nil : SourceText(path: "context.jsonl", bytes: context.bytes)
    session.pointee = opened(
      SessionHandle(
        try Gate(
          SetHandle.at(set).rules, context: facts, documents: options.documents, policies: options.policies, now: options.now,
          maxWork: options.maxWork)))
  }
}

/// Closes a session.
@implementation @c
public func truths_session_close(_ session: OpaquePointer?) { if let session { close(session) } }

/// Decides a proposal without a reason in words.
@implementation @c
public func truths_decide(
  _ session: OpaquePointer?, _ proposal: truths_bytes, _ verdict: UnsafeMutablePointer<truths_verdict>?,
  _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  guard let verdict, verdict.pointee.size >= MemoryLayout<truths_verdict>.size else { return misuse }
  verdict.note(nil)
  guard let session, let findings, !proposal.isMisuse else { return misuse }
  return finding(findings) {
    let gate = SessionHandle.at(session).gate
    verdict.note(try gate.decide(try gate.prepare(proposal.bytes)) as QuickDecision)
  }
}

extension UnsafeMutablePointer<truths_verdict> {
  /// Writes a decision to the caller's struct; `nil` is written as undecided.
  fileprivate func note(_ decision: QuickDecision?) {
    func index(_ clause: Int?) -> Int32 { clause.map { Int32($0) } ?? -1 }
    pointee = truths_verdict(
      size: pointee.size, outcome: decision?.outcome.code ?? truths_outcome(TRUTHS_UNDECIDED), clause: index(decision?.clause),
      structural: index(decision?.structural), unknown: index(decision?.unknown), unmet: index(decision?.unmet),
      approval: index(decision?.approval))
  }
}

extension QuickDecision.Outcome {
  fileprivate var code: truths_outcome {
    switch self {
    case .accepted: truths_outcome(TRUTHS_ACCEPTED)
    case .rejected: truths_outcome(TRUTHS_REJECTED)
    case .halted: truths_outcome(TRUTHS_HALTED)
    case .waiting: truths_outcome(TRUTHS_WAITING)
    }
  }
}

/// Decides proposals, and returns a record for each on its own line.
@implementation @c
public func truths_run(
  _ session: OpaquePointer?, _ proposals: truths_bytes, _ records: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  records?.empty()
  guard let session, let records, !proposals.isMisuse else { return misuse }
  records.give(SessionHandle.at(session).gate.records(proposals.bytes))
  return truths_status(TRUTHS_DONE)
}

// MARK: Columns

/// Decides the rows of a record batch.
@implementation @c
public func truths_arrow_decide(
  _ session: OpaquePointer?, _ intent: truths_bytes, _ want: truths_want, _ schema: UnsafePointer<ArrowSchema>?,
  _ rows: UnsafePointer<ArrowArray>?, _ decidedSchema: UnsafeMutablePointer<ArrowSchema>?,
  _ decided: UnsafeMutablePointer<ArrowArray>?, _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  decidedSchema?.initialize(to: .none)
  decided?.initialize(to: .none)
  guard let session, let findings, let decidedSchema, let decided, !intent.isMisuse, let want = ColumnWant(want),
    let batch = ColumnArray.of(schema, rows)
  else { return misuse }
  return finding(findings) {
    let columns = try SessionHandle.at(session).gate.decide(ColumnBatch(batch), of: intent.text, want: want)
    columns.export(to: decidedSchema)
    columns.export(to: decided)
  }
}

/// Decides the rows of a stream of record batches.
@implementation @c
public func truths_arrow_stream(
  _ session: OpaquePointer?, _ intent: truths_bytes, _ want: truths_want, _ rows: UnsafeMutablePointer<ArrowArrayStream>?,
  _ decided: UnsafeMutablePointer<ArrowArrayStream>?, _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  decided?.initialize(to: .none)
  guard let session, let findings, let decided, let rows, rows.pointee.release != nil, !intent.isMisuse,
    let want = ColumnWant(want)
  else { return misuse }
  let stream = DecidedStream(SessionHandle.at(session).gate, intent.text, want, moving: rows)
  var isOpen = true
  let status = finding(findings) { isOpen = try stream.open() }
  guard isOpen else { return misuse }
  if status == TRUTHS_DONE { stream.export(to: decided) }
  return status
}

/// Returns the rows of a record batch as lines of JSON.
@implementation @c
public func truths_arrow_lines(
  _ session: OpaquePointer?, _ intent: truths_bytes, _ schema: UnsafePointer<ArrowSchema>?, _ rows: UnsafePointer<ArrowArray>?,
  _ lines: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  lines?.empty()
  guard let session, let lines, !intent.isMisuse, let batch = ColumnArray.of(schema, rows) else { return misuse }
  return finding(lines) { lines.give(try SessionHandle.at(session).gate.lines(of: ColumnBatch(batch), as: intent.text)) }
}

// MARK: Ledgers

/// Returns the recorded decisions of a ledger that would change under the rules of a set.
@implementation @c
public func truths_replay(
  _ set: OpaquePointer?, _ ledger: truths_bytes, _ options: UnsafePointer<truths_options>?,
  _ report: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  report?.empty()
  guard let set, let report, !ledger.isMisuse, let options = GivenSessionOptions(options), options.now == nil,
    options.documents.isEmpty
  else { return misuse }
  return finding(report) {
    let ledger = SourceText(path: "ledger.jsonl", bytes: ledger.bytes)
    report.give(
      try SetHandle.at(set).rules.workspace.replay(ledger, policies: options.policies, maxWork: options.maxWork).json)
  }
}

/// Verifies a ledger or the output of a run.
@implementation @c
public func truths_verify(
  _ set: OpaquePointer?, _ ledger: truths_bytes, _ report: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  report?.empty()
  guard let report, !ledger.isMisuse else { return misuse }
  var holds = false
  let status = finding(report) {
    let record = try Record(SourceText(path: "ledger.jsonl", bytes: ledger.bytes))
    var question = VerificationQuestion()
    question.isReplaying = set != nil
    let verification = try record.verify(with: set.map { [SetHandle.at($0).rules.workspace] } ?? [], question: question)
    holds = verification.holds
    report.give(verification.text)
  }
  return status == TRUTHS_DONE && !holds ? truths_status(TRUTHS_FINDINGS) : status
}

// MARK: Memory

/// Frees the bytes of a buffer.
@implementation @c
public func truths_buffer_free(_ buffer: UnsafeMutablePointer<truths_buffer>?) {
  guard let buffer else { return }
  buffer.pointee.data?.deallocate()
  buffer.empty()
}
