import TruthsText

/// The normal forms of two truth sets, each stored once: two expressions have one form where they have one number.
///
/// A form is a word with forms below it. They share what they have in common, so `let`s that read each other take no more room
/// than they take in the source.
final class NormalForms {
  /// A form, by its place.
  typealias Form = Int

  struct Shape: Hashable {
    /// By its scalars: texts of a set stand in it, and two that only look alike are two.
    var word: Text
    var parts: [Form]
  }

  private var places: [Shape: Form] = [:]
  private var shapes: [Shape] = []

  /// Parts of a conjunction beyond which it stays nested: flattening long chains would cost the square of their length.
  private static let flattened = 256

  /// The form of a word over others.
  func form(_ word: String, _ parts: [Form] = []) -> Form {
    let shape = Shape(word: Text(word), parts: parts)
    if let place = places[shape] { return place }
    shapes.append(shape)
    places[shape] = shapes.count - 1
    return shapes.count - 1
  }

  /// The same where the order of the parts, and how often each stands there, means nothing.
  func set(_ word: String, _ parts: some Sequence<Form>) -> Form { form(word, Set(parts).sorted()) }

  /// The same where the order of the parts means nothing, and how often each stands there does.
  func bag(_ word: String, _ parts: [Form]) -> Form { form(word, parts.sorted()) }

  /// A form behind a word that says what it is; alone the word says that there is none.
  func optional(_ word: String, _ part: Form?) -> Form { form(word, part.map { [$0] } ?? []) }

  subscript(_ form: Form) -> Shape { shapes[form] }

  var yes: Form { form("yes") }
  var no: Form { form("no") }

  // MARK: Logic

  /// The conjunction, or the disjunction, of two: flat, in order, each part once (Kleene's logic keeps its values by that).
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

  /// What must hold one by one where the form must hold.
  func conjuncts(of form: Form) -> [Form] { shapes[form].word == "and" ? shapes[form].parts : [form] }

  /// The negation of a form that has no opposite of its own.
  func negated(_ form: Form) -> Form {
    if form == yes { return no }
    if form == no { return yes }
    let shape = shapes[form]
    return shape.word == "not" ? shape.parts[0] : self.form("not", [form])
  }
}
