/// A regular expression of RFC 9485, matched by the sets of places that it may end at.
indirect enum Matcher {
  case one((Unicode.Scalar) -> Bool)
  case all([Matcher])
  case any([Matcher])
  case times(Matcher, Int, Int?)

  /// Whether the whole text matches, or with `isPart` a part of it.
  static func matches(_ text: String, _ pattern: String, isPart: Bool) -> Bool {
    var rest = Array(pattern.unicodeScalars)[...]
    let (matcher, scalars) = (alternatives(&rest), Array(text.unicodeScalars))
    let ends = matcher.ends(isPart ? Set(0...scalars.count) : [0], scalars)
    return isPart ? !ends.isEmpty : ends.contains(scalars.count)
  }

  private func ends(_ starts: Set<Int>, _ text: [Unicode.Scalar]) -> Set<Int> {
    switch self {
    case .one(let holds): return Set(starts.filter { $0 < text.count && holds(text[$0]) }.map { $0 + 1 })
    case .all(let parts): return parts.reduce(starts) { $1.ends($0, text) }
    case .any(let branches): return branches.reduce(into: []) { $0.formUnion($1.ends(starts, text)) }
    case .times(let inner, let least, let most):
      var now = (0..<least).reduce(starts) { places, _ in inner.ends(places, text) }
      var all = now
      var count = least
      while count < most ?? .max, !now.isEmpty {
        now = inner.ends(now, text).subtracting(all)
        all.formUnion(now)
        count += 1
      }
      return all
    }
  }

  private static func alternatives(_ rest: inout ArraySlice<Unicode.Scalar>) -> Matcher {
    var branches: [Matcher] = []
    repeat {
      var parts: [Matcher] = []
      while let next = rest.first, next != "|", next != ")" { parts.append(piece(&rest)) }
      branches.append(.all(parts))
    } while rest.first == "|" && rest.popFirst() != nil
    return .any(branches)
  }

  private static func piece(_ rest: inout ArraySlice<Unicode.Scalar>) -> Matcher {
    let atom = atom(&rest)
    switch rest.first {
    case "*": return rest.popFirst() != nil ? .times(atom, 0, nil) : atom
    case "+": return rest.popFirst() != nil ? .times(atom, 1, nil) : atom
    case "?": return rest.popFirst() != nil ? .times(atom, 0, 1) : atom
    case "{":
      let inside = rest.dropFirst().prefix { $0 != "}" }
      rest = rest[(inside.endIndex + 1)...]
      let numbers = String(String.UnicodeScalarView(inside)).split(separator: ",", omittingEmptySubsequences: false).map {
        Int($0)
      }
      return .times(atom, (numbers.first ?? 0) ?? 0, numbers.count == 1 ? numbers[0] : numbers[1])
    default: return atom
    }
  }

  private static func atom(_ rest: inout ArraySlice<Unicode.Scalar>) -> Matcher {
    guard let next = rest.popFirst() else { return .all([]) }
    switch next {
    case "(":
      let inner = alternatives(&rest)
      rest = rest.dropFirst()
      return inner
    case ".": return .one { $0 != "\n" && $0 != "\r" }
    case "[": return scalarClass(&rest)
    case "\\":
      let wanted = escaped(&rest)
      return .one { $0 == wanted }
    default: return .one { $0 == next }
    }
  }

  private static func escaped(_ rest: inout ArraySlice<Unicode.Scalar>) -> Unicode.Scalar {
    let next = rest.popFirst() ?? "\\"
    return next == "n" ? "\n" : next == "r" ? "\r" : next == "t" ? "\t" : next
  }

  private static func scalarClass(_ rest: inout ArraySlice<Unicode.Scalar>) -> Matcher {
    let isNegated = rest.first == "^" && rest.popFirst() != nil
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let next = rest.popFirst(), next != "]" {
      let first = next == "\\" ? escaped(&rest) : next
      if rest.first == "-", rest.dropFirst().first != "]", first != "-" || next == "\\" {
        rest = rest.dropFirst()
        let last = rest.popFirst() ?? first
        ranges.append(first...(last == "\\" ? escaped(&rest) : last))
      } else {
        ranges.append(first...first)
      }
    }
    return .one { scalar in ranges.contains { $0.contains(scalar) } != isNegated }
  }
}
