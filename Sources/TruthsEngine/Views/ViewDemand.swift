import TruthsProgram
import TruthsText

/// A view and some of its fields, ascending.
struct ViewPattern: Hashable, Sendable {
  /// The index in ``Program/facts``.
  var view: Int
  var fields: [Int]
}

/// A question for the facts of a view in which some fields have given values.
struct ViewQuestion: Hashable, Sendable {
  var pattern: ViewPattern
  /// The values, one for each field of the pattern; all are present.
  var values: [Value]

  /// Returns the values of some of the fields.
  func values(of fields: [Int]) -> [Value] {
    fields.compactMap { field in pattern.fields.firstIndex(of: field).map { values[$0] } }
  }
}

/// The facts of views that are needed: all facts of some views, and those that questions ask for of others.
///
/// It is the demand transformation, as in Bancilhon, Maier, Sagiv and Ullman, "Magic sets and other strange ways to implement
/// logic programs".
struct ViewDemand: Sendable {
  /// The views that are needed whole: indices in ``Program/facts``.
  private(set) var wholeViews: Set<Int>
  /// The distinct questions in order. No question is about a view that is needed whole.
  private(set) var questions: [ViewQuestion] = []
  private var asked: Set<ViewQuestion> = []

  init(wholeViews: Set<Int> = []) { self.wholeViews = wholeViews }

  /// Every view that is read.
  var views: Set<Int> { wholeViews.union(questions.map(\.pattern.view)) }

  /// Adds another demand.
  mutating func add(_ other: ViewDemand) {
    wholeViews.formUnion(other.wholeViews)
    questions.removeAll { wholeViews.contains($0.pattern.view) }
    for question in other.questions { add(question) }
  }

  mutating func add(_ question: ViewQuestion) {
    if !wholeViews.contains(question.pattern.view), asked.insert(question).inserted { questions.append(question) }
  }
}
