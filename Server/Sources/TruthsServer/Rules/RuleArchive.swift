import Foundation
import Truths

/// Stores rule sets beside a ledger as bundles named by hash: the set in force, former sets, and sets that may be adopted.
/// After a restart the server finds sets here that the files no longer hold.
struct RuleArchive: Sendable {
  /// The archive's folder, `LEDGER.rules`.
  let folder: String

  /// Returns the set with a hash; `nil` where it is not stored.
  ///
  /// - Throws: ``StartFault`` where the stored file holds a different set.
  func rules(_ hash: String) throws(StartFault) -> RuleSet? {
    guard let bytes = FileManager.default.contents(atPath: path(of: hash)) else { return nil }
    do throws(Findings) {
      let rules = try RuleSet(bundle: SourceText(path: path(of: hash), bytes: Array(bytes)))
      if rules.hash == hash { return rules }
    } catch {
      throw StartFault(error.text(), .badData)
    }
    throw StartFault("\(path(of: hash)): it holds other rules than its name says; remove it", .badData)
  }

  /// Stores a set, and returns once it is on the disk.
  ///
  /// - Returns: whether it was not stored before.
  /// - Throws: ``StartFault`` where it could not be stored.
  @discardableResult
  func keep(_ rules: RuleSet) throws(StartFault) -> Bool {
    let archivePath = path(of: rules.hash)
    if FileManager.default.fileExists(atPath: archivePath) { return false }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let draft = archivePath + ".draft"
      try Data(try rules.bundle().utf8).write(to: URL(fileURLWithPath: draft))
      try Self.synchronize(draft)
      guard rename(draft, archivePath) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      try Self.synchronize(folder)
      try Self.synchronize((folder as NSString).deletingLastPathComponent)
      return true
    } catch let findings as Findings {
      throw StartFault("the rules cannot be kept:\n\(findings.text())", .badData)
    } catch {
      throw StartFault("\(archivePath): the rules cannot be kept there, so that a restart would not find them: \(error)", .system)
    }
  }

  /// Removes a set that was never in force.
  func remove(_ hash: String) { try? FileManager.default.removeItem(atPath: path(of: hash)) }

  private func path(of hash: String) -> String { "\(folder)/\(hash.replacing("sha256:", with: "")).truthpack" }

  private static func synchronize(_ path: String) throws {
    let descriptor = open(path.isEmpty ? "." : path, O_RDONLY)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }
}
