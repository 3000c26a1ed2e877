import TruthsCheck

extension DocumentPart {
  /// The part of an element that an expression reads; `nil` where it reads no part alone, or the part is not there.
  func part(of node: Node, _ source: CheckedSource, _ program: Program) -> DocumentPart? {
    guard let names = Self.read(node, program, Self.inputs(source))?.names else { return nil }
    return names.reduce(self as DocumentPart?) { $0?.member($1) }
  }

  /// The path that an expression reads, whether anything is there or not; `nil` where it reads no part alone.
  func path(of node: Node, _ source: CheckedSource, _ program: Program) -> String? {
    Self.read(node, program, Self.inputs(source)).map { path(behind: $0.names) }
  }

  /// The same of a list's element, which stands in the slot of an output's loop.
  func path(of node: Node, behind slot: Int, in source: CheckedSource, _ list: Node, _ program: Program) -> String? {
    guard case .list(let element)? = Self.read(list, program, Self.inputs(source))?.type else { return nil }
    return Self.read(node, program) { $0 == slot ? ([], element) : nil }.map { path(behind: $0.names) }
  }

  private func path(behind names: [String]) -> String {
    names.reduce(path) { $0.isEmpty ? $1 : "\($0).\($1)" }
  }

  private static func inputs(_ source: CheckedSource) -> (Int) -> (names: [String], type: ValueType)? {
    { source.inputs.indices.contains($0) ? ([source.inputs[$0].name], source.inputs[$0].type) : nil }
  }

  /// Names of members that an expression goes through, from what stands in a slot, and the type that it ends at.
  private static func read(
    _ node: Node, _ program: Program, _ base: (Int) -> (names: [String], type: ValueType)?
  ) -> (names: [String], type: ValueType)? {
    switch node {
    case .slot(let slot): return base(slot)
    case .field(let inner, let index):
      guard let (names, type) = read(inner, program, base), case .record(let record) = type else { return nil }
      let field = program.records[record].fields[index]
      return (names + [field.name], field.type)
    default: return nil
    }
  }
}
