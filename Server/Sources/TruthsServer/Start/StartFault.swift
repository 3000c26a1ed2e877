/// The reason why a server did not start or ended, with its exit code (command-line §3).
package struct StartFault: Error, CustomStringConvertible {
  /// The exit codes of the server.
  package enum Status: Int32, Sendable {
    /// A fault of the system, such as a locked ledger, an address in use, or a disk that cannot be written.
    case system = 3
    case wrongUse = 64
    /// Faulty input: rules with errors, an invalid ledger or an invalid actor.
    case badData = 65
    /// A file that is missing or cannot be read.
    case noInput = 66
  }

  package let status: Status
  package let description: String

  package init(_ description: String, _ status: Status) { (self.description, self.status) = (description, status) }
}
