package import TruthsText

/// A word of a source with its span, which any syntax node can be; diagnostics take it where they speak about a name.
package protocol PlacedName {
  /// The word as the author wrote it.
  var text: String { get }
  var span: Span { get }
}
