import Synchronization
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime

/// Gathers what fixtures exercise. What fixtures leave is added up, so that it makes no difference which of them ends first.
package final class CoverageRecorder: Sendable {
  private let gathered = Mutex(CoverageRecord())

  package init() {}

  /// What was gathered so far.
  package var record: CoverageRecord { gathered.withLock { $0 } }

  /// Lets an observer see all that is decided on a context.
  func observe(_ context: Context) -> (context: Context, observer: ReadingObserver) {
    let observer = ReadingObserver()
    var context = context
    context.observe(with: observer)
    return (context, observer)
  }

  /// Takes in what a fixture left.
  ///
  /// - Parameters:
  ///   - context: as the fixture left it.
  ///   - given: how many entries it began with.
  func take(_ observer: ReadingObserver, _ procedure: RunProcedure, _ context: Context, given: Int) {
    let readings = observer.readings
    let visits = LifecycleVisits(procedure, context, given: given)
    let facts = context.ledger.entries.lazy.filter { $0.type == .fact }.compactMap { $0.payload["type"]?.stringValue }
    gathered.withLock { record in
      record.readings.add(readings)
      record.visits.add(visits)
      record.facts.formUnion(facts)
    }
  }
}

/// What fixtures exercised.
package struct CoverageRecord: Hashable, Sendable {
  var readings = Readings()
  var visits = LifecycleVisits()
  /// The types of the facts that stood in the ledgers in the end.
  var facts: Set<String> = []

  package init() {}
}
