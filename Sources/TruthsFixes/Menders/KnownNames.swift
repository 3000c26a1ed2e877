import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The names of a set that an unknown word may be a misspelling or variant of.
struct KnownNames {
  private let units: [SourceUnit]
  private let common: Rewordings.Names

  init(_ loaded: LoadedSet) {
    units = loaded.units
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
    guard let truth = truth(around: span) else { return result }
    result.owners = truth.lets.map(\.name.text)
    for case .fact(let match) in truth.when { result.owners += [match.variable?.text].compactMap { $0 } }
    return result
  }

  /// Returns the `let`s of the truth around a place.
  func lets(at span: Span) -> [LetBinding] { truth(around: span)?.lets ?? [] }

  private func truth(around span: Span) -> TruthDeclaration? {
    let unit = units.first { $0.file == span.file }
    let declaration = unit?.declarations.last { $0.span.start <= span.start && span.start <= $0.span.end }
    guard case .truth(let truth) = declaration?.body else { return nil }
    return truth
  }
}
