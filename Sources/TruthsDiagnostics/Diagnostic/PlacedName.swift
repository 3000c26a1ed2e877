package import TruthsText

/// A word of a source with its place, whatever the syntax calls it; makers of diagnostics take one where they speak of a name.
package protocol PlacedName {
  /// The word as the author wrote it.
  var text: String { get }
  /// Its characters.
  var span: Span { get }
}
