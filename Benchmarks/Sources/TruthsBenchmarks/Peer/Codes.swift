import Truths

/// What the workload calls decisions, told from what Truths says of them: an unmet requirement in order, else the closed period,
/// else the approval that is wanted.
struct Codes {
  /// By clause.
  private let byClause: [InvoiceProposal.Code]

  /// The codes of the clauses that apply to a proposal; all proposals of an intent have the same.
  init(_ proposal: PreparedProposal) {
    byClause = proposal.clauses.map { clause in
      switch clause.name {
      case "requires[0]": .missingCustomer
      case "requires[1]": .noItems
      case "requires[2]": .noAmount
      case "invariants[0]": .halted
      case "invariants[1]": .closed
      default: fail("the workload has no clause \(clause.name)")
      }
    }
  }

  @inline(__always)
  func code(of decision: QuickDecision) -> InvoiceProposal.Code {
    guard let clause = decision.unmet ?? decision.structural ?? decision.approval else { return .accepted }
    return byClause[clause]
  }

  /// The code of a decision as it is written in JSON.
  static func code(in bytes: UnsafeRawBufferPointer) -> InvoiceProposal.Code {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let start = text.range("\"violations\":["), let end = text[start...].range("\"waiting_for\":[") else {
      fail("no decision: \(text)")
    }
    let violations = text[start..<end]
    let codes: [(String, InvoiceProposal.Code)] = [
      ("requires[0]", .missingCustomer), ("requires[1]", .noItems), ("requires[2]", .noAmount), ("invariants[1]", .closed),
      ("invariants[0]", .halted),
    ]
    return codes.first { violations.range("\"clause\":\"\($0.0)\"") != nil }?.1 ?? .accepted
  }
}

extension StringProtocol {
  /// Where a text begins in this one.
  fileprivate func range(_ part: String) -> Index? {
    let wanted = Array(part.utf8)
    var place = utf8.startIndex
    while place < utf8.endIndex {
      if utf8[place] == wanted[0], utf8[place...].starts(with: wanted) { return place }
      place = utf8.index(after: place)
    }
    return nil
  }
}
