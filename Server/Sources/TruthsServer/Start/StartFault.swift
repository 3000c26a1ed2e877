/// Why nothing is served, and the exit code that says so (command-line §3).
package struct StartFault: Error, CustomStringConvertible {
  /// The exit codes that a server ends with.
  package enum Status: Int32, Sendable {
    /// A fault of the system: a ledger that stays locked, an address in use, a disk that does not write.
    case system = 3
    case wrongUse = 64
    /// Rules with errors, a ledger that does not hold, an actor at fault.
    case badData = 65
    /// No such file, or one that cannot be read.
    case noInput = 66
  }

  package let status: Status
  package let description: String

  package init(_ description: String, _ status: Status) { (self.description, self.status) = (description, status) }
}
