import TruthsEngine
import TruthsProgram
import TruthsText

/// Explains a fact of a view. It finds the facts from which a truth derives that fact, by trying combinations of facts.
struct ViewProof {
  private let maker: ProofMaker
  private let frame: ProofFrame
  private let tried = Tried()

  /// The number of combinations that were tried for one fact.
  private final class Tried {
    var count = 0
  }

  init(_ maker: ProofMaker, _ frame: ProofFrame) {
    self.maker = maker
    self.frame = frame
  }

  /// - Returns: the nodes of the sources; `nil` if none of the tried combinations gives the fact.
  func grounds(of record: FactRecord) -> [Int]? {
    for truth in frame.program.truths where truth.isView && truth.outputs.contains(where: { $0.fact == record.type }) {
      if let found = grounds(of: record, by: truth) { return found }
    }
    return nil
  }

  private func grounds(of record: FactRecord, by truth: CheckedTruth) -> [Int]? {
    let store = frame.evaluator.store
    let inner = ProofFrame(
      frame.engine,
      frame.engine.reader(
        of: truth.expressions, on: store, frame.environment, frameSize: truth.frameSize, now: frame.now),
      frame.environment, now: frame.now, truths: frame.truths, proposal: frame.proposal, limit: frame.limit, views: frame.views)
    inner.depth = frame.depth + 1
    return grounds(of: record, by: truth, matching: 0, [], inner)
  }

  private func grounds(
    of record: FactRecord, by truth: CheckedTruth, matching next: Int, _ facts: [FactRecord], _ inner: ProofFrame
  ) -> [Int]? {
    let store = inner.evaluator.store
    guard next < truth.matches.count else {
      tried.count += 1
      return read(record, truth, facts, inner)
    }
    let match = truth.matches[next]
    for place in store.orderedPlaces(match.fact, in: inner.program) {
      guard tried.count < ProofMaker.mostTried else { return nil }
      let fact = store.record(match.fact, at: place)
      inner.set(match.slot, to: fact, at: place)
      if let found = grounds(of: record, by: truth, matching: next + 1, facts + [fact], inner) { return found }
    }
    return nil
  }

  private func read(_ record: FactRecord, _ truth: CheckedTruth, _ facts: [FactRecord], _ inner: ProofFrame) -> [Int]? {
    inner.work(out: truth.lets)
    if let condition = truth.condition, inner.evaluator.value(condition.test) != .boolean(true) { return nil }
    let payload = inner.program.payload(type: record.type, fields: record.fields)
    for output in truth.outputs where output.fact == record.type && OutputReading(output, inner).gives(payload) {
      // Nodes of earlier, failed matches are dropped.
      inner.nodesOfExpressions = [:]
      var found = facts.map { maker.record($0, inner) }
      for node in [truth.condition?.test].compactMap(\.self) + output.innerNodes {
        found += maker.grounds(of: node, inner)
      }
      return found.uniqued()
    }
    return nil
  }
}
