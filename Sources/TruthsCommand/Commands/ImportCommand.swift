import ArgumentParser
import Truths
import TruthsImport

/// The command `truths import`, whose subcommands turn tables and decision models of other tools into truths.
struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Tables and decision models of other tools, as tables, functions and packs.",
    discussion: """
      The command lists on standard error the parts that it could not translate, and the inputs that may be missing.
      """,
    subcommands: [ImportCSVCommand.self, ImportDMNCommand.self])
}

/// The command `truths import csv`, which turns comma-separated values into a table.
struct ImportCSVCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "csv", abstract: "A table of comma-separated values, with names in the first line.",
    discussion: """
      The last columns are outputs. A cell is read as in a grid (< 5, [1..5], a, b, -), or else as a text; an empty cell is -. \
      The command prints the table. With --write it writes the table into a new pack, truths/NAME/NAME.truths, with an intent \
      that uses the table. Fixtures/NAME/NAME.json has a fixture for each line that single values can show.
      """)

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String

  @Option(help: "The table's name; by default the file's name.") var name: String?

  @Option(help: ArgumentHelp("The number of output columns; they are the last columns.", valueName: "n")) var outputs = 1

  @Option(
    help: ArgumentHelp("The project into which the files are written. Existing files are not overwritten.", valueName: "dir"))
  var write: String?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let base = file.split(separator: "/").last ?? ""
    let stem = String(base.split(separator: ".").first ?? base)
    if let write {
      let text = try Output.source(file)
      return try shared.output.deliver(to: write) { try TableImport.csvPack(text, name: name ?? stem, outputs: outputs) }
    }
    try shared.output.show(file) { try TableImport.csv($0, name: name ?? stem, outputs: outputs) }
  }
}

/// The command `truths import dmn`, which turns a DMN model into a pack.
struct ImportDMNCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dmn", abstract: "A model of DMN as a pack, with its test cases as fixtures.",
    discussion: """
      Decision tables become tables; business knowledge models and other decisions become functions; allowed values become \
      enums. An intent takes the input data, and a truth records the results of the decisions. The command prints the pack; \
      with --write it writes truths/PACK/PACK.truths and Fixtures/PACK/PACK.json. It leaves out the parts that it cannot \
      translate, and lists their places.
      """)

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file()) var file: String

  @Option(
    help: ArgumentHelp(
      "Test cases for the model, as the DMN compatibility kit writes them; may be given several times.", valueName: "file"),
    completion: .file())
  var tests: [String] = []

  @Option(
    help: ArgumentHelp("The project into which the files are written. Existing files are not overwritten.", valueName: "dir"))
  var write: String?

  @Option(help: "The pack's name; by default the model's name.") var name: String?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    if !tests.isEmpty, write == nil {
      throw Failure("--tests needs --write, because fixtures go into a file of their own", .usage)
    }
    let texts = try tests.map(Output.source)
    let model = try Output.source(file)
    try shared.output.deliver(to: write) { try TableImport.dmn(model, tests: texts, name: name) }
  }
}

extension Output {
  fileprivate static func source(_ file: String) throws -> SourceText {
    let bytes = try FileReader.read(try FileSystem.absolute(file), shown: file, limit: TableImport.sizeLimit)
    return SourceText(path: file, bytes: bytes)
  }

  /// Prints the pack, or writes its files below a directory, and lists the omitted parts.
  fileprivate func deliver(to directory: String?, _ make: () throws -> ImportedPack) throws {
    let pack: ImportedPack
    do {
      pack = try make()
    } catch let fault as ImportFault {
      throw Failure(fault.message, .badData)
    }
    if pack.isEmpty {
      for note in pack.notes { chatter(note) }
      throw Failure("no part of the model could be translated, so nothing is written", .badData)
    }
    if let directory {
      try NewFiles(pack.files, below: directory).make(self)
    } else if let file = pack.files.first {
      try result(String(decoding: file.bytes, as: UTF8.self))
    }
    for note in pack.notes { chatter(note) }
  }

  /// Prints the tables made from a file, and notes on what could not be expressed.
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
