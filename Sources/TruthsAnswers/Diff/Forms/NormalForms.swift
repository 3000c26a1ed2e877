import TruthsText

/// Stores the normal forms of two truth sets. Each form is stored once, so that equal forms have the same number.
///
/// A form is a word with parts, which are forms themselves. Forms share equal parts. `let`s that read each other therefore need
/// no more space than in the source.
final class NormalForms {
  /// A form, given by its index in the store.
  typealias Form = Int

  struct Shape: Hashable {
    /// The word of the form. It is compared by Unicode scalars, because texts that only look alike are different.
    var word: Text
    var parts: [Form]
  }

  private var formsByShape: [Shape: Form] = [:]
  private var shapes: [Shape] = []

  /// The maximum number of parts up to which a conjunction is flattened. Without a limit, long chains would take quadratic
  /// time.
  private static let flattened = 256

  /// Returns the form of a word with parts.
  func form(_ word: String, _ parts: [Form] = []) -> Form {
    let shape = Shape(word: Text(word), parts: parts)
    if let place = formsByShape[shape] { return place }
    shapes.append(shape)
    formsByShape[shape] = shapes.count - 1
    return shapes.count - 1
  }

  /// Returns a form whose parts have no order and count once.
  func set(_ word: String, _ parts: some Sequence<Form>) -> Form { form(word, Set(parts).sorted()) }

  /// Returns a form whose parts have no order, but count as often as they occur.
  func bag(_ word: String, _ parts: [Form]) -> Form { form(word, parts.sorted()) }

  /// Returns a form with an optional part. Without the part, the form is the word alone.
  func optional(_ word: String, _ part: Form?) -> Form { form(word, part.map { [$0] } ?? []) }

  subscript(_ form: Form) -> Shape { shapes[form] }

  var yes: Form { form("yes") }
  var no: Form { form("no") }

  // MARK: Logic

  /// Returns the conjunction or the disjunction of two forms. It is flat and sorted, and contains each part once. In Kleene's
  /// logic this does not change the value.
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

  /// Returns the forms that must all hold if a form holds.
  func conjuncts(of form: Form) -> [Form] { shapes[form].word == "and" ? shapes[form].parts : [form] }

  /// Returns the negation of a form, written with `not`.
  func negated(_ form: Form) -> Form {
    if form == yes { return no }
    if form == no { return yes }
    let shape = shapes[form]
    return shape.word == "not" ? shape.parts[0] : self.form("not", [form])
  }
}
