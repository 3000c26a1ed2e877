import TruthsProgram
import TruthsText

/// A view, and some of its fields, ascending.
struct ViewPattern: Hashable, Sendable {
  /// Index in ``Program/facts``.
  var view: Int
  var fields: [Int]
}

/// The facts of a view in which some fields have given values.
struct ViewQuestion: Hashable, Sendable {
  var pattern: ViewPattern
  /// One per field of the pattern; none is missing.
  var values: [Value]

  /// The same of some of the fields.
  func values(of fields: [Int]) -> [Value] {
    fields.compactMap { field in pattern.fields.firstIndex(of: field).map { values[$0] } }
  }
}

/// What is read of views: of some all their facts, of others those that questions ask for (demand transformation, as in
/// Bancilhon, Maier, Sagiv and Ullman, "Magic sets and other strange ways to implement logic programs").
struct ViewDemand: Sendable {
  /// Indices in ``Program/facts``.
  private(set) var whole: Set<Int>
  /// In the order in which they are asked, each once; none is about a view that is wanted whole.
  private(set) var questions: [ViewQuestion] = []
  private var asked: Set<ViewQuestion> = []

  init(whole: Set<Int> = []) { self.whole = whole }

  /// Every view of which anything is read.
  var views: Set<Int> { whole.union(questions.map(\.pattern.view)) }

  /// Takes in what another one asks for.
  mutating func add(_ other: ViewDemand) {
    whole.formUnion(other.whole)
    questions.removeAll { whole.contains($0.pattern.view) }
    for question in other.questions { add(question) }
  }

  mutating func add(_ question: ViewQuestion) {
    if !whole.contains(question.pattern.view), asked.insert(question).inserted { questions.append(question) }
  }
}
