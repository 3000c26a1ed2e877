import Truths

extension Measure {
  /// The measures of derived facts, and of entries that are recorded.
  static let recording = [
    Measure(
      name: "fixpoint", operation: "a chain closed: the facts alone", size: "edges", sizes: [100, 500, 1000], counted: [30, 100]
    ) { size throws(Findings) in
      let convergence = try Convergence(Workspace(truths: ChainPack.files), context: ChainPack.context(size))
      return Work(operations: 1) { () throws(Findings) in convergence.run().facts }
    },
    Measure(
      name: "converge", operation: "a chain closed, with entries, traces and hashes", size: "edges", sizes: [100, 500, 1000],
      counted: [30, 100]
    ) { size throws(Findings) in
      let workspace = Workspace(truths: ChainPack.files)
      var input = RunInput(proposals: ChainPack.proposal)
      input.context = ChainPack.context(size)
      input.isExplained = false
      return Work(operations: 1) { () throws(Findings) in
        let report = try workspace.run(input)
        return report.ending == .accepted ? 1 : 0
      }
    },
    Measure(
      name: "verify", operation: "an entry of a ledger, its hashes recomputed and its decision made again", size: "decisions",
      sizes: [10, 100, 1000, 10_000], counted: [10, 100]
    ) { size throws(Findings) in
      let workspace = Workspace(truths: InvoicePack.files)
      let ledger = try ledger(of: size, workspace)
      let record = try Record(SourceText(path: "ledger.jsonl", bytes: ledger))
      let entries = ledger.count { $0 == 0x0A }
      return Work(operations: entries) { () throws(Findings) in
        let report = try record.verify(with: [workspace])
        if !report.holds { fail(report.text) }
        return 1
      }
    },
    Measure(
      name: "open", operation: "an entry of a ledger, read, checked, hashed and indexed", size: "decisions",
      sizes: [1000, 10_000, 100_000], counted: [1000]
    ) { size throws(Findings) in
      let workspace = Workspace(truths: InvoicePack.files)
      let ledger = try ledger(of: size, workspace)
      let source = SourceText(path: "ledger.jsonl", bytes: ledger)
      return Work(operations: ledger.count { $0 == 0x0A }) { () throws(Findings) in
        var input = RunInput(context: source)
        (input.now, input.actor) = ("2026-01-31T09:00:00Z", .known(json: #"{"type": "user", "user_id": "ann", "roles": []}"#))
        return try OpenLedger(workspace, input).size
      }
    },
  ]

  private static func ledger(of decisions: Int, _ workspace: Workspace) throws(Findings) -> [UInt8] {
    let context = InvoiceContext(count: 10)
    let batch = SourceText(path: "proposals.jsonl", bytes: InvoiceProposal.batch(decisions, on: context))
    var input = RunInput(proposals: batch)
    input.context = context.source
    (input.isAppending, input.now) = (true, "2026-01-31T09:00:00Z")
    input.actor = .known(json: #"{"type": "user", "user_id": "ann", "roles": []}"#)
    input.isExplained = false
    return Array(try workspace.run(input).ledger.utf8)
  }
}
