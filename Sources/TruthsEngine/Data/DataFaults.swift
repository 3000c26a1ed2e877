package import TruthsText

/// A fault in data that does not match the vocabulary.
package struct DataFault: Hashable, Sendable {
  /// The message in lower case, without a full stop; names in backticks.
  package var message: String
  /// The span of the faulty characters in the data.
  package var span: Span
  /// The nearest known name, for an unknown name.
  package var nearest: String?

  package init(_ message: String, at span: Span, nearest: String? = nil) {
    self.message = message
    self.span = span
    self.nearest = nearest
  }

  /// The message with the nearest name: ``unknown field `amout`; did you mean `amount`?``
  package var text: String {
    guard let nearest else { return message }
    return "\(message); did you mean `\(nearest)`?"
  }
}

/// The faults that were found in a value: the first ``most`` of them, and the number of all.
///
/// Data may have any number of faults. A fault beyond the list is only counted, without a message and without a search for
/// similar names.
package struct DataFaults: Error, Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The listed faults, in order.
  package private(set) var reported: [DataFault] = []
  /// The number of all faults.
  package private(set) var count = 0

  /// The largest number of listed faults.
  package static let most = 100

  package init() {}

  package init(arrayLiteral elements: DataFault...) {
    for fault in elements { append(fault) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Whether one more fault would be listed.
  package var tellsMore: Bool { reported.count < Self.most }

  /// Adds a fault; its message is made only if it is listed.
  package mutating func append(_ fault: @autoclosure () -> DataFault) {
    if tellsMore { reported.append(fault()) }
    count += 1
  }

  /// Counts a fault that is not listed.
  package mutating func countUntold() { count += 1 }

  package mutating func append(_ faults: DataFaults) {
    reported += faults.reported.prefix(Self.most - reported.count)
    count += faults.count
  }

  /// Inserts a fault at a position in the list.
  package mutating func insert(_ fault: DataFault, at place: Int) {
    reported.insert(fault, at: min(place, reported.count))
    if reported.count > Self.most { reported.removeLast() }
    count += 1
  }

  /// Returns the listed faults and, as the last one, the number of the others.
  ///
  /// - Parameter span: the span of the whole piece of data.
  package func listed(at span: Span) -> [DataFault] {
    untold == 0 ? reported : reported + [DataFault("\(untold.grouped) more values and names of it are at fault", at: span)]
  }

  private var untold: Int { count - reported.count }

  /// The faults in one line, each shortened like a quoted value.
  package var text: String {
    let more = untold > 0 ? ["and \(untold.grouped) more"] : []
    return (reported.map { Quotation.of($0.text) } + more).joined(separator: "; ")
  }
}
