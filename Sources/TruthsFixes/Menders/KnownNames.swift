import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The names of a set that an unknown word may be a misspelling or variant of.
struct KnownNames {
  private let units: [SourceUnit]
  private let shared: SharedLets
  /// The names that are known anywhere in the set.
  let all: Rewordings.Names

  init(_ loaded: LoadedSet) {
    units = loaded.units
    shared = SharedLets(units)
    let declarations = loaded.units.flatMap(\.declarations)
    var names = Rewordings.Names()
    names.units = Set(declarations.lazy.flatMap(\.types).compactMap(\.unit?.text))
    names.functions = Function.ofAlternatives.union(Function.nameable.map(\.name))
    var others: Set<String> = []
    for declaration in declarations {
      switch declaration.body {
      case .fact(let fact): names.facts.append((declaration.name.text, fact.key.map(\.text)))
      case .table: names.functions.insert(declaration.name.text)
      default: break
      }
      names.declared.formUnion(declaration.plainNames)
      for (name, type) in declaration.typedNames {
        names.declared.insert(name)
        if case .named(let type, unit: _) = type.kind, type.text == "boolean" {
          names.booleans.insert(name)
        } else {
          others.insert(name)
        }
      }
    }
    names.booleans.subtract(others)
    // A field may have a reserved word as its name, but such a word by itself is never the field.
    names.declared.subtract(ReservedWords.all)
    all = names
  }

  /// Returns the names that are known at a place.
  func names(at span: Span) -> Rewordings.Names {
    var result = all
    guard let (truth, _, _) = truth(around: span) else { return result }
    result.owners = lets(at: span).map(\.name.text)
    for case .fact(let match) in truth.when { result.owners += [match.variable?.text].compactMap { $0 } }
    return result
  }

  /// Returns the `let`s of the truth around a place, and those of the file that it shares with its intent.
  func lets(at span: Span) -> [LetBinding] {
    guard let (truth, declaration, pack) = truth(around: span) else { return [] }
    return truth.lets + shared.lets(of: declaration, in: pack).filter { $0.name.span.file == span.file }
  }

  private func truth(around span: Span) -> (truth: TruthDeclaration, declaration: Declaration, pack: String)? {
    let unit = units.first { $0.file == span.file }
    let declaration = unit?.declarations.last { $0.span.start <= span.start && span.start <= $0.span.end }
    guard let unit, let declaration, case .truth(let truth) = declaration.body else { return nil }
    return (truth, declaration, unit.pack)
  }
}

extension Declaration {
  /// The names that the declaration gives to fields and policies, with their types.
  fileprivate var typedNames: [(name: String, type: TypeSyntax)] {
    let fields: [FieldDeclaration] =
      switch body {
      case .fact(let fact): fact.fields
      case .record(let record): record.fields
      case .intent(let intent): intent.fields
      case .table(let table):
        if case .several(let outputs) = table.outputs { table.inputs + outputs } else { table.inputs }
      default: []
      }
    if case .policy(let policy) = body { return [(name.text, policy.type)] }
    return fields.map { ($0.name.text, $0.type) }
  }

  /// The names without a type of their own: `let`s, variables and values of enums.
  fileprivate var plainNames: [String] {
    switch body {
    case .enumeration(let enumeration): enumeration.values.map(\.text)
    case .table(let table): [name.text] + table.lets.map(\.name.text)
    case .intent(let intent): intent.lets.map(\.name.text)
    case .truth(let truth):
      truth.lets.map(\.name.text)
        + truth.when.compactMap { entry -> String? in
          if case .fact(let match) = entry { match.variable?.text } else { nil }
        }
    default: []
    }
  }
}
