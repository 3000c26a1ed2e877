import FoundationEssentials
import Testing
import TruthsTestSupport

/// The import rules of docs/architecture.md, read from every import line. (SwiftPM lets an undeclared transitive import through.)
@Suite("Imports follow the architecture")
struct ImportRulesTests {
  /// The layer of each module; a module imports only modules of lower layers.
  static let layers = [
    "TruthsSystem": 1, "TruthsText": 1, "TruthsFraming": 1, "TruthsDiagnostics": 2, "TruthsSyntax": 3, "TruthsJSON": 3,
    "TruthsFindings": 4,
    "TruthsProgram": 4, "TruthsLedger": 4, "TruthsCheck": 5, "TruthsFixes": 6, "TruthsRendering": 5, "TruthsEngine": 5,
    "TruthsHandbook": 6, "TruthsRuntime": 6, "TruthsImport": 7, "TruthsAnswers": 7, "TruthsProtocol": 7, "TruthsEval": 8,
    "TruthsReports": 8,
    "Truths": 9, "TruthsColumns": 10, "TruthsLanguageServer": 10, "TruthsDebugAdapter": 10, "TruthsC": 11, "TruthsCommand": 11,
  ]

  /// The modules that may import each thing from outside.
  static let outside: [String: Set] = [
    "Dispatch": ["TruthsText", "TruthsCommand"], "CLibYAML": ["TruthsSyntax"], "CLibCrypto": ["TruthsLedger"],
    "CryptoKit": ["TruthsLedger"], "ArgumentParser": ["TruthsCommand"], "Glibc": ["TruthsSystem"], "CTruths": ["TruthsC"],
    "Darwin": ["TruthsSystem"], "CReference": ["Truths"], "CFiles": ["TruthsText", "TruthsProgram", "TruthsRendering"],
    "CDiagnostics": ["TruthsDiagnostics"],
    "CLibXattr": ["TruthsSystem"],
  ]

  /// Parts of the standard library, which anyone may use.
  static let standard: Set = ["Swift", "Synchronization"]

  struct Import: Hashable {
    var file: String
    var module: String
    var imported: String
  }

  static let imports = imports(below: "Sources")

  private static func imports(below folder: String) -> [Import] {
    Repository.files(below: folder, ending: ".swift").flatMap { file in
      let module = String(file.dropFirst(folder.count).split(separator: "/")[0])
      let text = (try? Repository.text(file)) ?? ""
      return text.split(separator: "\n").compactMap { line in
        importedModule(line).map { Import(file: file, module: module, imported: $0) }
      }
    }
  }

  /// The module that a line imports.
  static func importedModule(_ line: Substring) -> String? {
    var words = line.split(separator: " ").map(String.init)
    while let word = words.first,
      word.hasPrefix("@") || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    {
      words.removeFirst()
    }
    guard words.first == "import", words.count > 1 else { return nil }
    words.removeFirst()
    if ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"].contains(words[0]) { words.removeFirst() }
    return words.first.map { String($0.split(separator: ".")[0]) }
  }

  @Test("the imports are found")
  func found() {
    #expect(Self.imports.count > 50)
    #expect(
      Set(Self.imports.map(\.module))
        == Set(Self.layers.keys).subtracting(["TruthsText", "TruthsFraming"]).union(Self.imports.map(\.module)))
    #expect(Self.importedModule("package import struct TruthsText.Span") == "TruthsText")
    #expect(Self.importedModule("@testable import Truths") == "Truths")
    #expect(Self.importedModule("// import Truths") == nil)
  }

  @Test("a module imports only modules below it")
  func onlyLower() {
    for line in Self.imports {
      guard let above = Self.layers[line.module] else {
        Issue.record("\(line.file): its module has no layer")
        continue
      }
      if let below = Self.layers[line.imported] {
        #expect(below < above, "\(line.file) imports \(line.imported)")
      } else if !Self.standard.contains(line.imported) {
        #expect(Self.outside[line.imported]?.contains(line.module) == true, "\(line.file) imports \(line.imported)")
      }
    }
  }

  /// The imports of the server's modules besides `Truths`.
  private static let server: [String: Set<String>] = [
    "TruthsServerCore": ["Glibc", "Darwin", "CServerXattr", "Dispatch"],
    "TruthsServer": [
      "TruthsServerCore", "TruthsServerMessages", "CServerPage", "Crypto", "Dispatch", "Foundation", "GRPCCore",
      "GRPCNIOTransportHTTP2Posix",
      "GRPCProtobuf", "HTTPTypes", "Hummingbird", "HummingbirdCore", "JWTKit", "Logging", "NIOCore", "NIOHTTP1",
      "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOSSL", "NIOTLS", "ServiceLifecycle", "SwiftASN1", "SwiftProtobuf",
      "UnixSignals", "X509",
    ],
    "TruthsServerCommand": ["TruthsServer", "Foundation", "ArgumentParser"],
  ]

  @Test("the server sees of Truths what any program sees, its core the system in its disk alone, and one module HTTP and gRPC")
  func server() {
    let lines = Self.imports(below: "Server/Sources")
    #expect(lines.contains { $0.imported == "Truths" })
    for line in lines where line.imported != "Truths" && !Self.standard.contains(line.imported) {
      #expect(Self.server[line.module]?.contains(line.imported) == true, "\(line.file) imports \(line.imported)")
      if ["Glibc", "Darwin", "CServerXattr"].contains(line.imported) {
        #expect(line.file.hasSuffix("/Disk/FileDisk.swift"), "\(line.file)")
      }
    }
  }

  @Test("the package declares what a module imports, and no more")
  func declared() throws {
    let package = try Repository.text("Package.swift")
    let targets =
      package.components(separatedBy: ".target(").dropFirst() + package.components(separatedBy: ".executableTarget(").dropFirst()
    var declared: [String: Set<String>] = [:]
    for target in targets {
      let names = target.components(separatedBy: "name: \"").dropFirst().first?.components(separatedBy: "\"").first ?? ""
      let list = target.components(separatedBy: "dependencies: [").dropFirst().first?.components(separatedBy: "]").first
      let words = (list ?? "").components(separatedBy: "\"")
      let found = words.indices.filter { $0 % 2 == 1 }.map { words[$0] }
      declared[names, default: []].formUnion(found.filter { Self.layers[$0] != nil })
    }
    for module in Self.layers.keys.sorted() {
      let imported = Set(Self.imports.filter { $0.module == module && Self.layers[$0.imported] != nil }.map(\.imported))
      #expect(imported == declared[module] ?? [], "\(module)")
    }
  }

  @Test(
    "the ledger knows nothing of truths; the command sees the façade, imports, what editors start and the system"
  )
  func particular() {
    for line in Self.imports {
      switch line.module {
      case "TruthsLedger": #expect(!["TruthsProgram", "TruthsCheck", "TruthsSyntax"].contains(line.imported), "\(line.file)")
      case "TruthsCommand":
        #expect(
          Self.layers[line.imported] == nil
            || ["Truths", "TruthsImport", "TruthsLanguageServer", "TruthsDebugAdapter", "TruthsFraming", "TruthsSystem"].contains(
              line.imported),
          "\(line.file)")
      default: break
      }
    }
  }
}
