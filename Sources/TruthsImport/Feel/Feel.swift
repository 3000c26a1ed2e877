/// A parsed expression of FEEL, the expression language of DMN.
struct Feel {
  indirect enum Node {
    case number(String)
    case text(String)
    case boolean(Bool)
    case null
    /// The text of a date, time or duration literal, such as `2024-01-01` in `@"2024-01-01"`.
    case temporal(String)
    case name(String)
    case negative(Feel)
    /// A binary operator that is not a comparison: `+ - * / ** and or`.
    case binary(String, Feel, Feel)
    case comparison(String, Feel, Feel)
    case between(Feel, Feel, Feel)
    case isIn(Feel, [Feel])
    case path(Feel, String)
    case filter(Feel, Feel)
    case call(Feel, [Argument])
    case condition(Feel, Feel, Feel)
    case list([Feel])
    case context([Entry])
    /// A loop or quantifier: `for`, `some`, `every`.
    case loop(String, [Binding], Feel)
    /// A unary test such as `< 5`.
    case test(String, Feel)
    case interval(isLowIncluded: Bool, Feel, Feel, isHighIncluded: Bool)
  }

  struct Argument {
    var name: String?
    var value: Feel
  }

  struct Entry {
    var name: String
    var value: Feel
  }

  struct Binding {
    var name: String
    var source: Feel
    /// The upper end of the range in `for i in low..high`; `nil` for a loop over a list.
    var high: Feel?

    var ends: [Feel] { [source] + (high.map { [$0] } ?? []) }
  }

  let node: Node
  /// The offset of the expression in the parsed text, in Unicode scalars.
  let offset: Int
  /// The depth of nested expressions in this expression.
  let depth: Int
}

/// The content of an input cell of a decision table.
enum UnaryTests {
  /// `-`, or an empty cell.
  case any
  case anyOf([Feel])
  case noneOf([Feel])
}

/// The error of an expression that cannot be parsed or translated, with its location.
struct FeelFault: Error {
  var message: String
  /// The offset of the error in the parsed text, in Unicode scalars.
  var offset: Int
}

/// The set of known names, stored as a trie. Names of FEEL may contain spaces and operators, so the longest known name is used.
struct FeelNames {
  private var nodes: [[Unicode.Scalar: Int]] = [[:]]
  private var isEnd: [Bool] = [false]

  mutating func insert(_ name: String) {
    var node = 0
    for scalar in Self.normalized(name).unicodeScalars {
      if let next = nodes[node][scalar] {
        node = next
      } else {
        nodes[node][scalar] = nodes.count
        node = nodes.count
        nodes.append([:])
        isEnd.append(false)
      }
    }
    if node != 0 { isEnd[node] = true }
  }

  /// Returns a name in which every run of white space is replaced by one space.
  static func normalized(_ name: String) -> String {
    name.unicodeScalars.split { isBlank($0) }.map { String($0) }.joined(separator: " ")
  }

  /// Returns the index after the longest name that begins at an index; `nil` if no known name begins there.
  func longest(in scalars: [Unicode.Scalar], at start: Int) -> Int? {
    var (node, index, end) = (0, start, Int?.none)
    while index < scalars.count {
      let scalar = scalars[index]
      guard let next = nodes[node][Self.isBlank(scalar) ? " " : scalar] else { break }
      node = next
      index += 1
      if Self.isBlank(scalar) { while index < scalars.count, Self.isBlank(scalars[index]) { index += 1 } }
      let isWhole = index == scalars.count || !(Self.isWord(scalars[index]) && Self.isWord(scalars[index - 1]))
      if isEnd[node], isWhole { end = index }
    }
    return end
  }

  static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r" || scalar == "\u{A0}" || scalar.properties.isWhitespace
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar >= "0" && scalar <= "9" }

  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || isDigit(scalar) || scalar.properties.isAlphabetic || scalar == "?"
  }
}
