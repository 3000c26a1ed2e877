import TruthsProgram

/// How views are made of views: of each, those that its truths match or read.
struct ViewHeights {
  /// How many views may be under one another where a part of one is asked for: a question goes down from view to view. What is
  /// higher is made whole.
  private static let limit = 64

  /// By view, the views that its truths match or read.
  let inner: [Int: Set<Int>]
  /// Views of which a part may be asked for, as far as their height goes.
  let low: Set<Int>

  /// - Parameter makers: by view, the truths that make it.
  /// - Complexity: O(truths and what they read). A loop from the lowest views up, because their number has no limit.
  init(_ makers: [Int: [Int]], _ program: Program) {
    // A view that no truth makes is empty, and one of the lowest.
    let views = program.facts.indices.filter { program.facts[$0].isDerived }
    let inner = Dictionary(
      uniqueKeysWithValues: views.map { view in
        (view, (makers[view] ?? []).reduce(into: Set<Int>()) { $0.formUnion(Self.views(readBy: program.truths[$1], program)) })
      })
    self.inner = inner
    var outer: [Int: [Int]] = [:]
    for (view, below) in inner { for other in below { outer[other, default: []].append(view) } }
    var waiting = inner.mapValues(\.count)
    var heights: [Int: Int] = [:]
    // A view that is made of itself, and what is made of that, is never ready.
    var ready = waiting.filter { $0.value == 0 }.map(\.key)
    while let view = ready.popLast() {
      let height = (inner[view] ?? []).reduce(1) { max($0, 1 + (heights[$1] ?? 0)) }
      heights[view] = height
      for other in outer[view] ?? [] {
        waiting[other, default: 0] -= 1
        if waiting[other] == 0 { ready.append(other) }
      }
    }
    low = Set(heights.filter { $0.value <= Self.limit }.keys)
  }

  private static func views(readBy truth: CheckedTruth, _ program: Program) -> Set<Int> {
    var reads = NodeReads(program)
    reads.add(truth.firingNodes)
    reads.add(truth.outputs)
    return reads.views.union(truth.matches.map(\.fact).filter { program.facts[$0].isDerived })
  }
}
