import CTruths
import Truths

/// The `truths_options` of a session.
struct GivenSessionOptions {
  private(set) var now: String?
  private(set) var policies: [String] = []
  private(set) var documents: [DocumentInput] = []
  private(set) var maxWork = RunInput.standardMaxWork

  /// - Returns: `nil` for invalid options.
  init?(_ pointer: UnsafePointer<truths_options>?) {
    guard let pointer else { return }
    let size = pointer.pointee.size
    // The struct of an earlier header is smaller; members that it does not have are not read.
    guard let firstEnd = MemoryLayout<truths_options>.offset(of: \.documents), size >= firstEnd,
      size == firstEnd || size >= MemoryLayout<truths_options>.size
    else { return nil }
    var options = truths_options()
    withUnsafeMutableBytes(of: &options) {
      $0.copyMemory(from: UnsafeRawBufferPointer(start: pointer, count: min(size, $0.count)))
    }
    guard !options.now.isMisuse, options.policy_count == 0 || options.policies != nil,
      options.document_count == 0 || options.documents != nil, options.max_work >= 0
    else { return nil }
    let settings = UnsafeBufferPointer(start: options.policies, count: options.policy_count)
    let documents = UnsafeBufferPointer(start: options.documents, count: options.document_count)
    if settings.contains(where: \.isMisuse) { return nil }
    if documents.contains(where: { $0.name.isMisuse || $0.path.isMisuse || $0.content.isMisuse }) { return nil }
    let names = documents.map(\.name.text)
    if Set(names).count != names.count || names.contains(where: { $0.isEmpty || $0.contains("=") }) { return nil }
    if options.now.count > 0 { now = options.now.text }
    policies = settings.map(\.text)
    self.documents = documents.map { document in
      DocumentInput(
        setting: "\(document.name.text)=\(document.path.text)",
        content: .text(SourceText(path: document.path.text, bytes: document.content.bytes)))
    }
    if options.max_work > 0 { maxWork = Int(options.max_work) }
  }
}
