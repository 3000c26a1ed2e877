/// A question grew past its limits: what is asked is left alone (language.md §9, "beyond that, silence").
struct Undecided: Error {}

/// What the questions of one check may cost, counted in steps and never in time, so that answers do not depend on the machine.
final class Effort {
  /// What is left for all questions together.
  private var total: Int
  /// What all questions together have taken so far.
  private(set) var spent = 0
  /// What is left for the present question.
  private var current = 0

  init(total: Int) { self.total = total }

  /// Allows the next question some steps.
  func begin(steps: Int) { current = steps }

  /// Takes steps; past either limit the question stays undecided.
  func spend(_ steps: Int) throws(Undecided) {
    current -= steps
    total -= steps
    spent += steps
    if current < 0 || total < 0 { throw Undecided() }
  }
}
