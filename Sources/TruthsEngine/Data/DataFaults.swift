package import TruthsText

/// What is wrong with a piece of data against the vocabulary.
package struct DataFault: Hashable, Sendable {
  /// Lower case, without a full stop; names in backticks.
  package var message: String
  /// The exact characters of the data.
  package var span: Span
  /// The nearest known name, where a name is unknown.
  package var nearest: String?

  package init(_ message: String, at span: Span, nearest: String? = nil) {
    self.message = message
    self.span = span
    self.nearest = nearest
  }

  /// The message with its proposal: ``unknown field `amout`; did you mean `amount`?``
  package var text: String {
    guard let nearest else { return message }
    return "\(message); did you mean `\(nearest)`?"
  }
}

/// Everything that is wrong with one piece of data.
///
/// A proposal may have any number of values at fault. The first ``most`` are told, and the others are only counted: no message is
/// written for them, and no near name looked for.
package struct DataFaults: Error, Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The faults that are told, in order.
  package private(set) var told: [DataFault] = []
  /// How many faults there are.
  package private(set) var count = 0

  /// How many faults are told.
  package static let most = 100

  package init() {}

  package init(arrayLiteral elements: DataFault...) {
    for fault in elements { append(fault) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Whether one more fault is told.
  package var tellsMore: Bool { told.count < Self.most }

  /// Adds a fault, which is made only if it is told.
  package mutating func append(_ fault: @autoclosure () -> DataFault) {
    if tellsMore { told.append(fault()) }
    count += 1
  }

  /// Counts a fault that is not told.
  package mutating func countUntold() { count += 1 }

  package mutating func append(_ faults: DataFaults) {
    told += faults.told.prefix(Self.most - told.count)
    count += faults.count
  }

  /// Inserts a fault behind some of those that are there.
  package mutating func insert(_ fault: DataFault, at place: Int) {
    told.insert(fault, at: min(place, told.count))
    if told.count > Self.most { told.removeLast() }
    count += 1
  }

  /// The faults that are told, and as the last of them how many are not.
  ///
  /// - Parameter span: of the whole piece of data.
  package func listed(at span: Span) -> [DataFault] {
    untold == 0 ? told : told + [DataFault("\(untold.grouped) more values and names of it are at fault", at: span)]
  }

  private var untold: Int { count - told.count }

  /// The faults in one line, each cut like a value that is quoted.
  package var text: String {
    let more = untold > 0 ? ["and \(untold.grouped) more"] : []
    return (told.map { Quotation.of($0.text) } + more).joined(separator: "; ")
  }
}
