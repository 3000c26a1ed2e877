import TruthsJSON
import TruthsText

/// How large what a proposal brings may be (runtime-2.md §2).
package enum EntrySize {
  /// Bytes of one text of a proposal or fact: 256 KiB.
  package static let ofText = 256 << 10
  /// Bytes of one text of a document: 16 MiB.
  package static let ofDocumentText = 16 << 20
  /// Bytes of the entries of a run, without what truths on facts derive: 64 MiB.
  package static let ofRun = 64 << 20

  /// What is wrong with a text that is too long; `nil` where it is not.
  ///
  /// - Parameters:
  ///   - what: what it is: `note`.
  ///   - whole: what it stands in: `proposal`, `fact`.
  package static func fault(of text: String, _ what: String, in whole: String) -> String? {
    let size = text.utf8.count
    guard size > ofText else { return nil }
    let most = "one of a \(whole) has at most \(ofText.grouped) (256 KiB)"
    return "`\(Quotation.of(what))` has a text of \(size.grouped) bytes, and \(most)"
  }
}
