package import TruthsJSON
import TruthsText

/// The matching of sets (runtime.md §6): `waiting_for` is one, so neither order nor repetition counts.
package enum SetMatch {
  /// Where a set of texts differs; empty when both hold the same.
  package static func mismatches(_ expected: LocatedJSON, _ got: [String], path: String) -> [Mismatch] {
    guard let elements = expected.elements else {
      return ValueMatch.mismatches(expected, got.isEmpty ? nil : .array(got.map { .text($0) }), path: path)
    }
    let came = Set(got.map { JSONValue.text($0) })
    let wanted = Set(elements.map(\.value))
    let missing = elements.enumerated().filter { !came.contains($0.element.value) }.map { index, element in
      Mismatch(
        path: "\(path)[\(index)]", span: element.span, expected: element.value.display,
        got: JSONValue.array(got.map { .text($0) }).display)
    }
    let extra = got.filter { !wanted.contains(.text($0)) }.map { text in
      Mismatch(path: path, span: expected.span, expected: expected.value.display, got: "also \(JSONValue.text(text).display)")
    }
    return missing + extra
  }
}
