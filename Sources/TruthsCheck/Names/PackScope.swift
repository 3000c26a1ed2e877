/// What a pack may name without saying whose it is: its own names, those of the packs in `uses`, and those of the built-in pack.
struct PackScope: Sendable {
  let name: String
  let visible: Set<String>

  init(name: String, uses: [String]) {
    self.name = name
    visible = Set(uses).union([name, ConvergePack.name])
  }

  func sees(_ pack: String) -> Bool { visible.contains(pack) }
}
