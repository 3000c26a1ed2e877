public import CTruths
import Truths
import TruthsColumns

// The functions of `include/truths.h` for partitions.

private let misuse = truths_status(TRUTHS_MISUSE)

/// Returns a report on whether proposals can be split by a field.
@implementation @c
public func truths_partition(
  _ set: OpaquePointer?, _ field: truths_bytes, _ report: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  report?.empty()
  guard let set, let report, !field.isMisuse else { return misuse }
  var isFound = false
  let status = finding(report) {
    guard let partition = try SetHandle.at(set).rules.workspace.partition(by: field.text) else { return }
    isFound = true
    report.give(partition.json)
  }
  return status == TRUTHS_DONE && !isFound ? misuse : status
}

/// Reads the data that all partitions have in common.
@implementation @c
public func truths_partitions_open(
  _ set: OpaquePointer?, _ context: truths_bytes, _ options: UnsafePointer<truths_options>?, _ actor: truths_bytes,
  _ partitions: UnsafeMutablePointer<OpaquePointer?>?, _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  partitions?.pointee = nil
  guard let set, let partitions, let findings, !context.isMisuse, !actor.isMisuse,
    let options = GivenSessionOptions(options)
  else {
    return misuse
  }
  return finding(findings) {
    let facts = context.count == 0 ? nil : SourceText(path: "context.jsonl", bytes: context.bytes)
    let actor = actor.count == 0 ? RunActor.proposal : .known(SourceText(path: "actor", bytes: actor.bytes))
    partitions.pointee = opened(
      PartitionsHandle(
        try PartitionGate(
          SetHandle.at(set).rules, context: facts, documents: options.documents, policies: options.policies, now: options.now,
          actor: actor, maxWork: options.maxWork)))
  }
}

/// Closes partitions.
@implementation @c
public func truths_partitions_close(_ partitions: OpaquePointer?) { if let partitions { close(partitions) } }

/// Decides the proposals of a partition.
@implementation @c
public func truths_partitions_decide(
  _ partitions: OpaquePointer?, _ intent: truths_bytes, _ want: truths_want, _ history: truths_bytes, _ proposals: truths_bytes,
  _ decidedSchema: UnsafeMutablePointer<ArrowSchema>?, _ decided: UnsafeMutablePointer<ArrowArray>?,
  _ findings: UnsafeMutablePointer<truths_buffer>?
) -> truths_status {
  findings?.empty()
  decidedSchema?.initialize(to: .none)
  decided?.initialize(to: .none)
  guard let partitions, let findings, let decidedSchema, let decided, !intent.isMisuse, !history.isMisuse, !proposals.isMisuse,
    let want = ColumnWant(want)
  else { return misuse }
  return finding(findings) {
    let columns = try PartitionsHandle.at(partitions).gate.decide(
      proposals.bytes, of: intent.text, behind: history.bytes, want: want)
    columns.export(to: decidedSchema)
    columns.export(to: decided)
  }
}
