import Testing

@testable import TruthsServer

/// Options of TLS, in a server that has it and in one that was built without (server §1, §2.1).
struct TLSOptionTests {
  @Test("a server without TLS says how to get it, and one that has it which file lacks")
  func missing() throws {
    #expect(try TLSFiles.named(certificate: nil, key: nil, clientCA: nil) == nil)
    for files in [["a", nil, nil], [nil, "b", nil], [nil, nil, "c"]] {
      do throws(StartFault) {
        _ = try TLSFiles.named(certificate: files[0], key: files[1], clientCA: files[2])
        Issue.record("\(files) are taken")
      } catch {
        #expect(error.status == .wrongUse)
        #if TLS
          #expect(error.description.contains("TLS takes both"))
        #else
          #expect(error.description.contains("make server TRAITS=TLS"))
        #endif
      }
    }
  }
}
