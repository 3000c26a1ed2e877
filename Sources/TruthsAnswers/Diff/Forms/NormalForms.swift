import TruthsText

/// Stores the normal forms of two truth sets, each once, so that equal forms have equal numbers.
///
/// A form is a word with parts, which are forms. Common parts are shared, so `let`s that read each other need no more space than
/// in the source.
final class NormalForms {
  /// A form, by its index.
  typealias Form = Int

  struct Shape: Hashable {
    /// Compared by its scalars, because it contains texts of a set, and texts that only look alike differ.
    var word: Text
    var parts: [Form]
  }

  private var places: [Shape: Form] = [:]
  private var shapes: [Shape] = []

  /// Maximum number of parts for which a conjunction is flattened; without a limit, long chains would cost quadratic time.
  private static let flattened = 256

  /// Returns the form of a word with parts.
  func form(_ word: String, _ parts: [Form] = []) -> Form {
    let shape = Shape(word: Text(word), parts: parts)
    if let place = places[shape] { return place }
    shapes.append(shape)
    places[shape] = shapes.count - 1
    return shapes.count - 1
  }

  /// Returns a form whose parts have no order and no multiplicity.
  func set(_ word: String, _ parts: some Sequence<Form>) -> Form { form(word, Set(parts).sorted()) }

  /// Returns a form whose parts have no order, but a multiplicity.
  func bag(_ word: String, _ parts: [Form]) -> Form { form(word, parts.sorted()) }

  /// Returns a form for an optional part; without the part, the word alone.
  func optional(_ word: String, _ part: Form?) -> Form { form(word, part.map { [$0] } ?? []) }

  subscript(_ form: Form) -> Shape { shapes[form] }

  var yes: Form { form("yes") }
  var no: Form { form("no") }

  // MARK: Logic

  /// Returns the conjunction, or the disjunction, of two forms: flat, sorted, each part once. In Kleene's logic that keeps the
  /// value.
  func joined(_ isAnd: Bool, _ left: Form, _ right: Form) -> Form {
    let (word, neutral, absorbing): (Text, Form, Form) = isAnd ? ("and", yes, no) : ("or", no, yes)
    if left == absorbing || right == absorbing { return absorbing }
    if left == neutral { return right }
    if right == neutral { return left }
    let parts = [left, right].flatMap { part -> [Form] in
      let shape = shapes[part]
      return shape.word == word && shape.parts.count <= Self.flattened ? shape.parts : [part]
    }
    let distinct = Set(parts).sorted()
    return distinct.count == 1 ? distinct[0] : form(word.string, distinct)
  }

  /// Returns the forms that must all hold for a form to hold.
  func conjuncts(of form: Form) -> [Form] { shapes[form].word == "and" ? shapes[form].parts : [form] }

  /// Returns the negation of a form that has no opposite operator.
  func negated(_ form: Form) -> Form {
    if form == yes { return no }
    if form == no { return yes }
    let shape = shapes[form]
    return shape.word == "not" ? shape.parts[0] : self.form("not", [form])
  }
}
