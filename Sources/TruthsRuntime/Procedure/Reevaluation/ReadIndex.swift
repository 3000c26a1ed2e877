import TruthsEngine
import TruthsProgram
import TruthsText

/// An index that finds the runs which have read some data. Each run is given by its number.
struct ReadIndex: Sendable {
  private var everything: Set<Int> = []
  private var all: Set<Int> = []
  private var types: [Int: Set<Int>] = [:]
  private var questions: [Int: [QuestionIndex]] = [:]
  private var policies: [Int: Set<Int>] = [:]
  private var proposals: [Text: Set<Int>] = [:]
  /// The runs that read `now` for more than comparisons. Every later time may change their results.
  private var momentary: Set<Int> = []
  /// The earliest time at which a comparison in a run can change, for each run that has one, ascending.
  private var moments: [Moment] = []

  /// The runs that asked for facts of one type with given values in the same fields. The runs are keyed by these values.
  private struct QuestionIndex {
    let fields: [Int]
    var runs: [[Value]: Set<Int>] = [:]
  }

  private struct Moment: Comparable {
    var moment: Timestamp
    var run: Int

    static func < (left: Moment, right: Moment) -> Bool { (left.moment, left.run) < (right.moment, right.run) }
  }

  /// The earliest time at which a comparison in any run can change; `nil` if there is no such time.
  var nextMoment: Timestamp? { moments.first?.moment }

  // MARK: Runs

  mutating func insert(_ run: Int, _ reads: RunReads) {
    all.insert(run)
    if reads.isEverything {
      everything.insert(run)
      momentary.insert(run)
      return
    }
    for type in reads.types { types[type, default: []].insert(run) }
    for question in reads.questions {
      var questionIndices = questions[question.type, default: []]
      let place = questionIndices.firstIndex { $0.fields == question.fields } ?? questionIndices.endIndex
      if place == questionIndices.endIndex { questionIndices.append(QuestionIndex(fields: question.fields)) }
      questions[question.type] = nil
      questionIndices[place].runs[question.values, default: []].insert(run)
      questions[question.type] = questionIndices
    }
    for policy in reads.policies { policies[policy, default: []].insert(run) }
    proposals[Text(reads.proposalID), default: []].insert(run)
    if reads.readsMoment { momentary.insert(run) }
    guard let moment = reads.nextMoment.map({ Moment(moment: $0, run: run) }) else { return }
    moments.insert(moment, at: index(of: moment))
  }

  /// Removes a run.
  ///
  /// - Parameter reads: the same reads with which the run was inserted.
  mutating func remove(_ run: Int, _ reads: RunReads) {
    all.remove(run)
    everything.remove(run)
    momentary.remove(run)
    for type in reads.types { types[type]?.remove(run) }
    for question in reads.questions {
      guard let place = questions[question.type]?.firstIndex(where: { $0.fields == question.fields }) else { continue }
      Self.remove(run, question.values, &questions[question.type, default: []][place].runs)
    }
    for policy in reads.policies { policies[policy]?.remove(run) }
    Self.remove(run, Text(reads.proposalID), &proposals)
    guard let moment = reads.nextMoment.map({ Moment(moment: $0, run: run) }) else { return }
    let place = index(of: moment)
    if place < moments.count, moments[place] == moment { moments.remove(at: place) }
  }

  private static func remove<Key: Hashable>(_ run: Int, _ key: Key, _ table: inout [Key: Set<Int>]) {
    table[key]?.remove(run)
    if table[key]?.isEmpty == true { table[key] = nil }
  }

  /// Returns the index of an element of `moments`, or the index at which to insert it.
  private func index(of moment: Moment) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Changes

  /// Calls `tell` for the runs that read anything that was appended to the context after it was last seen.
  func findChanged(_ seen: SeenContext, _ context: Context, _ tell: (Int) -> Void) {
    // A smaller number of facts means that the context is of another program.
    let (counts, isOther) = (context.store.counts, context.store.counts.count != seen.counts.count)
    if isOther || context.adopted != seen.adopted { return all.forEach(tell) }
    everything.forEach(tell)
    for (type, count) in counts.enumerated() where count != seen.counts[type] {
      if count < seen.counts[type] { return all.forEach(tell) }
      types[type]?.forEach(tell)
      guard let asked = questions[type], !asked.isEmpty else { continue }
      for place in seen.counts[type]..<count { find(asked, type, at: place, context.store, tell) }
    }
    for (policy, value) in context.store.policies.enumerated() where value != seen.policies[policy] {
      policies[policy]?.forEach(tell)
    }
  }

  /// Calls `tell` for the runs that read a new version of a fact, or the version before it. `place` is the index of the new
  /// version.
  private func find(_ asked: [QuestionIndex], _ type: Int, at place: Int, _ store: FactStore, _ tell: (Int) -> Void) {
    for version in [place, store.earlier(type, than: place)] where version >= 0 {
      let row = store.values(type, at: version)
      for index in asked {
        let values = index.fields.map { row[$0] }
        // It is unknown whether a missing value equals another, so all runs count.
        if values.allSatisfy(\.isFound) {
          index.runs[values]?.forEach(tell)
        } else {
          for runs in index.runs.values { runs.forEach(tell) }
        }
      }
    }
  }

  /// Calls `tell` for the runs of a proposal that was just accepted.
  func findAccepted(_ proposalID: String, _ tell: (Int) -> Void) { proposals[Text(proposalID)]?.forEach(tell) }

  /// Calls `tell` for the runs whose results may have changed because of the time.
  func findPassed(_ now: Timestamp, _ tell: (Int) -> Void) {
    momentary.forEach(tell)
    for moment in moments {
      if moment.moment > now { return }
      tell(moment.run)
    }
  }
}

/// A set of numbers, in ascending order.
struct AscendingNumbers: Sendable {
  private(set) var all: [Int] = []

  /// Inserts a number.
  ///
  /// - Complexity: O(n) at worst; O(1) at the end.
  mutating func insert(_ number: Int) {
    let place = index(of: number)
    if place == all.count || all[place] != number { all.insert(number, at: place) }
  }

  mutating func remove(_ number: Int) {
    let place = index(of: number)
    if place < all.count, all[place] == number { all.remove(at: place) }
  }

  /// Returns the first number that is greater than a given one, or the first of all for `nil`. `nil` if there is no such
  /// number.
  ///
  /// - Complexity: O(log n).
  func first(after number: Int?) -> Int? {
    let place = number.map { self.index(of: $0 + 1) } ?? 0
    return place < all.count ? all[place] : nil
  }

  private func index(of number: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
