package import Truths

/// Access to files for a language server, which reads none itself.
package protocol LanguageHost {
  /// Returns the root of the project around a path: the nearest directory, from the path upwards, with `truths/` or a
  /// `truths.yaml`.
  func root(around path: String) -> String?

  /// Returns the files of a project on disk, by their paths as messages show them.
  func files(ofRoot root: String) -> ProjectFiles

  /// Returns the attributes of the files of a project on disk, and of its scratch files, by their paths as messages show them.
  /// No file is read.
  func snapshot(ofRoot root: String) -> FileSnapshot

  /// Returns the content of a file, by its absolute path; `nil` where it cannot be read.
  func bytes(of path: String) -> [UInt8]?

  /// Returns the files below a root that contain a text in double quotes, by their paths as messages show them.
  ///
  /// - Parameter isWanted: whether a file of such a path is read at all.
  func files(below root: String, holding text: String, where isWanted: (String) -> Bool) -> [String]

  /// The current date, `2026-01-31`, to which the dates of `# truths:ignore … until` comments are compared.
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
