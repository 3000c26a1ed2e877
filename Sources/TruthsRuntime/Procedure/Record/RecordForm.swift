/// How what a plain proposal comes to is written.
package enum RecordForm: Sendable {
  /// The object of runtime.md §4 on one line.
  case object
  /// The events as they happened, a line each (contract §13.3).
  case events
}
