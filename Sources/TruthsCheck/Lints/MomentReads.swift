import TruthsProgram
import TruthsText

/// A place in a body that reads the moment of the decision.
struct MomentRead {
  /// The path from the place to `now`.
  enum Path {
    /// The place is `now`.
    case here
    /// The place calls a function of this name that reads `now` itself, or through other functions.
    case function(String, now: Span)
    /// The place reads facts of this derived type, or calls a function that does, and a truth that derives them reads `now`.
    case view(String, now: Span)
  }

  var span: Span
  var path: Path

  /// The place of `now`.
  fileprivate var now: Span {
    switch path {
    case .here: span
    case .function(_, let now), .view(_, let now): now
    }
  }
}

/// The readings of `now` in bodies: at once, through calls of functions, and through facts of derived types (declarations §7).
///
/// - Complexity: O(calls and readings of functions and of truths that derive facts), once for each step of the longest path.
struct MomentReads {
  private let bodies: CheckedBodies
  private let program: Program
  /// The first reading in each function, by its place in ``Program/tables``.
  private var functions: [Int: MomentRead] = [:]
  /// The first reading in the truths that derive each type, by its place in ``Program/facts``.
  private var views: [Int: MomentRead] = [:]

  init(_ bodies: CheckedBodies, _ program: Program) {
    (self.bodies, self.program) = (bodies, program)
    let deriving = program.truths.indices.filter { program.truths[$0].isView }
    // Views may be read in a circle, so what is known is carried on until nothing new is.
    var count = -1
    while count != functions.count + views.count {
      count = functions.count + views.count
      for (index, table) in bodies.tables.enumerated() where functions[index] == nil {
        functions[index] = first(of: table.checker)
      }
      for index in deriving {
        let truth = program.truths[index]
        let fired = truth.matches.firstValue { views[$0.fact] }
        guard let read = first(of: bodies.truths[index].checker) ?? fired else { continue }
        for output in truth.outputs where views[output.fact] == nil { views[output.fact] = read }
      }
    }
  }

  /// Returns the first place of a body that reads the moment; `nil` if none does.
  func first(of checker: ClauseTypeChecker) -> MomentRead? {
    if checker.momentReads.isEmpty, functions.isEmpty, views.isEmpty { return nil }
    var reads = checker.momentReads.map { MomentRead(span: $0, path: .here) }
    for call in checker.calls {
      guard let inner = functions[call.callee] else { continue }
      let path: MomentRead.Path
      if case .view = inner.path { path = inner.path } else { path = .function(program.tables[call.callee].name, now: inner.now) }
      reads.append(MomentRead(span: call.span, path: path))
    }
    for (fact, span) in checker.viewReads {
      guard let inner = views[fact] else { continue }
      reads.append(MomentRead(span: span, path: .view(program.facts[fact].name, now: inner.now)))
    }
    return reads.min { $0.span < $1.span }
  }
}
