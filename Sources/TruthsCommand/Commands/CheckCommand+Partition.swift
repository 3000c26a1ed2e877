import ArgumentParser
import Truths

/// The command `truths check --partition-by FIELD`, which reports whether proposals can be split over several ledgers.
extension CheckCommand {
  func validatePartition() throws {
    guard partitionBy != nil else { return }
    let others = [("--fix", fix), ("--watch", watch.watch), ("--certificate", certificate)]
    if let other = others.first(where: \.1) { throw ValidationError("--partition-by cannot be combined with \(other.0)") }
    if format == .sarif || format == .github {
      throw ValidationError("--partition-by prints what each intent can be split by, as --format human or json")
    }
  }

  /// Prints what the proposals of each intent read and write, and warnings on standard error.
  ///
  /// - Parameter remarks: other findings, none of them an error.
  func partition(_ workspace: Workspace, by field: String, remarks: Findings) throws -> ExitStatus {
    guard let partition = try workspace.partition(by: field) else {
      let nearest = Tool.nearestName(to: field, among: workspace.fieldNames)
      let help = nearest.map { "; did you mean `\($0)`?" } ?? ""
      throw Failure("--partition-by \(field): no intent has this field\(help)", .usage)
    }
    try shared.output.result(format == .json ? partition.json : partition.text(isColored: Terminal.wantsColor))
    shared.output.aside(remarks.text(isColored: false))
    return partition.findings.isEmpty && (!strict || remarks.isEmpty) ? .fine : .findings
  }
}
