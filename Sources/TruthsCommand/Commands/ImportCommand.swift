import ArgumentParser
import Truths

/// `truths import`
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Tables of other tools, written as tables with a grid.",
    discussion: """
      The table is printed; what could not be said, and which inputs may be missing, is listed on standard error.
      """,
    subcommands: [ImportCSVCommand.self, ImportDMNCommand.self])
}

/// `truths import csv`
struct ImportCSVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv", abstract: "A table of comma-separated values, with names in the first line.",
    discussion: "The last columns are outputs. A cell is one of a grid (< 5, [1..5], a, b, -), or else a text; an empty one is -."
  )

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String

  @Option(help: "The table's name; without it the file's.") var name: String?

  @Option(help: ArgumentHelp("How many of the last columns are outputs.", valueName: "n")) var outputs = 1

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let base = file.split(separator: "/").last ?? ""
    let stem = String(base.split(separator: ".").first ?? base)
    try shared.output.show(file) { try TableImport.csv($0, name: name ?? stem, outputs: outputs) }
  }
}

/// `truths import dmn`
struct ImportDMNCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dmn", abstract: "The decision tables of a DMN file; a default becomes `otherwise`.")

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String

  @OptionGroup var shared: SharedOptions

  func run() throws { try shared.output.show(file) { try TableImport.dmn($0) } }
}

extension Output {
  /// Prints what is made of a file, and what could not be said.
  fileprivate func show(_ file: String, _ make: ([UInt8]) throws -> ImportedTables) throws {
    let bytes = try FileReader.read(try FileSystem.absolute(file), shown: file, limit: TableImport.sizeLimit)
    do {
      let made = try make(bytes)
      try result(made.text)
      for note in made.notes { chatter(note) }
    } catch let fault as ImportFault {
      throw Failure("\(file): \(fault.message)", .badData)
    }
  }
}
