import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proof nodes for tables and functions.
extension ProofMaker {
  func table(
    _ node: Node, _ index: Int, _ arguments: [Node], _ labels: [Node: Term], _ frame: ProofFrame
  ) -> [Int] {
    if frame.isNotedOfElement(node) { return arguments.flatMap { grounds(of: $0, frame, labels) } }
    let table = frame.program.tables[index]
    let unit = table.output.innermost.unit
    var proofNode = valued(table.isFunction ? .function : .table, labels[node]?.label ?? table.name, node, unit: unit, frame)
    proofNode.place = ProofNode.Location(frame.truths, table.span)
    let argumentGrounds = arguments.map { grounds(of: $0, frame, labels) }
    proofNode.because = argumentGrounds.flatMap(\.self)
    proofNode.isChosen = (arguments + (table.isFunction ? table.rows.flatMap(\.nodes) : [])).contains(where: \.isChoice)
    guard frame.depth < Self.deepest else {
      proofNode.unlisted = frame.program.names(readBy: node)
      return [add(proofNode)]
    }
    let inner = ProofFrame(
      frame.engine,
      frame.engine.reader(
        of: table.nodes, on: frame.evaluator.store, frame.environment, frameSize: table.frameSize, now: frame.now),
      frame.environment, now: frame.now, truths: frame.truths, proposal: frame.proposal, limit: frame.limit, views: frame.views)
    inner.depth = frame.depth + 1
    for (slot, argument) in arguments.enumerated() {
      inner.set(slot, to: frame.evaluator.value(argument), from: .argument(argumentGrounds[slot]))
    }
    inner.work(out: table.lets)
    for row in taken(table, inner) {
      let labels = row.terms.labels
      let behind = row.nodes.flatMap { grounds(of: $0, inner, labels) }
      if table.isFunction {
        proofNode.because += behind
      } else {
        var part = ProofNode(.row, table.name)
        part.text = row.text
        part.place = ProofNode.Location(frame.truths, row.span)
        part.because = behind.filter { !proofNode.because.contains($0) }.uniqued()
        proofNode.because.append(add(part))
      }
    }
    proofNode.because = proofNode.because.uniqued()
    return [add(proofNode)]
  }

  /// Returns the rows that give a table its value. Only the first rows of a long table are examined.
  private func taken(_ table: CheckedTable, _ frame: ProofFrame) -> [CheckedRow] {
    if table.isFunction { return table.rows }
    var taken: [CheckedRow] = []
    for row in table.rows.prefix(Self.mostTried) {
      // `otherwise` holds if no other row does.
      let holds = row.condition.map { frame.evaluator.value($0) == .boolean(true) } ?? taken.isEmpty
      guard holds else { continue }
      taken.append(row)
      if table.takesFirst || taken.count == Self.mostElements { break }
    }
    return taken
  }
}
