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

/// A lifecycle as an expression names it, before its place says whether a state or all of its instances are meant.
struct LifecycleReference {
  /// Index in ``Program/lifecycles``.
  var lifecycle: Int
  /// Keys written in brackets; `nil` without brackets.
  var keys: [KeyArgument]?
  var span: Span
  /// As written: `invoice`.
  var label: String
}

/// What a name, path or keyed form means.
enum Target {
  case value(Typed)
  case fact(FactReference)
  case lifecycle(LifecycleReference)
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
    var words: [Name] = []
    return addWords(to: &words) ? words : nil
  }

  private func addWords(to words: inout [Name]) -> Bool {
    switch kind {
    case .name(let text): words.append(Name(text, at: span))
    case .member(let base, let word):
      guard base.addWords(to: &words) else { return false }
      words.append(word)
    default: return false
    }
    return true
  }
}

extension Body {
  /// What an expression of the form of a path means (language.md §4, "Names").
  func target(_ expr: Expr, expecting type: ValueType?) -> Target {
    if let words = expr.words {
      return words.count == 1 ? bareTarget(words[0], expecting: type) : path(words, at: expr.span)
    }
    switch expr.kind {
    case .keyed(let base, let keys): return keyed(base, keys, at: expr.span)
    case .member(let base, let word):
      switch target(base, expecting: nil) {
      case .value(let typed): return .value(members([word], of: typed, at: expr.span))
      case .fact(let reference): return .value(lookUp(reference, [word], at: expr.span))
      case .lifecycle(let reference): return .value(state(reference, [word], at: expr.span))
      case .fault: return .fault
      }
    default: return .value(value(expr, expecting: type))
    }
  }

  private func keyed(_ base: Expr, _ keys: [KeyArgument], at span: Span) -> Target {
    switch target(keyTarget(base), expecting: nil) {
    case .fault: return .fault
    case .lifecycle(var reference):
      if reference.keys != nil {
        session.report(NotAFact.keyed(at: base.span))
        return .fault
      }
      reference.keys = keys
      reference.span = span
      reference.label = formatted(Expr(.keyed(base, keys), at: span))
      return isStatePath(base) ? .value(state(reference, label: reference.label, at: span)) : .lifecycle(reference)
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

  /// The lifecycle in `invoice.state(invoice_id = x)`, where the keys stand behind the state; any other base as it is.
  private func keyTarget(_ base: Expr) -> Expr {
    guard isStatePath(base), case .member(let root, _) = base.kind else { return base }
    return root
  }

  private func isStatePath(_ expr: Expr) -> Bool {
    guard case .member(let root, let word) = expr.kind, word.text == "state", let words = root.words, let last = words.last else {
      return false
    }
    if words.count == 1 { return only(find(last.text)).map(\.isLifecycle) ?? false }
    return words.count == 2 && session.lifecycle(named: last.text).map { program.lifecycles[$0].pack == words[0].text } ?? false
  }

  /// A bare name; a lifecycle stays one, since its place says what of it is meant.
  private func bareTarget(_ name: Name, expecting type: ValueType?) -> Target {
    var isValue = false
    if case .enumeration(let index) = type { isValue = session.enumConstant(Text(name.text), of: index) != nil }
    let meant = isValue ? nil : meant(name.text)
    if case .lifecycle(let index) = meant {
      return .lifecycle(LifecycleReference(lifecycle: index, keys: nil, span: name.span, label: name.text))
    }
    return .value(bareName(name, meant, expecting: type))
  }

  private func bareName(_ name: Name, _ meant: Found?, expecting type: ValueType?) -> Typed {
    if case .enumeration(let index) = type, let value = session.enumConstant(Text(name.text), of: index) {
      return .constant(value, .enumeration(index), at: name.span)
    }
    if let meant { return typed(meant, at: name.span, label: name.text) }
    let found = find(name.text)
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

extension Body.Found {
  var isLifecycle: Bool {
    if case .lifecycle = self { return true }
    return false
  }
}
