import ArgumentParser
import Truths

/// The command `truths schema`, which prints JSON Schemas of input files and outputs.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "JSON Schemas of the files that are read and of the JSON that is printed.",
    discussion: "Without a name, the names are listed. The schemas are of draft 2020-12; no other file is needed.")

  @Argument(help: "The schema to print, such as truths, fixtures or run.") var name: String?

  @Option(
    help: ArgumentHelp("Write every schema below a directory, as NAME.schema.json.", valueName: "dir"), completion: .directory)
  var write: String?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    if let name, write != nil { throw ValidationError("--write writes every schema; leave `\(name)` out") }
  }

  func run() throws {
    if let write { return try writeAll(into: write) }
    guard let name else { return try shared.output.result(Self.list) }
    guard let schema = Schema.all.first(where: { $0.name == name }) else {
      let nearest = Tool.nearestName(to: name, among: Schema.all.map(\.name))
      let hint = nearest.map { "did you mean `\($0)`?" } ?? "`truths schema` lists them"
      throw Failure("there is no schema `\(name)`; \(hint)", .noInput)
    }
    try shared.output.result(schema.text)
  }

  /// The names of the schemas with their descriptions, one per line.
  private static var list: String {
    let width = Schema.all.map(\.name.utf8.count).max() ?? 0
    return Schema.all.map { schema in
      let gap = String(repeating: " ", count: width - schema.name.utf8.count + 2)
      return "\(schema.name)\(gap)\(schema.summary)\n"
    }.joined()
  }

  private func writeAll(into directory: String) throws {
    guard !directory.isEmpty else { throw Failure("--write: name a directory, such as schemas", .usage) }
    let root = try FileSystem.absolute(directory)
    try FileSystem.makeDirectories(root)
    for schema in Schema.all {
      let shown = PathText.join(directory, schema.fileName)
      let path = PathText.join(root, schema.fileName)
      try AtomicFile.replace(
        FileSystem.resolved(path) ?? path, with: Array(schema.text.utf8), isLocked: false, shown: shown)
    }
  }
}
