import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A fact type as an expression names it, before its place says whether its presence, a field or all of its facts are meant.
struct FactReference {
  /// Index in ``Program/facts``.
  var fact: Int
  /// Keys written in brackets; `nil` without brackets.
  var keys: [KeyArgument]?
  var span: Span
  /// As written: `period.closed`.
  var label: String
}

/// What a name, path or keyed form means.
enum Target {
  case value(Typed)
  case fact(FactReference)
  /// It means nothing; that has been reported.
  case fault
}

extension Expr {
  /// Whether it is a name, a path of words behind one, or a fact type with keys: what can mean a fact type.
  var isPath: Bool {
    switch kind {
    case .name, .keyed: true
    case .member(let base, _): base.isPath
    default: false
    }
  }

  /// The words of a path, where it is nothing else: `a.b.c`.
  var words: [Name]? {
    switch kind {
    case .name(let text): return [Name(text, at: span)]
    case .member(let base, let word):
      guard let before = base.words else { return nil }
      return before + [word]
    default: return nil
    }
  }
}

extension Body {
  /// What an expression of the form of a path means (language.md §4, "Names").
  func target(_ expr: Expr, expecting type: ValueType?) -> Target {
    if let words = expr.words {
      return words.count == 1 ? .value(bareName(words[0], expecting: type)) : path(words, at: expr.span)
    }
    switch expr.kind {
    case .keyed(let base, let keys): return keyed(base, keys, at: expr.span)
    case .member(let base, let word):
      switch target(base, expecting: nil) {
      case .value(let typed): return .value(members([word], of: typed, at: expr.span))
      case .fact(let reference): return .value(lookUp(reference, [word], at: expr.span))
      case .fault: return .fault
      }
    default: return .value(value(expr, expecting: type))
    }
  }

  private func keyed(_ base: Expr, _ keys: [KeyArgument], at span: Span) -> Target {
    switch target(base, expecting: nil) {
    case .fault: return .fault
    case .value(let typed):
      if !typed.type.isUnknown { session.report(NotAFact.keyed(at: base.span)) }
      return .fault
    case .fact(var reference):
      if reference.keys != nil {
        session.report(NotAFact.keyed(at: base.span))
        return .fault
      }
      reference.keys = keys
      reference.span = span
      reference.label = formatted(Expr(.keyed(base, keys), at: span))
      return .fact(reference)
    }
  }

  private func bareName(_ name: Name, expecting type: ValueType?) -> Typed {
    if case .enumeration(let index) = type, let value = session.enumConstant(Text(name.text), of: index) {
      return .constant(value, .enumeration(index), at: name.span)
    }
    let found = find(name.text)
    if let meant = only(found) { return typed(meant, at: name.span, label: name.text) }
    if found.isEmpty {
      reportUnknown(name, expecting: type)
    } else {
      reportAmbiguous(name.text, at: name.span, forms(found, name.text))
    }
    return .fault(at: name.span)
  }

  func reportAmbiguous(_ name: String, at span: Span, _ forms: [(form: String, kind: String, span: Span?)]) {
    session.report(
      AmbiguousName.found(
        name, at: span, forms: forms.map(\.form),
        notes: forms.compactMap { form in form.span.map { ("this \(form.kind) is `\(form.form)`", $0) } }))
  }
}
