import Truths

/// The workload W3: a chain to its fixed point.
enum PeerChain {
  /// - Parameter variant: `fixpoint`, the facts alone; or `ledger`, with entries, traces and hashes for every one of them.
  static func row(_ count: Int, variant: String) throws(Findings) -> Row {
    let workspace = Workspace(truths: ChainPack.files)
    let paths: Int
    let seconds: Double
    switch variant {
    case "fixpoint":
      let convergence = try Convergence(workspace, context: ChainPack.context(count))
      let start = nanoseconds()
      paths = convergence.run().facts
      seconds = Double(nanoseconds() - start) / 1e9
    case "ledger":
      var input = RunInput(proposals: ChainPack.proposal)
      input.context = ChainPack.context(count)
      (input.isAppending, input.now) = (true, "2026-01-31T09:00:00Z")
      input.actor = .known(json: #"{"type": "user", "user_id": "ann", "roles": []}"#)
      input.isExplained = false
      let start = nanoseconds()
      let report = try workspace.run(input)
      seconds = Double(nanoseconds() - start) / 1e9
      // A line a fact and a line a trace of it; then the proposal, its decision and its trace.
      paths = (report.appended.utf8.count { $0 == 0x0A } - 3) / 2
    default: fail("no variant is called \(variant)")
    }
    var row = Row()
    row.set("n", count)
    row.set("seconds", seconds)
    row.set("paths", paths)
    row.set("right", paths == count * (count + 1) / 2)
    return row
  }
}
