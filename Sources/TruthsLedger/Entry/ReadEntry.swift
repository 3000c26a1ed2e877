package import TruthsJSON

/// An entry as it was read, with the places of its payload for messages.
package struct ReadEntry: Sendable {
  package var entry: Entry
  package var payload: LocatedJSON
  /// Whether the payload alone was given.
  package var isShortForm: Bool

  package init(entry: Entry, payload: LocatedJSON, isShortForm: Bool) {
    self.entry = entry
    self.payload = payload
    self.isShortForm = isShortForm
  }
}
