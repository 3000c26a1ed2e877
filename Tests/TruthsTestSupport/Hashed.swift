package import Truths

extension Workspace {
  /// The part of the bundle that the truths hash covers, with the hash; `nil` for a set with errors.
  package var hashed: Substring? {
    let text = try? build()
    return text.map { $0[..<($0.firstRange(of: "\n  \"sources\"")?.lowerBound ?? $0.endIndex)] }
  }
}
