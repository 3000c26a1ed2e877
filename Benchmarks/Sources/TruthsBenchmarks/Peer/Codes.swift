import Truths

/// The workload's codes for decisions of Truths: the first unmet requirement, otherwise the closed period, otherwise the
/// required approval.
struct Codes {
  /// The codes by the index of the clause.
  private let byClause: [InvoiceProposal.Code]

  /// Creates the codes for the clauses of a proposal, which are those of all proposals of its intent.
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

  /// Returns the code of a decision in JSON.
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
  /// Returns the start of a part of the text.
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
