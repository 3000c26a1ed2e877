import Testing
import Truths
import TruthsText

@testable import TruthsImport

/// The import of any DMN model passes `check`, with bounded work.
@Suite("Models of DMN")
struct DMNImportTests {
  private func imported(_ body: String) throws -> ImportedPack {
    try TableImport.dmn(SourceText(path: "m.dmn", bytes: Array("<definitions name=\"m\">\(body)</definitions>".utf8)))
  }

  private func decision(_ name: String, _ text: String) -> String {
    "<decision name=\"\(name)\"><variable typeRef=\"number\"/><literalExpression><text>\(text)</text></literalExpression></decision>"
  }

  private func input(_ name: String) -> String { "<inputData name=\"\(name)\"><variable typeRef=\"number\"/></inputData>" }

  private func text(_ pack: ImportedPack) -> String { String(decoding: pack.files[0].bytes, as: UTF8.self) }

  @Test("names that are taken get a number")
  func collisions() throws {
    let pack = try imported(
      input("Price") + input("price") + input("PRICE!") + decision("a b", "Price + price + PRICE!") + decision("A-B", "a b"))
    let text = text(pack)
    #expect(text.contains("price: decimal\n    price_2: decimal\n    price_3: decimal\n"))
    #expect(text.contains("function a_b_2:"))
    #expect(!Workspace(truths: pack.files).check().hasErrors)
  }

  @Test("a variable is not called as a value of an enum, which it would be")
  func enumValues() throws {
    let pack = try imported(
      """
      <itemDefinition name="t"><typeRef>string</typeRef><allowedValues><text>"open", "paid"</text></allowedValues></itemDefinition>
      <inputData name="paid"><variable typeRef="string"/></inputData><inputData name="state"><variable typeRef="t"/></inputData>
      <decision name="d"><literalExpression><text>state = paid</text></literalExpression></decision>
      """)
    #expect(text(pack).contains("value: state == paid_2"))
  }

  @Test("decisions that need one another in a long row are left out, and end")
  func chain() throws {
    let rows = (0..<500).map { decision("d\($0)", "abs(abs(abs(d\($0 + 1))))") }.joined()
    let pack = try imported(input("d500") + rows)
    #expect(!Workspace(truths: pack.files).check().hasErrors)
  }

  @Test("an expression that would grow with each call is refused")
  func growth() throws {
    let nested = String(repeating: "substring before(", count: 50) + "\"a\"" + String(repeating: ", \"b\")", count: 50)
    let pack = try imported(decision("d", nested))
    #expect(pack.isEmpty)
    #expect(pack.notes[0].contains("the expression would be longer than 65536 characters"))
  }

  @Test("item definitions that need one another in a long row, or themselves, end")
  func types() throws {
    let items = (0..<300).map { "<itemDefinition name=\"t\($0)\"><typeRef>t\($0 + 1)</typeRef></itemDefinition>" }.joined()
    let own = "<itemDefinition name=\"t300\"><itemComponent name=\"a\"><typeRef>t300</typeRef></itemComponent></itemDefinition>"
    let pack = try imported(items + own + "<inputData name=\"x\"><variable typeRef=\"t0\"/></inputData>" + decision("d", "x.a"))
    #expect(pack.isEmpty)
    #expect(
      pack.notes == ["m.dmn:1:20441: decision `d` is left out: the input data `x` has no type: give its `variable` a `typeRef`"])
  }

  @Test("a file with bytes that are changed is read or refused, and what is made of it passes check")
  func noise() throws {
    let bytes = Array(FeelTests.model.utf8)
    // Half of the files are changed in their expressions alone, so that the rest of them can be read.
    var (inside, isInside) = ([Int](), false)
    for place in bytes.indices {
      if bytes[place...].starts(with: Array("</text>".utf8)) { isInside = false }
      if isInside { inside.append(place) }
      if bytes[...place].reversed().starts(with: Array(">txet<".utf8)) { isInside = true }
    }
    let signs = Array("<>&\"/= [](){}x1-".utf8)
    var state: UInt64 = 7
    var read = 0
    for round in 0..<150 {
      var changed = bytes
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let place = round % 2 == 0 ? Int(state >> 33) % changed.count : inside[Int(state >> 33) % inside.count]
        changed[place] = signs[Int(state >> 20) % signs.count]
      }
      guard let pack = try? TableImport.dmn(SourceText(path: "m.dmn", bytes: changed)) else { continue }
      read += 1
      #expect(!Workspace(truths: pack.files).check().hasErrors, "\(String(decoding: changed, as: UTF8.self))")
    }
    #expect(read > 30)
  }

  @Test("a pack that check refuses is none, and says why")
  func refused() throws {
    let model = "<definitions name=\"m\">\(input("x"))\(decision("d", "x / 0"))\(decision("e", "x + 1"))</definitions>"
    var made = try DMNImport(SourceText(path: "m.dmn", bytes: Array(model.utf8)), name: nil, tests: [])
    #expect(String(decoding: try made.run().files[0].bytes, as: UTF8.self).contains("function e:"))
    made.roundLimit = 0
    let fault = try #require(throws: ImportFault.self) { try made.run() }
    #expect(fault.message.hasPrefix("`check` refuses what is left of the model (T3002): this is zero"))
  }

  @Test("the same file gives the same bytes")
  func determinism() throws {
    let source = SourceText(path: "m.dmn", bytes: Array(FeelTests.model.utf8))
    let first = try TableImport.dmn(source)
    for _ in 0..<5 {
      let next = try TableImport.dmn(source)
      #expect(next.files[0].bytes == first.files[0].bytes)
      #expect(next.notes == first.notes)
    }
  }
}
