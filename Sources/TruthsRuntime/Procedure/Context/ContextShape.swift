package import TruthsJSON
import TruthsLedger

/// The JSON form of a context's lines (runs §1.3, §1.4).
package enum ContextShape {
  /// A line: a whole entry, or a fact in short form. An object with `entry_type` and `payload` is a whole entry.
  package static let line = JSONShape.choice(
    if: .open([.required("entry_type", .anything, ""), .required("payload", .anything, "")]), then: entry,
    else: EntryForm.fact)

  private static let entry = JSONShape.named("whole-entry") { .members(EntryForm.members(payload: .map())) }
}
