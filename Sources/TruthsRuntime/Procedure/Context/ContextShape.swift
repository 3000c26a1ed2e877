package import TruthsJSON
import TruthsLedger

/// The form of what a context is made of (runs §1.3, §1.4).
package enum ContextShape {
  /// A whole entry, or a fact in short form. An object with `type` and without `payload` is the second.
  package static let line = JSONShape.choice(
    if: .open([.required("entry_type", .anything, ""), .required("payload", .anything, "")]), then: entry,
    else: EntryForm.fact)

  private static let entry = JSONShape.named("whole-entry") { .members(EntryForm.members(payload: .map())) }
}
