import Truths

extension Measure {
  /// The measures of reading facts and views.
  static let reading = [
    Measure(
      name: "load", operation: "a fact of a context, read, checked and indexed", size: "facts",
      sizes: [10, 1000, 100_000, 1_000_000], counted: [1000]
    ) { size throws(Findings) in
      let workspace = Workspace(truths: InvoicePack.files)
      let source = InvoiceContext(count: size).source
      let proposal = InvoiceProposal(0, on: InvoiceContext(count: size)).json()
      return Work(operations: size) { () throws(Findings) in
        let decider = try Gate(RuleSet(workspace), context: source)
        return decider.decision(try decider.prepare(proposal)).outcome == .accepted ? 1 : 0
      }
    }
  ]
}
