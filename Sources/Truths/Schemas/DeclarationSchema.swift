import TruthsJSON
import TruthsSyntax

/// JSON Schemas of truth and job files, as an editor's YAML parser reads them. Such a parser gives a plain `1000` as a number
/// and a plain `true` as a boolean. The language reads every scalar as text (files §2.3), so the schemas allow both.
enum DeclarationSchema {
  static let truths = file(DeclarationKind.allCases.filter { $0 != .jtbd })
  static let jobs = file([.jtbd])

  /// Returns the schema of a file with declarations.
  ///
  /// - Parameter kinds: the kinds of declarations that the file may hold.
  private static func file(_ kinds: [DeclarationKind]) -> JSONShape {
    var file = JSONObjectShape()
    file.least = 1
    file.patterns = kinds.map { .optional(key(of: $0), declaration($0), $0.summary) }
    file.names = .pattern(#"^\S"#, except: #"^[a-z]+[ \t]+(?:\#(NameShape.taken.joined(separator: "|")))(?:$|\.)"#)
    return .object(file)
  }

  /// Returns the pattern of a declaration's key, `<kind> <name>`.
  private static func key(of kind: DeclarationKind) -> String {
    let name =
      switch kind {
      case .fact: #"\#(NameShape.pattern)(?:\.\#(NameShape.pattern))+"#
      case .role: #"(?:\#(NameShape.pattern)|"[^"]+")"#
      default: NameShape.pattern
      }
    return #"^\#(kind.rawValue)[ \t]+\#(name)$"#
  }

  private static func declaration(_ kind: DeclarationKind) -> JSONShape {
    let members = JSONShape.named(kind.rawValue) { .object(object(kind.members)) }
    return switch kind {
    case .enum: .either([.list(shape(of: .enumValue)), members])
    case .pack, .role: .either([.null, members])
    default: members
    }
  }

  private static func object(_ table: MemberTable) -> JSONObjectShape {
    let alternatives = table.members.compactMap { member in member.alternative.map { [member.name, $0] } }
    var object = JSONObjectShape(
      table.members.map { member in
        let isRequired = member.isRequired && member.alternative == nil
        let shape = shape(of: member.form)
        return isRequired
          ? .required(member.name, shape, member.summary) : .optional(member.name, shape, member.summary)
      })
    object.alternatives = alternatives
    return object
  }

  // MARK: Values of keys

  /// A scalar that the language reads as text, whatever type a YAML parser gives it.
  private static let scalar = JSONShape.either([.text, .number, .boolean])

  private static let flag = JSONShape.either([.boolean, .words(["true", "false"])])

  private static let qualified = #"\#(NameShape.pattern)(?:\.\#(NameShape.pattern))*"#

  private static let value: JSONShape = .named("value") { .either([.text, .number, .boolean, .list(value), .map(value)]) }

  private static func shape(of form: MemberForm) -> JSONShape {
    switch form {
    case .words: scalar
    case .flag: flag
    case .choice(let words): .words(words)
    case .name(let subject): name(subject)
    case .id, .type, .match, .enumValue, .row, .grid, .artifact: .pattern(#"\S"#)
    case .field: .either([.pattern(#"\S"#), .object(object(.field))])
    case .states: .pattern(#"^\s*\#(chain)\s*$"#)
    case .clause: clause
    case .clauseEntry: .either([.pattern(#"\S"#), .boolean, .object(object(.clause))])
    case .output: output
    case .holiday: .pattern(#"^(?:\d{4}-\d{2}-\d{2}|\d{2}-\d{2}|\#(qualified))$"#)
    // To YAML a plain `[]` is an empty list, so the list must have no elements.
    case .path: .either([.pattern(DocumentPath.pattern), .list(.null)])
    case .value: value
    case .external: .either([.boolean, .words(["true", "false"]), .object(object(.external))])
    case .scope: .either([name(.intent), .list(name(.intent))])
    case .move: moves
    case .declared(let form, let allowed): declared(form, allowed)
    case .jsonNames: .map(scalar)
    case .mapping(let table): mapping(table)
    case .list(let form, let least): .list(shape(of: form), least: least)
    case .oneOrMore(let form): .either([shape(of: form), .list(shape(of: form))])
    }
  }

  private static let clause = JSONShape.either([.pattern(#"\S"#), .boolean])

  private static func name(_ subject: MemberForm.Subject) -> JSONShape {
    switch subject {
    case .role, .rule, .guardrail: .pattern(#"\S"#)
    case .document: .pattern("^\(NameShape.pattern)$")
    case .pack, .intent, .fact, .field, .state, .trigger: .pattern("^\(qualified)$")
    }
  }

  /// An entry of `produces`: the output, which may have fields below it.
  private static let output = JSONShape.named("output") {
    let pattern = JSONShape.pattern(#"^\s*(?:trace|(?:fact|correction|proposal)\.)"#)
    var below = JSONObjectShape(others: .map(value))
    below.names = pattern
    (below.least, below.most) = (1, 1)
    return .either([pattern, .object(below)])
  }

  private static let chain = #"\#(NameShape.pattern)(?:\s*(?:→|->)\s*\#(NameShape.pattern))+"#

  private static let moves: JSONShape = {
    var moves = JSONObjectShape(others: .pattern(#"^\s*\#(chain)(?:\s*else\s*".*")?\s*$"#))
    moves.least = 1
    return .object(moves)
  }()

  private static func declared(_ form: MemberForm, _ allowed: Set<String>) -> JSONShape {
    var object = JSONObjectShape(others: shape(of: form))
    let taken = NameShape.taken.filter { !allowed.contains($0) }
    object.names = .pattern("^\(NameShape.pattern)$", except: "^(?:\(taken.joined(separator: "|")))$")
    return .object(object)
  }

  private static func mapping(_ table: MemberTable) -> JSONShape {
    var object = object(table)
    object.least = 1
    return .object(object)
  }
}
