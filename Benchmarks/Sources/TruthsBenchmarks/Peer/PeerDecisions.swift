import Truths

/// The workloads W1 and W2: one truth over many facts, many truths over a thousand.
enum PeerDecisions {
  /// W1.
  static func facts(_ count: Int, variant: String, codes: String) throws(Findings) -> Row {
    let context = InvoiceContext(count: count)
    let start = nanoseconds()
    let workspace = Workspace(truths: InvoicePack.files)
    let decider = try Gate(RuleSet(workspace), context: context.source)
    let loaded = nanoseconds()
    var row = Row()
    row.set("workload", "w1")
    row.set("size", count)
    row.set("load_ms", Double(loaded - start) / 1e6)
    let take = Variant(workspace, decider, context, seed: 0x5EED, intent: "create_invoice")
    try take.measure(variant, into: &row, codes: codes)
    return row
  }

  /// W2.
  static func truths(_ count: Int, codes: String) throws(Findings) -> Row {
    let context = InvoiceContext(count: 1000)
    let (files, source) = (InvoicePack.files(count), context.source)
    let start = nanoseconds()
    let workspace = Workspace(truths: files)
    let decider = try Gate(RuleSet(workspace), context: source)
    let loaded = nanoseconds()
    var row = Row()
    row.set("workload", "w2")
    row.set("size", count)
    row.set("load_ms", Double(loaded - start) / 1e6)
    let take = Variant(workspace, decider, context, seed: 0xABCD, intent: "intent_\(count / 2)")
    try take.measure("decide", into: &row, codes: codes)
    return row
  }

  /// A timed way to decide the proposals of an intent.
  private struct Variant {
    let workspace: Workspace
    let decider: Gate
    let context: InvoiceContext
    let seed: UInt64
    let intent: String

    init(_ workspace: Workspace, _ decider: Gate, _ context: InvoiceContext, seed: UInt64, intent: String) {
      self.workspace = workspace
      self.decider = decider
      self.context = context
      self.seed = seed
      self.intent = intent
    }

    func measure(_ variant: String, into row: inout Row, codes: String) throws(Findings) {
      var latencies = Latencies()
      row.set("variant", variant)
      row.set("mode", "store")
      switch variant {
      case "decide":
        let ready = try proposals(100_000).map { json throws(Findings) in try decider.prepare(json) }
        let table = Codes(ready[0])
        let start = nanoseconds()
        _ = decider.decision(ready[0])
        row.set("first_us", Double(nanoseconds() - start) / 1e3)
        latencies.take(ready.count, { table.code(of: decider.decision(ready[$0])) }, { $0 })
        row.set("layer", "engine")
        row.set("note", "Gate.decide on a ready proposal: no reason is made; rate from an untimed loop")
      case "json":
        let json = proposals(20_000)
        let table = Codes(try decider.prepare(json[0]))
        latencies.take(json.count, { place in (try? decider.prepare(json[place])).map { table.code(of: decider.decision($0)) } })
        {
          $0 ?? .halted
        }
        row.set("layer", "binding")
        row.set("note", "JSON text of a proposal read, held against the vocabulary and decided")
      case "record", "events":
        var input = RunInput(proposals: SourceText(path: "proposals.jsonl", bytes: []))
        input.context = context.source
        input.isExplained = false
        let isObject = variant == "record"
        let batch = try workspace.batch(input, as: isObject ? .json : .events)
        let pieces = proposals(10_000).map { BatchPiece(bytes: $0 + [0x0A], firstLine: 1) }
        latencies.take(pieces.count, { batch.decide(pieces[$0]) }, { $0.withBytes { Codes.code(in: $0) } })
        row.set("layer", "binding")
        row.set(
          "note",
          isObject
            ? "JSON text to JSON text: reasons, values, traces, entries and all their hashes, with the head of the ledger"
            : "JSON text to JSON text: the same as events, which say nothing of the ledger's head")
      default: fail("no variant is called \(variant)")
      }
      latencies.write(to: &row)
      Files.write(codes, Array(latencies.text.utf8))
    }

    private func proposals(_ count: Int) -> [[UInt8]] {
      (0..<count).map { InvoiceProposal($0, on: context, seed: seed).json(intent: intent) }
    }
  }
}
