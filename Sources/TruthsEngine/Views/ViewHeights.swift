import TruthsProgram

/// The dependencies between views: the views that the truths of each view match or read.
struct ViewHeights {
  /// The largest height of a view that may be computed in part. Such a view asks the views below it by recursion.
  ///
  /// Views with a larger height are computed completely.
  private static let limit = 64

  /// The views that the truths of a view match or read, by view.
  let inner: [Int: Set<Int>]
  /// The views that are low enough to ask for a part.
  let low: Set<Int>

  /// Computes the heights.
  ///
  /// The loop goes from the lowest views up, without recursion, because the number of views is unbounded.
  ///
  /// - Parameter makers: the truths that make each view.
  /// - Complexity: O(truths and their reads).
  init(_ makers: [Int: [Int]], _ program: Program) {
    // A view that no truth makes is empty, and among the lowest.
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
    // A recursive view, and the views made from it, never become ready.
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
