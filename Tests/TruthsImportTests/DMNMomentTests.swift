import Testing
import Truths
import TruthsText

@testable import TruthsImport

/// Parts of a date and time, which FEEL reads at the offset of the value and the language in UTC (command-line §5.14).
@Suite("Moments of DMN")
struct DMNMomentTests {
  private static let moment = #"date and time("2024-01-01T00:30:00+05:45")"#
  private static let ends =
    #" counts in UTC, but FEEL counts at the offset of the value: with another offset the result may differ"#

  /// Every expression of FEEL that reads the date or the time of day of a date and time `_`. Each has the type of its result, and
  /// its value for ``moment`` as Truths writes it.
  private static let readings: [(feel: String, type: String, ofLiteral: String)] = [
    ("_.year", "number", "2024"), ("_.month", "number", "1"), ("_.day", "number", "1"), ("_.weekday", "number", "1"),
    ("_.hour", "number", "0"), ("_.minute", "number", "30"), ("date(_)", "date", "2024-01-01"), ("time(_)", "time", "00:30:00"),
    ("string(_)", "string", "2024-01-01T00:30:00+05:45"), ("string(from: _)", "string", "2024-01-01T00:30:00+05:45"),
  ]
  private static let sums = [
    #"_ + duration("P1M")"#, #"duration("P1Y2M") + _"#, #"_ - duration("P1M")"#, #"_ - @"P1Y""#, "_ + months", "_ - months * 2",
  ]

  private func imported(_ expression: String, _ type: String) throws -> ImportedPack {
    let escaped = expression.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let text = """
      <definitions name="m">
      <inputData name="when"><variable typeRef="dateTime"/></inputData>
      <inputData name="months"><variable typeRef="yearMonthDuration"/></inputData>
      <inputData name="left"><variable typeRef="dayTimeDuration"/></inputData>
      <decision name="d"><variable typeRef="\(type)"/><literalExpression><text>\(escaped)</text></literalExpression></decision>
      </definitions>
      """
    return try TableImport.dmn(SourceText(path: "m.dmn", bytes: Array(text.utf8)), tests: [])
  }

  private func notes(_ expression: String, _ type: String) throws -> [String] {
    let pack = try imported(expression, type)
    #expect(!Workspace(truths: Array(pack.files.prefix(1))).check().hasErrors, "\(expression)")
    return pack.notes
  }

  @Test("each part of a date and time that a proposal has is listed, and each sum with years and months")
  func listed() throws {
    for (feel, type) in Self.readings.map({ ($0.feel, $0.type) }) + Self.sums.map({ ($0, "dateTime") }) {
      for value in ["when", #"(if left > duration("PT1H") then when else when)"#, #"(when + duration("PT1H"))"#] {
        let found = try notes(feel.replacing("_", with: value), type)
        #expect(found.count == 1 && found[0].hasPrefix("m.dmn:5:") && found[0].hasSuffix(Self.ends), "\(feel) \(found)")
      }
    }
    for sum in Self.sums {
      #expect(try notes(sum.replacing("_", with: Self.moment), "dateTime").map { $0.hasSuffix(Self.ends) } == [true])
    }
  }

  @Test("what is the same at each offset is not listed, and neither is a value that is known to be in UTC")
  func silent() throws {
    for (feel, type) in [
      ("when.second", "number"), (#"when + duration("P1D")"#, "dateTime"), ("left + when", "dateTime"),
      ("when - left", "dateTime"), ("when - when", "dayTimeDuration"), ("when > when", "boolean"), ("when = when", "boolean"),
    ] {
      #expect(try notes(feel, type) == [], "\(feel)")
    }
    let known = [#"@"2024-01-31T10:00:00Z""#, #"date and time("2024-01-31T10:00:00+00:00")"#]
    for value in known + known.map({ #"(\#($0) + duration("PT1H"))"# }) {
      for (feel, type) in Self.readings.map({ ($0.feel, $0.type) }) + Self.sums.map({ ($0, "dateTime") }) {
        #expect(try notes(feel.replacing("_", with: value), type) == [], "\(feel) of \(value)")
      }
    }
    // The only note is that it counts as UTC.
    #expect(try notes(#"date and time("2024-01-31T10:00:00").hour"#, "number").count == 1)
    #expect(try notes(#"date and time(date("2024-01-31"), time("10:00:00")).hour"#, "number").count == 1)
  }

  @Test("the parts of a literal with an offset are those that are written")
  func literals() throws {
    for (feel, type, expected) in Self.readings {
      for value in [Self.moment, #"@"2024-01-01T00:30:00+05:45""#, "{a: \(Self.moment)}.a"] {
        let pack = try imported(feel.replacing("_", with: value), type)
        #expect(pack.notes == [], "\(feel)")
        let text = String(decoding: try #require(pack.files.first).bytes, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.contains("value: ") }, "\(text)")
        // A value that is a text is quoted in YAML.
        let expression = String(line.split(separator: "value: ")[1]).replacing("'", with: "")
        let session = try ExpressionSession(Workspace(truths: []))
        let result = try session.evaluate(SourceText(path: "e", bytes: Array(expression.utf8)))
        #expect(result.text.hasPrefix("\(expected) ("), "\(feel): \(expression) is \(result.text)")
      }
    }
  }
}
