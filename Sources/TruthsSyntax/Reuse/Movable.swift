import TruthsDiagnostics
import TruthsText

/// What stands in a file, and can stand further up or down in it without being read again.
protocol Movable {
  /// The same, so many bytes further down.
  func moved(by distance: Int32) -> Self
}

extension Movable {
  /// A copy in which some parts have been moved.
  func with(_ move: (inout Self) -> Void) -> Self {
    var copy = self
    move(&copy)
    return copy
  }
}

extension Array: Movable where Element: Movable {
  func moved(by distance: Int32) -> [Element] { map { $0.moved(by: distance) } }
}

extension Optional: Movable where Wrapped: Movable {
  func moved(by distance: Int32) -> Wrapped? { map { $0.moved(by: distance) } }
}

extension Span: Movable {
  func moved(by distance: Int32) -> Span {
    Span(file: file, start: Int(start) + Int(distance), end: Int(end) + Int(distance))
  }
}

extension Name: Movable {
  func moved(by distance: Int32) -> Name { Name(text, at: span.moved(by: distance)) }
}

extension Diagnostic: Movable {
  func moved(by distance: Int32) -> Diagnostic {
    with {
      $0.span = span.moved(by: distance)
      $0.notes = notes.map { Note($0.message, at: $0.span.moved(by: distance)) }
      $0.fixes = fixes.map { fix in
        Fix(fix.title, fix.edits.map { Edit($0.span.moved(by: distance), $0.replacement) }, isSafe: fix.isSafe)
      }
    }
  }
}
