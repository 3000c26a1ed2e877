/// The files that a language server reads. The server itself reads none.
package protocol LanguageHost {
  /// The root of the project around a path: the nearest directory, from it upwards, that holds `truths/` or a `truths.yaml`.
  func root(around path: String) -> String?

  /// The files of a project as they stand on the disk, by their paths as messages show them.
  func files(ofRoot root: String) -> ProjectFiles

  /// What a file holds, by its absolute path; `nil` where it cannot be read.
  func bytes(of path: String) -> [UInt8]?

  /// The ledgers below a root that hold a text, by their paths as messages show them.
  func ledgers(below root: String, holding text: String) -> [String]

  /// The present day, `2026-01-31`, that `# truths:ignore … until` comments are held to.
  var today: String { get }
}

/// The files of a project.
package struct ProjectFiles: Sendable {
  package typealias File = (path: String, bytes: [UInt8])

  /// Truth and job files.
  package var truths: [File]
  /// Fixtures and the documents that they name.
  package var fixtures: [File]

  package init(truths: [File] = [], fixtures: [File] = []) {
    self.truths = truths
    self.fixtures = fixtures
  }
}
