import Testing
import TruthsText

@testable import TruthsImport

/// Comma-separated values are read with their intended meaning, or refused with their line.
@Suite("Tables of comma-separated values")
struct CSVImportTests {
  private func table(_ text: String) throws -> String {
    try TableImport.csv(Array(text.utf8), name: "t", outputs: 1).text
  }

  private func rows(_ text: String) throws -> [String] {
    let lines = try table(text).split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    return Array(lines.drop { $0 != "grid: |" }.dropFirst(2))
  }

  private func message(_ text: String) throws -> String {
    try #require(throws: ImportFault.self) { try table(text) }.message
  }

  @Test("a column with a text is one of texts: numbers and booleans in it are texts")
  func texts() throws {
    #expect(
      try rows("code,out\ntrue,1\nnear,2\n007,3\n\"1, 2\",4\nnot (5),5\n\"near, 7\",6\nmissing,7\n") == [
        #""true" → 1"#, #""near" → 2"#, #""007" → 3"#, #""1", "2" → 4"#, #"not ("5") → 5"#, #""near", "7" → 6"#, "missing → 7",
      ])
    #expect(try rows("a,out\n1,true\n2,no\n3,1.50\n4,\n") == [#"1 → "true""#, #"2 → "no""#, #"3 → "1.50""#, "4 → missing"])
    #expect(
      try message("code,out\nnear,1\n< 5,2\n")
        == "line 3: `< 5` compares numbers, and other cells of its column are texts: `near`, line 2")
  }

  @Test("a cell at odds with most of its column is told with its line, in inputs and outputs")
  func odd() throws {
    func notes(_ text: String) throws -> [String] {
      try TableImport.csv(Array(text.utf8), name: "t", outputs: 1).notes.filter { $0.contains("column of texts") }
    }
    #expect(
      try notes("size,fee\n1,5\n2,6\n\nn/a,7\n4,free\n") == [
        "t: `size` is a column of texts, because not every cell is a number: line 5: `n/a`",
        "t: `fee` is a column of texts, because not every cell is a number: line 6: `free`",
      ])
    #expect(
      try notes("day,out\n\"\"\"2026-01-01\"\"\",true\nlater,no\n\"\"\"2026-02-01\"\"\",false\n") == [
        "t: `day` is a column of texts, because not every cell is a date: line 3: `later`",
        "t: `out` is a column of texts, because not every cell is a boolean: line 3: `no`",
      ])
    #expect(try notes("code,out\na1,5\n7,6\nb2,7\n") == [])
  }

  @Test("a row of empty cells is none, wherever it stands")
  func emptyRows() throws {
    #expect(try rows("a,out\n1,2\n,\n3,4\n,\n , \n") == ["1 → 2", "3 → 4"])
    #expect(try rows("a;out\n1;2\n;\n;") == ["1 → 2"])
    #expect(try message("a,out\n,\n,\n") == "the file has no lines below its names")
  }

  @Test("columns at the end without a name and a value are left out, and counted")
  func emptyColumns() throws {
    func notes(_ text: String) throws -> [String] {
      try TableImport.csv(Array(text.utf8), name: "t", outputs: 1).notes.filter { $0.contains("empty column") }
    }
    #expect(try rows("a,out,,\n1,2,,\n3,4,,\n") == ["1 → 2", "3 → 4"])
    #expect(try notes("a,out,,\n1,2,,\n") == ["t: 2 empty columns at the end are left out"])
    #expect(try notes("a,out\n1,2,\n3,4\n") == ["t: 1 empty column at the end is left out"])
    #expect(try notes("a,out\n1,\n3,4\n") == [])
    #expect(try rows("a,b,\n1,2,\n3,4,x\n") == ["1 | 2 → missing", "3 | 4 → \"x\""])
    #expect(try message("a,out,\n1,2,\n3\n") == "line 3: 1 cell instead of 2")
  }

  @Test("tests of presence leave a column its type")
  func presence() throws {
    #expect(try table("a,out\nmissing,0\n< 5,1\n,2\n").contains("a: decimal"))
    #expect(try table("a,out\n\"not(missing)\",1\n,2\n").contains("not (missing)"))
  }

  @Test("`not` is read with and without a blank, with words too")
  func denials() throws {
    #expect(try rows("a,out\nnot(5),1\n\"not (6, 7)\",2\n") == ["not (5) → 1", "not (6, 7) → 2"])
    #expect(try rows("a,out\n\"not(near, \"\"far\"\")\",1\n") == [#"not ("near", "far") → 1"#])
    #expect(try rows("a,out\nnot (yet) here,1\n") == [#""not (yet) here" → 1"#])
  }

  @Test("what looks like a test and is none is refused")
  func tests() throws {
    let end = "cannot be read as a test: write a text or a date in quotes"
    #expect(try message("a,out\n1,1\n< five,2\n") == "line 3: `< five` \(end)")
    #expect(try message("day,out\n[2024-01-01..2024-02-01],1\n") == "line 2: `[2024-01-01..2024-02-01]` \(end)")
    #expect(try rows("day,out\n\"[\"\"2024-01-01\"\"..\"\"2024-02-01\"\"]\",1\n") == [#"["2024-01-01".."2024-02-01"] → 1"#])
  }

  @Test(
    "a comma between digits is refused with its line, wherever it stands",
    arguments: [
      "\"1,5\",2", "\"2,000\",2", "\"< 1,5\",2", "\"[1,5..2]\",2", "3,\"1,5\"", "3,\"-2,000.50\"",
    ])
  func decimalComma(_ line: String) throws {
    let message = try message("a,out\n1,1\n\(line)\n")
    #expect(message.hasPrefix("line 3: `"))
    #expect(message.contains("may be one number or several"))
  }

  @Test("a comma behind words, in quotes or before a blank has one meaning")
  func commas() throws {
    #expect(try rows("a,out\n\"1, 5\",2\n") == ["1, 5 → 2"])
    #expect(try rows("a,out\n1,\"1,5 kg\"\n") == [#"1 → "1,5 kg""#])
    #expect(try rows("a,out\n\"\"\"1,5\"\"\",2\n") == [#""1,5" → 2"#])
  }

  @Test("the separator is looked for outside of quotes")
  func separators() throws {
    #expect(try table("\"weight, kg\";zone;out\n1;near;2\n").contains("weight_kg | zone"))
    #expect(try table("\"weight; kg\"\tout\n1\t2\n").contains("weight_kg → output"))
    #expect(try table("\"\nweight, kg\";zone;out\n1;near;2\n").contains("weight_kg | zone"))
    #expect(try table("size 5\";out\n1;2\n").contains("size_5 → output"))
    #expect(try table("weight|zone|out\n1|near|2\n").contains("weight | zone"))
    #expect(try table("a|b,out\n1,2\n").contains("a_b → output"))
  }

  @Test(
    "lines before the first one with a value hide no separator", arguments: [",", ";", "\t", "|", "^"],
    ["\n", "\r\n", " \t\r\n\n", "\"\"\n", "\" \n \"\n", "\u{FEFF}\n"])
  func emptyFirstLines(_ separator: String, _ empty: String) throws {
    let name = separator == "^" ? "sep=^\n" : ""
    let text = "\(empty)\(name)a\(separator)b\(separator)out\n1\(separator)2\(separator)3\n"
    #expect(try rows(text) == ["1 | 2 → 3"], "\(text)")
  }

  @Test(
    "a table without an input is refused",
    arguments: [("out\n1\n", 1, "1 column with 1 output"), ("a,b\n1,2\n", 2, "2 columns with 2 outputs")])
  func noInputs(_ text: String, _ outputs: Int, _ size: String) throws {
    let fault = try #require(throws: ImportFault.self) { try TableImport.csv(Array(text.utf8), name: "t", outputs: outputs) }
    #expect(fault.message == "a table of \(size) has no input")
  }

  @Test("a first line `sep=;` names the separator, and is no line of the table", arguments: [";", "|", "\t", ",", "^"])
  func namedSeparators(_ separator: String) throws {
    #expect(try table("\u{FEFF}sep=\(separator)\r\na\(separator)out\r\n1\(separator)2\r\n").contains("a → output"))
    #expect(try message("sep=\(separator)\na\(separator)out\n1\n") == "line 3: 1 cell instead of 2")
  }

  @Test("a carriage return alone is named with its line")
  func carriageReturns() throws {
    #expect(try rows("a,out\r\n1,2\r\n") == ["1 → 2"])
    #expect(try rows("a,out\n\"x\ry\",2\n").count == 1)
    #expect(try message("a,out\r1,2\r3,4\r").hasPrefix("line 1: a carriage return without a line feed"))
  }

  @Test("width and length are limited, and many columns are read in time")
  func limits() throws {
    let wide = (0..<101).map { "c\($0)" }.joined(separator: ",")
    #expect(try message("\(wide)\n\(wide)\n") == "101 columns and 2 lines: a table has at most 100 and 5000")
    let long = "a,out\n" + String(repeating: "1,2\n", count: 5_000)
    #expect(try message(long) == "2 columns and 5001 lines: a table has at most 100 and 5000")
    #expect(try message(String(repeating: ",", count: 50_001)) == "more than 50000 cells")
  }

  @Test("a table that check refuses is no pack")
  func refused() throws {
    let file = SourceText(path: "dead.csv", bytes: Array("code,out\na,1\na,2\n,3\n".utf8))
    let fault = try #require(throws: ImportFault.self) { try TableImport.csvPack(file, name: "dead", outputs: 1) }
    #expect(fault.message.hasPrefix("dead.csv: `check` refuses the table (T4403): "))
  }

  @Test("lines without a fixture are listed: ten of them, and how many more")
  func fixtures() throws {
    let lines = (0..<15).map { "not (\($0)),x\($0),\($0)\n" }.joined()
    let pack = try TableImport.csvPack(SourceText(path: "t.csv", bytes: Array("a,b,out\n\(lines)".utf8)), name: "t", outputs: 1)
    #expect(pack.files.count == 1)
    #expect(pack.notes.contains { $0.contains("no fixture for line 2, line 3, ") && $0.contains("line 11 and 5 more: ") })
  }
}
