import Foundation
import Testing
import TruthsTestSupport

/// A project works in a folder with any characters in its path (command-line §1, §5.22).
@Suite("Names of folders")
struct FolderNamesTests {
  /// Names with `é` in both Unicode forms, other characters beyond ASCII, and characters with a meaning in a URI or a shell.
  static let names = [
    "müller", "caf\u{E9}", "cafe\u{301}", "名前", "😀", "👩‍👩‍👧", "a b", "a%20b", "a%b", "a#b", "a?b", "\u{301}x", "a'b$c", "-x",
    "%E4%E9",
  ]

  private static let rules = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text

    intent buy:
      fields:
        order_id: text
        amount: decimal

    truth buying:
      when:
        - intent: buy
      requires:
        - order_id exists
        - amount > 0
      produces:
        - fact.order.placed
        - trace.shop.buying

    """
  private static let fixture = """
    {
      "id": "shop.one",
      "proposal": {"action": "buy", "order_id": "o1", "amount": 1},
      "expected": {"decision": "accepted", "facts": [{"type": "order.placed", "order_id": "o1"}]}
    }

    """

  /// Every command that reads the project or a file of it, by relative and absolute paths.
  private static let script = """
    ann='{"type":"user","user_id":"ann"}'
    echo '{"action":"buy","order_id":"o2","amount":2}' > p.json
    t() { "$@" < /dev/null > out 2> err; echo "$1 $2: $?"; cat out err; }
    t truths check; t truths check --strict "$PWD"; t truths check truths/shop/shop.truths --format sarif
    t truths fmt --check "$PWD/truths"; t truths eval; t truths eval "$PWD" --format json
    t truths run --now 2026-01-01T00:00:00Z --actor "$ann" --proposal "$PWD/p.json"
    t truths run --now 2026-01-01T00:00:00Z --actor "$ann" --proposal p.json --ledger "$PWD/l.jsonl"
    t truths verify --ledger "$PWD/l.jsonl" --truths truths; t truths why --ledger l.jsonl --truths "$PWD"
    t truths replay --ledger "$PWD/l.jsonl"; t truths explain --ledger "$PWD/l.jsonl"
    t truths inbox --ledger "$PWD/l.jsonl"; t truths why-not --proposal "$PWD/p.json"; t truths build --output "$PWD/b.json"
    t truths diff b.json "$PWD"; t truths capabilities "$PWD/b.json"; t truths suggest; t truths doc --output "$PWD/book"
    t truths expr '1 + 1'; cd truths/shop; t truths check; t truths eval
    """

  /// Makes a project in a folder of a name.
  private func inProject<Result>(_ name: String, _ work: (URL) throws -> Result) throws -> Result {
    try withScratchDirectory { scratch in
      // Joined as text: an URL would take `a%20b` or `\u{301}x` for another name.
      let root = scratch.resolvingSymlinksInPath().path + "/" + name
      for (path, text) in [("truths/shop/shop.truths", Self.rules), ("Fixtures/shop/one.json", Self.fixture)] {
        let file = root + "/" + path
        let folder = String(file[..<(file.range(of: "/", options: .backwards)?.lowerBound ?? file.endIndex)])
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      }
      return try work(scratch)
    }
  }

  private func told(in name: String) throws -> String {
    try inProject(name) { scratch in
      try Data(Self.script.utf8).write(to: scratch.appending(path: "script"))
      try Data(name.utf8).write(to: scratch.appending(path: "name"))
      let result = try BuiltCommand.shell(#"cd "./$(cat name)" && bash ../script"#, in: scratch)
      #expect(result.complaints == "", "\(name)")
      let root = scratch.resolvingSymlinksInPath().path + "/" + name
      return [root, Self.escaped(root)].reduce(result.output) {
        $0.replacingOccurrences(of: $1, with: "/here", options: .literal)
      }
    }
  }

  /// Percent-encoded as RFC 3986 has it.
  static func escaped(_ path: String, uppercase: Bool = true) -> String {
    path.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      return letter.isASCII && (letter.isLetter || letter.isNumber) || "/-._~".contains(letter)
        ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: uppercase)
    }.joined()
  }

  @Test("every command says there what it says elsewhere")
  func commands() throws {
    let plain = try told(in: "plain")
    #expect(plain.contains("truths check: 0\n") && plain.contains("truths eval: 0\n") && plain.contains("truths run: 0\n"))
    for name in Self.names { #expect(try told(in: name) == plain, "\(name)") }
  }

  @Test("the editor has symbols and findings there, however it writes the path", arguments: names)
  func editor(_ name: String) throws {
    let (uris, result) = try inProject(name) { scratch -> ([String], BuiltCommand.Result) in
      let root = scratch.resolvingSymlinksInPath().path + "/" + name
      let raw = "%?#".contains { name.contains($0) } ? [] : [root]
      let uris = ([Self.escaped(root), Self.escaped(root, uppercase: false)] + raw).map { "file://" + $0 }
      var messages = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"rootUri":"\#(uris[0])","capabilities":{}}}"#,
        LanguageServerTests.initialized,
      ]
      for (index, uri) in uris.enumerated() {
        let document = #"{"uri":"\#(uri)/truths/shop/shop.truths"}"#
        messages.append(
          #"{"jsonrpc":"2.0","id":\#(index + 1),"method":"textDocument/documentSymbol","params":{"textDocument":\#(document)}}"#)
        messages.append(
          #"{"jsonrpc":"2.0","id":\#(index + 101),"method":"textDocument/diagnostic","params":{"textDocument":\#(document)}}"#)
      }
      messages += [#"{"jsonrpc":"2.0","id":999,"method":"shutdown"}"#, LanguageServerTests.exit]
      let file = root + "/truths/shop/shop.truths"
      try Data(Self.rules.replacing("- amount > 0", with: "- amuont > 0").utf8).write(to: URL(fileURLWithPath: file))
      try Data(messages.map { LanguageServerTests.frame($0) }.joined().utf8).write(to: scratch.appending(path: "in"))
      return (uris, try BuiltCommand.shell("truths lsp < in", in: scratch))
    }
    #expect(result.status == 0)
    let answers = LanguageServerTests.messages(result.output)
    for (index, uri) in uris.enumerated() {
      let symbols = answers.first { $0["id"] as? Int == index + 1 }?["result"] as? [Any]
      #expect(symbols?.isEmpty == false, "\(uri)")
      let findings = answers.first { $0["id"] as? Int == index + 101 }?["result"] as? [String: Any]
      let told = findings.map { "\($0)" } ?? ""
      #expect(told.contains("T1001"), "\(uri)")
    }
  }
}
