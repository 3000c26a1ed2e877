import Testing
import TruthsGenerators
import TruthsText

@testable import TruthsSyntax

/// What is read without libyaml is what libyaml reads, place for place; what libyaml objects to is left to it.
@Suite("Reading plain YAML")
struct PlainReaderTests {
  /// A chunk as its tree, read without libyaml; `nil` where that is left to libyaml.
  static func plain(_ chunk: Chunk) -> String? {
    var builder = TreeBuilder(chunk, nodesLeft: TreeBuilder.nodeLimit, stopsAtColons: true)
    guard PlainReader.read(&builder) else { return nil }
    let root = builder.finish(nil)
    return (root.map(text) ?? "nothing") + findings(builder)
  }

  /// The same by libyaml, with what it objects to.
  static func whole(_ chunk: Chunk) -> String {
    var builder = TreeBuilder(chunk, nodesLeft: TreeBuilder.nodeLimit, stopsAtColons: true)
    let (root, fault) = EventReader.read(&builder, isASCII: false)
    if let fault { return "\(fault)" }
    if builder.colonTrap != nil { return "a trap" }
    return (root.map(text) ?? "nothing") + findings(builder)
  }

  private static func findings(_ builder: TreeBuilder) -> String { builder.diagnostics.map { "\n\($0)" }.joined() }

  static func text(_ node: YAMLNode) -> String {
    let place = "\(node.span.start)-\(node.span.end)"
    switch node.kind {
    case .scalar(let scalar): return "\(scalar.style) \(place) \(scalar.text.range) \(scalar.string)"
    case .sequence(let elements, let isFlow): return "[\(isFlow) \(place) \(elements.map(text).joined(separator: " | "))]"
    case .mapping(let entries, let isFlow):
      return "{\(isFlow) \(place) \(entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: " | "))}"
    case .broken: return "broken \(place)"
    }
  }

  /// - Returns: how many chunks were read without libyaml.
  @discardableResult
  static func check(_ bytes: [UInt8]) -> Int {
    let file = SourceFile(id: FileID(0), path: "demo.truths", bytes: bytes)
    var splitter = FileSplitter(file)
    splitter.run()
    var count = 0
    for range in splitter.chunks {
      let chunk = Chunk(file, range)
      guard ByteCheck(chunk).fault == nil, let mine = plain(chunk) else { continue }
      count += 1
      let theirs = whole(chunk)
      if mine != theirs { Issue.record("\(String(decoding: bytes[range], as: UTF8.self))\nmine:   \(mine)\ntheirs: \(theirs)") }
    }
    return count
  }

  static let samples = [ContractSamples.truth, ContractSamples.job, Kitchen.sink, RereadingTests.file]

  @Test("the samples", arguments: samples)
  func prefixesAndFlips(_ text: String) {
    let bytes = Array(text.utf8)
    for length in bytes.indices { Self.check(Array(bytes[...length])) }
    for index in bytes.indices {
      for bit in 0..<8 {
        var other = bytes
        other[index] ^= 1 << bit
        Self.check(other)
      }
    }
  }

  @Test("most of what people write needs no libyaml")
  func reach() {
    #expect(Self.check(Array(ContractSamples.truth.utf8)) == 1)
    #expect(Self.check(Array(RereadingTests.file.utf8)) >= 4)
  }

  @Test("lines in any order and at any depth")
  func lines() {
    let pieces = [
      "a:", "b: c", "- d", "- e: f", "- g:", "- ", "-", "h", "i: j: k", "l : m", "n:o", "p # q", "# r", "", "s:  t  ", "- - u",
      "v: # w",
      "x → \"y: z\"", "-1", "? a", ": b", "c: -", "d: - e", "f:\u{A0}g", "ä: ö", "\"h\": i", "j: 'k'", "[l]: m", "n: |",
      "o: &p q",
      "a > 0 or b", "c: d,e", "- f → g(\"h\")", "i..j", "k::", "l:: m", "a b: c", "- n: o: p", "q:#r", "s: t:u", "%", "@v",
      "w: !x",
    ]
    var chance = Chance(seed: 11)
    var count = 0
    for _ in 0..<20_000 {
      var text = chance.once(in: 6) ? "" : "truth t:\n"
      var indentation = 2
      for _ in 0..<1 + chance.next(below: 6) {
        indentation = chance.pick([indentation, indentation, indentation + 2, indentation + 1, max(0, indentation - 2), 0, 4])
        text += String(repeating: " ", count: indentation) + chance.pick(pieces) + "\n"
      }
      count += Self.check(Array((chance.once(in: 4) ? String(text.dropLast()) : text).utf8))
    }
    #expect(count > 1000)
  }
}
