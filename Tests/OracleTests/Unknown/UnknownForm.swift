import TruthsSyntax

/// A form in which a condition reads the view `heavy.of`.
enum UnknownForm: String, CaseIterable {
  case presence, exists, missing, not, lookup, the, coalesce, count, sum, min, max, mean, first, last, list, some, every, no
  case key, state, binding, function, nested

  /// The form in the terms of the reference evaluator.
  var way: ViewWay {
    switch self {
    case .presence, .function, .nested: .presence
    case .exists: .exists
    case .missing: .missing
    case .not: .not
    case .lookup, .coalesce: .lookup
    case .the: .the
    case .count: .aggregate(.count)
    case .sum: .aggregate(.sum)
    case .min: .aggregate(.min)
    case .max: .aggregate(.max)
    case .mean: .aggregate(.mean)
    case .first: .aggregate(.first)
    case .last: .aggregate(.last)
    case .list: .aggregate(.list)
    case .some: .quantifier(.some)
    case .every: .quantifier(.every)
    case .no: .quantifier(.no)
    case .key, .state: .key
    case .binding: .binding
    }
  }

  /// A condition with the `let`s that it needs.
  ///
  /// - Parameter key: the field `k` of the key that is read.
  func condition(_ view: UnknownKey, _ key: String, _ chance: inout Chance) -> (lets: [String], text: String) {
    let fact = view.fact(key)
    let narrowed = chance.pick(["", " where x.k == \(key)", " where x.w > 1", " where (\(key) == x.k and x.w >= 0)"])
    let body = chance.pick(["x.w > 1", "x.k == \(key)", "(x.k == \(key) and x.w > 1)", "(x.k == \(key) or x.w > 1)"])
    switch self {
    case .presence: return ([], fact)
    case .exists: return ([], "(\(fact) exists)")
    case .missing: return ([], "(\(fact) missing)")
    case .not: return ([], "not \(fact)")
    case .lookup: return ([], chance.pick(["(\(fact).w > 1)", "(\(fact).w exists)", "not (\(fact).w <= 1)"]))
    case .the: return ([], chance.pick(["(the \(fact).w > 1)", "(the \(fact) exists)"]))
    case .coalesce: return ([], "(coalesce(\(fact).w, 0) > 1)")
    case .count: return ([], "(count(x in heavy.of\(narrowed)) > \(chance.below(2)))")
    case .sum, .mean, .min, .max: return ([], "(\(rawValue)(x.w for x in heavy.of\(narrowed)) > 1)")
    case .first, .last: return ([], "(\(rawValue)(x.w for x in heavy.of\(narrowed) by x.k) > 1)")
    case .list: return ([], "(length(list(x.k for x in heavy.of\(narrowed))) > 1)")
    case .some, .every, .no: return ([], "(\(rawValue) x in heavy.of\(narrowed) satisfies \(body))")
    case .key: return ([], "other.seen(k = \(fact).t)")
    case .state: return ([], "(door(k = \(fact).t).state == one)")
    case .binding: return (["known: '\(fact)'"], "known")
    case .function: return ([], "known_of(\(key))")
    case .nested: return ([], "(some y in other.seen satisfies \(view.fact("y.k")))")
    }
  }
}
