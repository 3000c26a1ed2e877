import Truths

extension Measure {
  /// The measures of decisions, by the number of facts and the number of truths.
  static let deciding = [
    money("accepted", "an accepted invoice of pack money, among all packs, as JSON") { MoneyPack.accepted($0) },
    money("halted", "an invoice of pack money in a closed period, among all packs, as JSON") { MoneyPack.halted($0) },
    Measure(
      name: "decide", operation: "a decision on a ready proposal", size: "facts", sizes: [10, 1000, 100_000, 1_000_000],
      counted: [10, 1000]
    ) { size throws(Findings) in
      let context = InvoiceContext(count: size)
      let decider = try Gate(RuleSet(Workspace(truths: InvoicePack.files)), context: context.source)
      return try deciding(with: decider, ready(decider, on: context))
    },
    Measure(
      name: "decide-many", operation: "the same, each of 100,000 proposals once", size: "facts",
      sizes: [10, 1000, 100_000, 1_000_000], counted: []
    ) { size throws(Findings) in
      let context = InvoiceContext(count: size)
      let decider = try Gate(RuleSet(Workspace(truths: InvoicePack.files)), context: context.source)
      let proposals = try ready(decider, on: context, count: 100_000)
      return Work(operations: proposals.count) { () throws(Findings) in
        var sum = 0
        for proposal in proposals { sum &+= weight(decider.decision(proposal)) }
        return sum
      }
    },
    Measure(
      name: "decide-truths", operation: "a decision on a ready proposal", size: "truths", sizes: [10, 100, 1000, 10_000],
      counted: [10, 100]
    ) { size throws(Findings) in
      let context = InvoiceContext(count: 1000)
      let decider = try Gate(RuleSet(Workspace(truths: InvoicePack.files(size))), context: context.source)
      return try deciding(with: decider, ready(decider, on: context, intent: "intent_\(size / 2)"))
    },
    Measure(
      name: "read-decide", operation: "a proposal read from JSON and decided", size: "facts",
      sizes: [10, 1000, 100_000, 1_000_000],
      counted: [1000]
    ) { size throws(Findings) in
      let context = InvoiceContext(count: size)
      let decider = try Gate(RuleSet(Workspace(truths: InvoicePack.files)), context: context.source)
      let proposals = (0..<proposalCount).map { InvoiceProposal($0, on: context).json() }
      return Work(operations: proposalCount) { () throws(Findings) in
        var sum = 0
        for proposal in proposals { sum &+= weight(decider.decision(try decider.prepare(proposal))) }
        return sum
      }
    },
    batch("story", "a decision told to people, with all reasons", .explanation(ExplanationDetail()), sizes: [1000]),
    batch(
      "record", "a decision with reasons, traces and all hashes, written as JSON", .json, sizes: [10, 1000, 100_000, 1_000_000]),
    batch(
      "events", "the same, written as events", .events, sizes: [10, 1000, 100_000, 1_000_000]),
    Measure(
      name: "append", operation: "a proposal decided and appended to a ledger that is held open", size: "facts",
      sizes: [10, 1000, 100_000], counted: []
    ) { size throws(Findings) in
      let context = InvoiceContext(count: size)
      var input = RunInput(context: context.source)
      input.now = "2026-01-31T09:00:00Z"
      input.actor = .known(json: #"{"type": "user", "user_id": "ann", "roles": []}"#)
      let ledger = try OpenLedger(Workspace(truths: InvoicePack.files), input)
      let proposals = (0..<proposalCount).map {
        SourceText(path: "proposal.json", bytes: InvoiceProposal($0, on: context).json())
      }
      return Work(operations: proposalCount) { () throws(Findings) in
        var ledger = ledger
        var sum = 0
        for proposal in proposals { sum &+= try ledger.append(proposal).appended.utf8.count }
        return sum
      }
    },
    Measure(
      name: "record-audited", operation: "the same where audits watch what is accepted", size: "truths on facts",
      sizes: [1, 10, 100, 1000], counted: [10, 100]
    ) { size throws(Findings) in
      // The first seven facts are not invoices, so nothing follows from the context alone.
      try recording(InvoicePack.audited(size), .json, on: InvoiceContext(count: 7))
    },
  ]

  private static let proposalCount = 1000

  private static func ready(
    _ decider: Gate, on context: InvoiceContext, intent: String = "create_invoice", count: Int = proposalCount
  ) throws(Findings) -> [PreparedProposal] {
    var ready: [PreparedProposal] = []
    for number in 0..<count {
      ready.append(try decider.prepare(InvoiceProposal(number, on: context).json(intent: intent)))
    }
    return ready
  }

  private static func deciding(with decider: Gate, _ proposals: [PreparedProposal]) throws(Findings) -> Work {
    Work(operations: proposals.count * 10) { () throws(Findings) in
      var sum = 0
      // In a span: an iterator counts a reference to each proposal, for which threads wait.
      let all = proposals.span
      for _ in 0..<10 {
        for place in all.indices { sum &+= weight(decider.decision(all[place])) }
      }
      return sum
    }
  }

  private static func weight(_ decision: QuickDecision) -> Int { decision.outcome == .accepted ? 1 : 0 }

  private static func batch(_ name: String, _ operation: String, _ form: RunForm, sizes: [Int]) -> Measure {
    Measure(name: name, operation: operation, size: "facts", sizes: sizes, counted: [1000]) { size throws(Findings) in
      try recording(InvoicePack.files, form, on: InvoiceContext(count: size), isExplained: name == "story")
    }
  }

  private static func money(
    _ name: String, _ operation: String, _ proposal: @escaping @Sendable (Int) -> String
  ) -> Measure {
    Measure(name: name, operation: operation, size: "facts", sizes: [1, 1000], counted: [1]) { size throws(Findings) in
      let lines = (0..<moneyCount).map { proposal($0) + "\n" }.joined()
      return try recording(
        MoneyPack.files, .json, on: MoneyPack.context(size), now: MoneyPack.moment, Array(lines.utf8), moneyCount)
    }
  }

  private static let moneyCount = 100

  private static func recording(
    _ files: [SourceText], _ form: RunForm, on context: InvoiceContext, isExplained: Bool = false
  ) throws(Findings) -> Work {
    let lines = InvoiceProposal.batch(proposalCount, on: context)
    return try recording(files, form, on: context.source, lines, proposalCount, isExplained: isExplained)
  }

  /// - Parameter lines: the number of proposals.
  private static func recording(
    _ files: [SourceText], _ form: RunForm, on context: SourceText, now: String? = nil, _ lines: [UInt8], _ count: Int,
    isExplained: Bool = false
  ) throws(Findings) -> Work {
    var input = RunInput(proposals: SourceText(path: "proposals.jsonl", bytes: []))
    input.context = context
    input.now = now
    input.isExplained = isExplained
    let batch = try Workspace(truths: files).batch(input, as: form)
    let piece = BatchPiece(bytes: lines, firstLine: 1)
    return Work(operations: count) { () throws(Findings) in
      batch.decide(piece).withBytes { $0.count }
    }
  }
}
