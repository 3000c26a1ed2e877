import Testing
import TruthsJSON
import TruthsText

struct JSONWriterTests {
  private func canonical(_ text: String) throws -> String { String(decoding: try value(text).canonical(), as: UTF8.self) }

  /// RFC 8785 §3.2.2, its numbers brought within the limits of data.
  @Test func theSampleOfTheRFC() throws {
    let text = #"""
      {
        "numbers": [333333333.333333, 1E14, 4.50, 2e-3, 0.00000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    let wanted =
      #"{"literals":[null,true,false],"numbers":[333333333.333333,100000000000000,4.5,0.002,1e-11],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(try canonical(text) == wanted)
  }

  /// RFC 8785 §3.2.3: the sorting sample.
  @Test func membersAreSortedByUTF16() throws {
    let text = #"""
      {"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
       "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}
      """#
    let order = try value(text).canonical()
    let names = try JSONReader.read(source(String(decoding: order, as: UTF8.self))).get().members?.map(\.name.string)
    #expect(names == ["\r", "1", "\u{80}", "\u{F6}", "\u{20AC}", "\u{1F600}", "\u{FB33}"])
  }

  @Test func byteOrderOfSortingIsThatOfUTF16() {
    let names = [
      "", "a", "ab", "é", "\u{D7FF}", "\u{E000}", "\u{FFFD}", "\u{10000}", "\u{10FFFD}", "\u{E000}a", "\u{10000}b", "b",
    ]
    for left in names {
      for right in names where left.utf8.elementsEqual(right.utf8) == false {
        let object = JSONValue.object(
          JSONObject([.init(name: Text(left), value: .null), .init(name: Text(right), value: .null)]))
        let first = left.utf16.lexicographicallyPrecedes(right.utf16) ? left : right
        #expect(String(decoding: object.canonical(), as: UTF8.self).hasPrefix("{\"\(first)\":null"), "\(left) \(right)")
      }
    }
  }

  @Test func everyControlCharacterHasItsEscape() throws {
    let text = String(String.UnicodeScalarView((0..<0x21).compactMap { Unicode.Scalar($0 as UInt32) }))
    let wanted =
      #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
      + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017"#
      + #"\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f ""#
    #expect(String(decoding: JSONValue.text(text).canonical(), as: UTF8.self) == wanted)
    #expect(String(decoding: JSONValue.text("\u{7F}/\u{2028}'").canonical(), as: UTF8.self) == "\"\u{7F}/\u{2028}'\"")
  }

  @Test func compactAndPrettyKeepTheOrder() throws {
    let value = try value(#"{"b": [1, {"z": null, "a": []}], "a": {}}"#)
    #expect(String(decoding: value.compact(), as: UTF8.self) == #"{"b":[1,{"z":null,"a":[]}],"a":{}}"#)
    let pretty = """
      {
        "b": [
          1,
          {
            "z": null,
            "a": []
          }
        ],
        "a": {}
      }
      """
    #expect(String(decoding: value.pretty(), as: UTF8.self) == pretty)
  }

  @Test func whatIsWrittenIsReadBack() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let original = anyValue(&random, depth: 4)
      for bytes in [original.compact(), original.pretty()] {
        #expect(try value(String(decoding: bytes, as: UTF8.self)) == original)
      }
      let canonical = original.canonical()
      #expect(try value(String(decoding: canonical, as: UTF8.self)).canonical() == canonical)
    }
  }

  private func anyValue(_ random: inout SplitMix64, depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &random) {
    case 0: return .null
    case 1: return .boolean(Bool.random(using: &random))
    case 2: return .number(Decimal(Int.random(in: -999_999_999_999_999...999_999_999_999_999, using: &random)))
    case 3:
      let small = Decimal(Int.random(in: -99_999...99_999, using: &random))
      return .number((try? small.divided(by: Decimal(1_000_000_000)).get()) ?? .zero)
    case 4: return .string(anyText(&random))
    case 5: return .array((0..<Int.random(in: 0..<5, using: &random)).map { _ in anyValue(&random, depth: depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<5, using: &random) { object[anyText(&random).string] = anyValue(&random, depth: depth - 1) }
      return .object(object)
    }
  }

  private func anyText(_ random: inout SplitMix64) -> Text {
    let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\n", "\u{1}", "é", "€", "\u{E000}", "🙂", "/", "\u{301}"]
    return Text(
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0..<6, using: &random)).compactMap { _ in scalars.randomElement(using: &random) })))
  }
}
