import TruthsEngine
import TruthsProgram
import TruthsText

/// An index of runs by their reads; each run is a number.
struct ReadIndex: Sendable {
  private var everything: Set<Int> = []
  private var all: Set<Int> = []
  private var types: [Int: Set<Int>] = [:]
  private var questions: [Int: [QuestionIndex]] = [:]
  private var policies: [Int: Set<Int>] = [:]
  private var proposals: [Text: Set<Int>] = [:]
  /// The runs that read `now` other than by comparing it.
  private var momentary: Set<Int> = []
  /// The first time at which a comparison of each run can change, ascending.
  private var moments: [Moment] = []

  /// The questions about one type with the same fields.
  private struct QuestionIndex {
    let fields: [Int]
    var runs: [[Value]: Set<Int>] = [:]
  }

  private struct Moment: Comparable {
    var moment: Timestamp
    var run: Int

    static func < (left: Moment, right: Moment) -> Bool { (left.moment, left.run) < (right.moment, right.run) }
  }

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
      var asked = questions[question.type, default: []]
      let place = asked.firstIndex { $0.fields == question.fields } ?? asked.endIndex
      if place == asked.endIndex { asked.append(QuestionIndex(fields: question.fields)) }
      questions[question.type] = nil
      asked[place].runs[question.values, default: []].insert(run)
      questions[question.type] = asked
    }
    for policy in reads.policies { policies[policy, default: []].insert(run) }
    proposals[Text(reads.proposalID), default: []].insert(run)
    if reads.readsMoment { momentary.insert(run) }
    guard let moment = reads.nextMoment.map({ Moment(moment: $0, run: run) }) else { return }
    moments.insert(moment, at: place(of: moment))
  }

  /// Removes a run.
  ///
  /// - Parameter reads: the reads that it was inserted with.
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
    let place = place(of: moment)
    if place < moments.count, moments[place] == moment { moments.remove(at: place) }
  }

  private static func remove<Key: Hashable>(_ run: Int, _ key: Key, _ table: inout [Key: Set<Int>]) {
    table[key]?.remove(run)
    if table[key]?.isEmpty == true { table[key] = nil }
  }

  /// Returns the index of a time, or the index to insert it at.
  private func place(of moment: Moment) -> Int {
    var (low, high) = (0, moments.count)
    while low < high {
      let middle = (low + high) / 2
      if moments[middle] < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Changes

  /// Calls `tell` for the runs that read anything appended to a context since it was seen.
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

  /// Finds the runs that read a new version or the version before it.
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

  /// Calls `tell` for the runs whose results may have changed by a time.
  func findPassed(_ now: Timestamp, _ tell: (Int) -> Void) {
    momentary.forEach(tell)
    for moment in moments {
      if moment.moment > now { return }
      tell(moment.run)
    }
  }
}

/// A sorted set of numbers.
struct AscendingNumbers: Sendable {
  private(set) var all: [Int] = []

  /// Inserts a number.
  ///
  /// - Complexity: O(n) at worst; O(1) at the end.
  mutating func insert(_ number: Int) {
    let place = place(of: number)
    if place == all.count || all[place] != number { all.insert(number, at: place) }
  }

  mutating func remove(_ number: Int) {
    let place = place(of: number)
    if place < all.count, all[place] == number { all.remove(at: place) }
  }

  /// Returns the first number above another, or the first of all.
  ///
  /// - Complexity: O(log n).
  func first(after number: Int?) -> Int? {
    let place = number.map { self.place(of: $0 + 1) } ?? 0
    return place < all.count ? all[place] : nil
  }

  private func place(of number: Int) -> Int {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
