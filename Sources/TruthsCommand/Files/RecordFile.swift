import ArgumentParser
import Truths

/// A file of recorded decisions that a command reads: the output of a run, as its argument, or a ledger, with `--ledger`.
struct RecordFile {
  let path: String
  private let isLedger: Bool

  /// - Parameters: exactly one of them, as ``check(printed:ledger:)`` ensures.
  init(printed: String?, ledger: String?) {
    path = ledger ?? printed ?? ""
    isLedger = ledger != nil
  }

  /// Requires that exactly one of the two arguments is given.
  static func check(printed: String?, ledger: String?) throws {
    switch (printed, ledger) {
    case (nil, nil): throw ValidationError("Name the input: --ledger FILE, or the FILE with the output of a run")
    case (let printed?, let ledger?): throw ValidationError("\(printed) and --ledger \(ledger): give one of them")
    default: break
    }
  }

  /// The file as the command line names it.
  var argument: String { isLedger ? "--ledger \(path)" : path }

  /// Reads the file.
  ///
  /// - Throws: the findings about the file, or a failure if it is a ledger given without `--ledger`, or printed output given with
  ///   `--ledger`.
  func read(for command: CommandConfiguration) throws -> Record {
    let record = try Record(try FileReader.ledger(try FileSystem.absolute(path), shown: path, named: path).text)
    if record.isLedger == isLedger { return record }
    if isLedger {
      throw Failure(
        "\(path): it is the output of a run, not a ledger: leave out --ledger (`truths run --ledger FILE` keeps a ledger)",
        .badData)
    }
    throw Failure("\(path): it is a ledger: `truths \(command.commandName ?? "") --ledger \(path)`", .usage)
  }
}
