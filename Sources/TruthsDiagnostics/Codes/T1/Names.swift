package import TruthsText

/// A name or path that is unknown.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Names.swift`, `Sources/TruthsCheck/Declare/AccessMappings.swift`,
/// `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum UnknownName: DiagnosticKind {
  package static let id = DiagnosticID("T1001", .error)

  /// An unknown name or path, with the nearest known one.
  ///
  /// - Parameter help: advice that takes the place of the nearest name.
  package static func finding(_ name: String, at span: Span, among candidates: [String], help: String?) -> Diagnostic {
    let near = NearestHelp(to: name, among: candidates)
    return make(
      "nothing here is called `\(name)`", at: span, help: near.help ?? help, guidance: .general, fixes: near.fixes(at: span))
  }

  /// A name that is not a value.
  ///
  /// - Parameter kind: what the name is: "a function".
  package static func notAValue(_ name: String, isA kind: String, help: String, at span: Span) -> Diagnostic {
    make("`\(name)` is \(kind), and means nothing here by itself", at: span, help: help, guidance: .general)
  }

  /// A field of the intent that is named as if the proposal held it as a member.
  package static func field(_ name: String, meant: String, at span: Span) -> Diagnostic {
    let words = "write `\(meant)`"
    return make(
      "nothing here is called `\(name)`", at: span, help: words, fixes: [.init(words, [.init(span, meant)], isSafe: false)])
  }

  /// An unknown path that is similar to a fact type.
  package static func near(_ name: String, at span: Span, nearest: String) -> Diagnostic {
    let near = NearestHelp(nearest: nearest)
    return make("nothing here is called `\(name)`", at: span, help: near.help, fixes: near.fixes(at: span))
  }

  /// A fact type under `produces` that no file declares.
  package static func fact(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make(
      "no fact type is called `\(name.text)`", at: name.span, help: near.help ?? "declare `fact \(name.text)` with its fields",
      fixes: near.fixes(at: name.span))
  }
}

/// A name with several meanings.
///
/// Detected in `Sources/TruthsCheck/Clauses/PathResolver.swift`, `Sources/TruthsCheck/Types/TypeResolver.swift`.
package enum AmbiguousName: DiagnosticKind {
  package static let id = DiagnosticID("T1002", .error)

  /// A meaning of a name. `form` is an unambiguous spelling of it, or the name itself where no such spelling exists.
  package typealias Meaning = (form: String, kind: String, span: Span?)

  /// A name that several declarations share.
  ///
  /// - Parameter root: the first word of the path; a declaration without an unambiguous spelling must be renamed from it.
  package static func finding(_ name: String, root: String, at span: Span, _ meanings: [Meaning]) -> Diagnostic {
    let (clear, unclear) = (meanings.filter { $0.form != name }, meanings.filter { $0.form == name })
    var ways: [String] = []
    if !clear.isEmpty { ways.append("write " + clear.map { "`\($0.form)`" }.joined(separator: " or ")) }
    if let other = unclear.first {
      let isBuiltIn = other.kind == "builtin"
      let kind = isBuiltIn ? clear.first?.kind ?? "name" : other.kind
      ways.append("rename the \(kind) `\(root)`" + (isBuiltIn ? ", so that this is the built-in one" : ""))
    }
    return make(
      "`\(name)` may mean more than one thing", at: span, help: ways.joined(separator: ", or "),
      notes: meanings.compactMap { meaning in
        let form = meaning.form == name ? "" : ", `\(meaning.form)`"
        return meaning.span.map { Diagnostic.Note("it may mean this \(meaning.kind)\(form)", at: $0) }
      })
  }
}

/// A name that is declared twice.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker+Facts.swift`,
/// `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`, `Sources/TruthsCheck/Declare/DeclarationTable.swift`,
/// `Sources/TruthsCheck/Declare/Jobs.swift`, `Sources/TruthsCheck/Declare/Lifecycles.swift`,
/// `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum DuplicateName: DiagnosticKind {
  package static let id = DiagnosticID("T1003", .error)

  /// A second declaration of the same kind and name.
  package static func declaration(kind: String, name: some PlacedName, first: Span, otherPack: String?) -> Diagnostic {
    let place = otherPack.map { " in pack `\($0)`" } ?? ""
    return make(
      "\(kind) `\(name.text)` is declared already\(place)", at: name.span,
      help: otherPack == nil ? nil : "\(kind) names are unique in a truth set, since a context knows them without their pack",
      notes: [Diagnostic.Note("first declared here", at: first)])
  }

  /// A second field, value, key or `let` of the same name within a declaration.
  package static func member(_ name: some PlacedName, kind: String, of owner: String, first: Span) -> Diagnostic {
    make(
      "\(kind) `\(name.text)` is written twice in `\(owner)`", at: name.span, notes: [Diagnostic.Note("first here", at: first)])
  }

  /// A `let` of a truth with the name of one that its intent shares.
  package static func shared(_ name: some PlacedName, first: Span) -> Diagnostic {
    make(
      "the intent has a `let` `\(name.text)` already, which this truth shares", at: name.span,
      help: "rename it, or remove it to use that of the intent", notes: [Diagnostic.Note("the intent's is here", at: first)])
  }
}

/// A name that hides another.
///
/// Detected in `Sources/TruthsCheck/Clauses/ClauseTypeChecker.swift`.
package enum ShadowedName: DiagnosticKind {
  package static let id = DiagnosticID("T1004", .error)

  /// A variable or `let` that hides another name.
  ///
  /// - Parameter form: a spelling that still reaches the hidden name.
  package static func finding(_ name: some PlacedName, kind: String, hidden: String, at declared: Span, form: String?)
    -> Diagnostic
  {
    make(
      "\(kind) `\(name.text)` hides the \(hidden) `\(name.text)`", at: name.span,
      help: "rename it" + (form.map { "; the \(hidden) is `\($0)`" } ?? ""),
      notes: [Diagnostic.Note("the \(hidden) is declared here", at: declared)])
  }
}

/// An unknown value of an enum.
///
/// Detected in `Sources/TruthsCheck/Declare/Literals.swift`.
package enum UnknownValue: DiagnosticKind {
  package static let id = DiagnosticID("T1005", .error)

  /// A word or text where a value of an enum is expected.
  ///
  /// - Parameters:
  ///   - values: the values of the enum, as many as are listed.
  ///   - candidates: the names among which the nearest is suggested.
  ///   - written: returns a value as a clause writes it; a value that is no word is quoted.
  package static func finding(
    _ value: String, at span: Span, enumeration: String, values: [String], candidates: [String], written: (String) -> String
  ) -> Diagnostic {
    let near = NearestHelp(nearest: nearestName(to: value, among: candidates).map(written))
    let known = values.prefix(8).map { "`\(written($0))`" }.joined(separator: ", ") + (values.count > 8 ? " …" : "")
    return make(
      "`\(value)` is not a value of `\(enumeration)`", at: span, help: near.help ?? "its values are \(known)", guidance: .general,
      fixes: near.fixes(at: span))
  }
}

/// An unknown type.
///
/// Detected in `Sources/TruthsCheck/Types/TypeResolver.swift`.
package enum UnknownType: DiagnosticKind {
  package static let id = DiagnosticID("T1006", .error)

  /// Type names of other languages and the type to write instead.
  private static let customary = [
    "string": "text", "str": "text", "char": "text", "int": "integer", "long": "integer", "number": "decimal", "float": "decimal",
    "double": "decimal", "bool": "boolean", "datetime": "timestamp", "object": "json", "real": "decimal", "numeric": "decimal",
    "money": "decimal", "bigint": "integer", "smallint": "integer", "short": "integer", "uint": "integer", "varchar": "text",
    "uuid": "text", "guid": "text", "flag": "boolean", "bit": "boolean", "localdate": "date", "localtime": "time",
    "timeofday": "time", "localdatetime": "timestamp", "instant": "timestamp", "timestamptz": "timestamp", "interval": "duration",
    "timedelta": "duration", "timespan": "duration", "map": "json", "any": "json", "dict": "json",
  ]

  /// A word where a type is expected.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near =
      customary[name.text.lowercased().filter { $0 != "_" }].map { NearestHelp(nearest: $0) }
      ?? NearestHelp(to: name.text, among: candidates)
    return make("no type is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}

/// An undeclared intent.
///
/// Detected in `Sources/TruthsCheck/Declare/Jobs.swift`.
package enum UnknownIntent: DiagnosticKind {
  package static let id = DiagnosticID("T1007", .error)

  /// A word under `when`, `applies_to` or `steps` that is not an intent.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    let declaring = name.text.contains(" ") ? nil : "declare `intent \(name.text)` with its fields"
    let condition = name.text.firstRange(of: " if ").map { "write the condition below: `- if: \(name.text[$0.upperBound...])`" }
    return make(
      "no intent is called `\(name.text)`", at: name.span, help: near.help ?? condition ?? declaring,
      fixes: near.fixes(at: name.span))
  }
}

/// An unknown pack.
///
/// Detected in `Sources/TruthsCheck/Declare/Bodies.swift`, `Sources/TruthsCheck/Declare/Jobs.swift`,
/// `Sources/TruthsCheck/Declare/VocabularyTables.swift`.
package enum UnknownPack: DiagnosticKind {
  package static let id = DiagnosticID("T1008", .error)

  /// A word under `uses`, `packs` or `pack:` that is not a pack.
  package static func finding(_ name: some PlacedName, among candidates: [String]) -> Diagnostic {
    let near = NearestHelp(to: name.text, among: candidates)
    return make("no pack is called `\(name.text)`", at: name.span, help: near.help, fixes: near.fixes(at: name.span))
  }
}
