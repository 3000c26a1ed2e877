import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

@testable import TruthsLanguageServer

/// A word of a file, with its place in the file's structure.
struct SourceToken {
  enum Meaning {
    /// A name that the rule set declares.
    case name
    /// A word of the language whose page a hover shows, and which completion offers.
    case word
    /// One of a few words that a member takes: `saturday`, `unique`. It has no page.
    case choice
    /// A word of the language between names: `and`, `where`. It stands where a name may stand, and is asked for nothing.
    case connective
  }

  var path: String
  var range: Range<Int>
  var text: String
  /// The place in the structure, such as `truth.requires` or `proposal.actor.roles`.
  var kind: String
  var meaning: Meaning

  var place: String { "\(path):\(range.lowerBound)" }
}

/// Finds the tokens of truth and job files by lines and letters, without the parser.
struct TruthTokens {
  private static let prose: Set<String> = [
    "summary", "version", "verb", "object", "outcome", "must_not", "named", "document", "each", "action", "resource",
  ]
  private static let connectives = ClauseScan.keywords.union([
    "of", "any", "start", "for", "not", "count", "sum", "mean", "min", "max", "list", "first", "last", "values",
    "half_up", "half_even", "half_down", "as", "named",
  ])
  /// Words that stand for themselves, by the member that takes them.
  private static let words: Set<String> = Set(
    Function.nameable.map(\.rawValue) + [
      "text", "integer", "decimal", "boolean", "date", "timestamp", "time", "duration", "period", "json", "map", "reject", "warn",
      "requires_approval", "requires_consent", "coalesce", "otherwise", "fact", "correction", "proposal", "trace", "actor", "now",
      "true", "false", "missing",
    ])

  private static let choices: Set<String> = Set(
    Weekday.allCases.map(\.name) + ConsentSyntax.Level.allCases.map(\.rawValue) + [
      "system", "user", "all", "state", "unique", "collect", "true",
    ])
  /// The members that take such words.
  private static let choosing: Set<String> = [
    "weekend", "external", "applies_to", "hit", "consent", "open", "immutable", "derived", "closed", "sensitive",
  ]

  /// The members whose values are types.
  private static let typed: Set<String> = ["fields", "type", "inputs", "output", "outputs"]

  private let file: SourceFile
  private let outline: LineOutline
  private var found: [SourceToken] = []

  static func all(of file: SourceFile) -> [SourceToken] {
    var tokens = TruthTokens(file)
    for line in tokens.outline.lines where !line.isBlank && !line.isComment { tokens.add(line) }
    return tokens.found
  }

  private init(_ file: SourceFile) {
    self.file = file
    outline = LineOutline(file)
  }

  private mutating func add(_ line: LineOutline.Line) {
    var path = outline.path(to: line.number)
    if let key = line.key {
      let start = line.isEntry ? outline.keyStart(of: line) : line.start
      addKey(key, start, path)
      path.append(key)
    }
    let kind = Self.kind(path)
    guard let member = path.last, !path.contains(where: { Self.prose.contains($0) }) else { return }
    let isList = path.count > 1 && !Self.prose.contains(member)
    guard isList || path.count == 1 else { return }
    addWords(in: outline.value(of: line), kind)
  }

  /// `truth.requires`: the kind of the declaration, and the member below it.
  private static func kind(_ path: [String]) -> String {
    ([path.first?.split(separator: " ").first.map(String.init) ?? ""] + path.dropFirst().prefix(1)).joined(separator: ".")
  }

  private mutating func addKey(_ key: String, _ start: Int, _ path: [String]) {
    guard let head = path.first?.split(separator: " ").first.flatMap({ DeclarationKind(rawValue: String($0)) }) else {
      guard let space = key.utf8.firstIndex(of: 0x20) else { return }
      let offset = key.utf8.distance(from: key.utf8.startIndex, to: space) + 1
      return addWords(in: (start + offset)..<(start + key.utf8.count), "\(key[..<space]) head")
    }
    let form = path.count > 1 ? head.members[path[1]]?.form : nil
    let isMember = path.count == 1 || isMapping(form) || path.count > 2 && isField(form)
    if isMember {
      found.append(
        SourceToken(path: file.path, range: start..<(start + key.utf8.count), text: key, kind: "\(head) member", meaning: .word))
    } else {
      addWords(in: start..<(start + key.utf8.count), Self.kind(path) + " key")
    }
  }

  private func isMapping(_ form: MemberForm?) -> Bool {
    switch form {
    case .mapping, .external, .list(.mapping, _), .list(.clauseEntry, _): true
    default: false
    }
  }

  private func isField(_ form: MemberForm?) -> Bool {
    if case .declared(.field, _) = form { true } else { false }
  }

  private mutating func addWords(in range: Range<Int>, _ kind: String) {
    let isType = Self.typed.contains(kind.split(separator: ".").last.map(String.init) ?? "")
    var last: [UInt8] = []
    for token in ClauseScan(file.bytes, in: range).tokens {
      defer { last = Array(file.bytes[token.range]) }
      switch token.kind {
      case .word where isType && last == Array("in".utf8):
        let text = String(decoding: file.bytes[token.range], as: UTF8.self)
        found.append(SourceToken(path: file.path, range: token.range, text: text, kind: "unit", meaning: .word))
      case .word, .keyword: addWord(token.range, kind)
      case .text: addBraces(in: token.range, kind)
      case .number, .sign: break
      }
    }
  }

  /// The names in the braces of a text.
  private mutating func addBraces(in range: Range<Int>, _ kind: String) {
    guard kind.contains(".") else { return }
    var place = range.lowerBound
    while let open = file.bytes[place..<range.upperBound].firstIndex(of: 0x7B) {
      if file.bytes[open + 1] == 0x7B {
        place = open + 2
        continue
      }
      guard let close = file.bytes[open..<range.upperBound].firstIndex(of: 0x7D) else { return }
      addWords(in: (open + 1)..<close, kind + " braces")
      place = close
    }
  }

  /// Whether a word is a duration or period as data writes it: `P14D`.
  private static func isLength(_ text: String) -> Bool {
    text.first == "P" && text.dropFirst().first.map { $0 == "T" || $0.isNumber } ?? false
  }

  private mutating func addWord(_ range: Range<Int>, _ kind: String) {
    let text = String(decoding: file.bytes[range], as: UTF8.self)
    let isMemberOfPath = range.lowerBound > 0 && file.bytes[range.lowerBound - 1] == 0x2E
    let root = file.bytes[..<range.lowerBound].reversed().prefix {
      ClauseScan.isLetter($0) || ClauseScan.isDigit($0) || $0 == 0x2E
    }
    let path = String(decoding: root.reversed(), as: UTF8.self)
    if path.hasPrefix("trace.") || Self.isLength(text) { return }
    let isProduced = kind.hasSuffix("produces") || kind.hasSuffix("produces key")
    // Members of the envelope and of the entry behind a fact belong to the language.
    let isOfEnvelope =
      path.hasPrefix("actor.") || path.hasPrefix("proposal.") && !isProduced || path.contains(".entry.") || text == "entry"
      || text == "state"
    let isPath = range.upperBound < file.bytes.count && file.bytes[range.upperBound] == 0x2E
    let isCalled = range.upperBound < file.bytes.count && file.bytes[range.upperBound] == 0x28
    var meaning = SourceToken.Meaning.name
    if Self.choices.contains(text), Self.choosing.contains(kind.split(separator: ".").last.map(String.init) ?? "") {
      meaning = .choice
    } else if isMemberOfPath, isOfEnvelope {
      meaning = .word
    } else if !isMemberOfPath, !isPath || ["fact", "correction", "proposal", "trace", "actor"].contains(text) {
      let isType = Self.typed.contains(kind.split(separator: ".").last.map(String.init) ?? "")
      // The column of an output without a name.
      let isOutput = text == "output" && kind == "table.grid"
      if isOutput || Self.words.contains(text), isCalled || Function(rawValue: text) == nil || isType {
        meaning = .word
      } else if Self.connectives.contains(text) {
        meaning = .connective
      }
    }
    found.append(SourceToken(path: file.path, range: range, text: text, kind: kind, meaning: meaning))
  }
}

/// Finds the names in a fixture, a proposal or the lines of a context: the members at every depth, and the values that the
/// members say are names.
struct DataTokens {
  private static let naming: Set<String> = ["action", "type", "truth_id", "truth", "packs", "pack", "roles", "facts", "no_facts"]
  /// The members whose objects have members of the fixture's form alone.
  private static let formal: Set<String> = [
    "expected", "expect", "violations", "traces", "actor", "override", "context", "transports", "connect", "approve", "reject",
    "consent", "disconnect", "reconnect", "advance", "fault", "handshake", "update_budget", "scenario",
  ]

  private let path: String
  private let names: Set<String>
  private let roles: Set<String>
  private let opaque: Set<String>
  private var found: [SourceToken] = []

  /// - Parameters:
  ///   - names: the names that the rule set declares.
  ///   - roles: the roles that it names.
  ///   - opaque: the fields that hold any JSON.
  static func all(
    of json: LocatedJSON, in path: String, names: Set<String>, roles: Set<String>, opaque: Set<String>
  ) -> [SourceToken] {
    var tokens = DataTokens(path: path, names: names, roles: roles, opaque: opaque)
    tokens.walk(json, [])
    return tokens.found
  }

  private init(path: String, names: Set<String>, roles: Set<String>, opaque: Set<String>) {
    self.path = path
    self.names = names
    self.roles = roles
    self.opaque = opaque
  }

  private mutating func walk(_ json: LocatedJSON, _ place: [String]) {
    // The documents of a fixture have members of their own.
    if place.last.map({ $0 == "documents" || opaque.contains($0) }) ?? false { return }
    for element in json.elements ?? [] { walk(element, place) }
    // Facts of every type are meant, so a member names no field of one type, and its value nothing of the set.
    if ["facts", "no_facts"].contains(place.last), json.members != nil, json.member("type") == nil { return }
    for member in json.members ?? [] {
      add(member.name.string, member.nameSpan, place + ["member"], .word)
      walk(member.value, place + [member.name.string])
    }
    // The `type` of an actor is a word of the form.
    let isOfActor = place.dropLast().last == "actor" || place.dropLast(2).last == "actors"
    if let text = json.stringValue, let member = place.last, Self.naming.contains(member),
      (member == "roles" ? roles : names).contains(text), !(isOfActor && member == "type")
    {
      add(text, json.span, place, .name)
    }
  }

  private mutating func add(_ text: String, _ span: Span, _ place: [String], _ meaning: SourceToken.Meaning) {
    guard Int(span.end - span.start) == text.utf8.count + 2, !text.isEmpty else { return }
    let parent = meaning == .word ? place.dropLast().last : nil
    let isFormal =
      meaning == .word && (parent.map { Self.formal.contains($0) } ?? true || text == "type" || ProposalEnvelope.has(text))
    let isName = meaning == .name || names.contains(text) && !isFormal
    found.append(
      SourceToken(
        path: path, range: (Int(span.start) + 1)..<(Int(span.end) - 1), text: text, kind: place.suffix(3).joined(separator: "."),
        meaning: isName ? .name : .word))
  }
}
