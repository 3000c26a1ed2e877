import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The names of a set that an unknown word may be a misspelling or variant of.
struct KnownNames {
  private let units: [SourceUnit]
  private let shared: SharedLets
  private let common: Rewordings.Names

  init(_ loaded: LoadedSet) {
    units = loaded.units
    shared = SharedLets(units)
    let declarations = loaded.units.flatMap(\.declarations)
    var names = Rewordings.Names()
    names.units = Set(declarations.lazy.flatMap(\.types).compactMap(\.unit?.text))
    for declaration in declarations {
      if case .fact(let fact) = declaration.body { names.facts.append((declaration.name.text, fact.key.map(\.text))) }
    }
    common = names
  }

  /// Returns the names that are known at a place.
  func names(at span: Span) -> Rewordings.Names {
    var result = common
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
