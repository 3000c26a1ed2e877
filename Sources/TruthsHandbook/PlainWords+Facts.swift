import TruthsProgram
import TruthsSyntax

/// Facts in words.
extension PlainWords {
  /// A fact type with the values given for its keys.
  struct NamedFact {
    var type: FactType
    var keyArguments: [KeyArgument]
  }

  func fact(_ expr: Expr) -> NamedFact? {
    if case .keyed(let base, let arguments) = expr.kind {
      return fact(base).map { NamedFact(type: $0.type, keyArguments: arguments) }
    }
    guard case .fact(let index)? = scope.meaning(expr) else { return nil }
    return NamedFact(type: scope.program.facts[index], keyArguments: [])
  }

  /// Returns the presence of a fact in words: `there is an invoice created for this invoice id`.
  func presence(_ fact: NamedFact, _ lead: String) -> Phrase {
    let article = lead == "there is" ? " " + PlainName.article(before: fact.type.name) : ""
    return "\(plain: lead + article) \(scope.words(fact.type.name, of: fact.type.pack))\(keys(of: fact))"
  }

  /// Returns the keys of a fact in words: ` for this invoice id whose step is “sent”`.
  func keys(of fact: NamedFact) -> Phrase {
    let given = Set(fact.keyArguments.map(\.name.text))
    let own = fact.type.key.map { fact.type.fields[$0].name }.filter { !given.contains($0) }
    var phrase = Phrase()
    if !own.isEmpty { phrase = " for this \(own.map { scope.words($0) }.listed())" }
    let said = fact.keyArguments.map { argument -> Phrase in
      let type = fact.type.fields.first { $0.name == argument.name.text }?.type
      return "whose \(scope.words(argument.name.text)) is \(value(argument.value, as: type))"
    }
    return said.isEmpty ? phrase : "\(phrase) \(said.listed())"
  }
}
