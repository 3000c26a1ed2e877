import TruthsCheck
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The completion items in a type: its name, its unit, and the default after it.
struct TypeCompletions {
  private let place: PlaceCompletions
  private let range: Range<Int>
  private var names: VisibleNames { place.names }
  private var program: Program { place.program }

  /// - Parameter range: the type, with its default.
  init(_ place: PlaceCompletions, in range: Range<Int>) {
    self.place = place
    self.range = range
  }

  var items: [CompletionItem] {
    let bytes = place.cursor.file.bytes
    let end = Int(place.written.start)
    let tokens = ClauseScan(bytes, in: min(range.lowerBound, end)..<end).tokens
    let words = tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    if words.contains("=") {
      return ExpressionCompletions(place, in: range.clamped(to: end..<max(end, range.upperBound)), outer: type(words)).items
    }
    if words.last == "in" || words.last == "/" { return units }
    if words.isEmpty || words.last == "of" { return types }
    if words.last == "list" || words.last == "map" { return [place.word("of")] }
    // The number of an end, and the name in JSON, are written by hand.
    if words.contains("named") || ["min", "max", "-"].contains(words.last) { return [] }
    return parts(behind: words).map { place.word($0) }
  }

  /// Returns the words that may follow the words of a type, in the order of a type's parts (types §1).
  private func parts(behind words: [String]) -> [String] {
    let order = ["in", "?", "min", "max", "named"]
    let isNumber = ["integer", "decimal"].contains(words[0])
    let hasRange = isNumber && [.fact, .intent].contains(place.declaration.kind)
    let next = words.compactMap { order.firstIndex(of: $0) }.max().map { $0 + 1 } ?? 0
    return order[next...].filter { $0 != "?" && (hasRange || !["min", "max"].contains($0)) }
  }

  /// Returns the type before a default.
  private func type(_ words: [String]) -> ExpectedValue {
    let name = words.prefix { $0 != "=" && $0 != "?" && $0 != "named" }.joined()
    let type = name.split(separator: ".").last.map(String.init) ?? name
    guard let index = program.enums.firstIndex(where: { $0.name == type && names.sees($0.pack) }) else { return .value(.boolean) }
    return .value(.enumeration(index))
  }

  /// The units of the set, and the fields of the declaration, which may be units that are data.
  private var units: [CompletionItem] {
    var types = program.policies.map(\.type) + program.tables.flatMap { $0.inputs.map(\.type) + [$0.rowType] }
    for fields in program.records.map(\.fields) + program.facts.map(\.fields) + program.intents.map(\.fields) {
      types += fields.map(\.type)
    }
    let named = Set(types.compactMap(\.unitName)).sorted()
    let fields = place.ownFields.map { field in
      var field = field
      field.rank = 6
      return field
    }
    return named.map { CompletionItem(label: $0, kind: .unit, detail: "unit", rank: 3) } + fields
  }

  private var types: [CompletionItem] {
    let builtIn = [
      "text", "integer", "decimal", "boolean", "date", "timestamp", "duration", "period", "time", "json", "list of", "map of",
    ]
    let declared = place.cursor.project.symbols.declarations.flatMap { one -> [CompletionItem] in
      guard names.sees(one.pack), one.pack != ConvergePack.name else { return [] }
      let isOwn = one.pack == names.pack
      func items(_ kind: CompletionItem.Kind, _ detail: String) -> [CompletionItem] {
        (isOwn ? [one.text] : ["\(one.pack).\(one.text)", one.text]).map {
          CompletionItem(label: $0, kind: kind, detail: detail, symbol: one.symbol, rank: isOwn ? 4 : 6)
        }
      }
      switch one.symbol {
      case .enumeration: return items(.enumeration, "enum")
      case .record: return items(.structure, "record")
      default: return []
      }
    }
    return declared + builtIn.map { CompletionItem(label: $0, kind: .keyword, word: $0) }
  }
}
