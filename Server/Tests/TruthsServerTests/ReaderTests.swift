import Foundation
import Testing
import TruthsServerTestSupport

@testable import TruthsServer

/// Readers of untrusted input, tested with random input.
struct ReaderTests {
  /// Returns texts that resemble valid input: pieces of it and random bytes, in random order.
  private static func texts(_ seed: UInt64, _ pieces: [String], count: Int = 20_000) -> [String] {
    var numbers = SeededNumbers(seed)
    return (0..<count).map { _ in
      var bytes: [UInt8] = []
      for _ in 0..<numbers.below(12) {
        if numbers.percent(80) {
          bytes += pieces[numbers.below(pieces.count)].utf8
        } else {
          bytes.append(UInt8(numbers.below(256)))
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  @Test("a query is read, or is a fault that says why")
  func queries() {
    let pieces = ["wait", "since_seq", "=", "&", "10", "-1", "%", "%41", "%00", "+", "99999999999999999999", "?", "é", "wait=1"]
    for text in Self.texts(1, pieces) {
      do throws(HTTPProblem) {
        let query = try Query(text, known: ["wait", "since_seq"])
        let number = try query.number("wait", most: 60)
        #expect(number.map { 0...60 ~= $0 } ?? true)
      } catch {
        #expect(error.code == .badQuery && !error.detail.isEmpty)
      }
    }
  }

  @Test("a token is read, or is a fault that does not tell it")
  func tokens() throws {
    let header = Data(#"{"alg":"HS256","kid":"k"}"#.utf8).base64URL
    let pieces = [
      header, header + ".", ".e30.", "AA", ".", "-", "_", "=", Data(#"{"alg":"none"}"#.utf8).base64URL + ".",
      Data("[1]".utf8).base64URL + ".", "é", "\(header).e30.AA",
    ]
    var read = 0
    for text in Self.texts(2, pieces) {
      do throws(TokenFault) {
        let token = try BearerToken(text)
        #expect(VerificationKey.algorithms.contains(token.algorithm))
        read += 1
      } catch {
        #expect(!error.description.isEmpty && (text.utf8.count < 20 || !error.description.contains(text)))
      }
    }
    #expect(read > 0)
  }

  @Test("a path names a route whose template leads back to it, or nothing")
  func paths() {
    let pieces = [
      "/", "jobs", "events", "control", "ledger", "head", "metrics", "%2F", "%", "..", "job_1", "é", "//", "openapi.json",
    ]
    var read = 0
    for text in Self.texts(3, pieces) {
      guard let route = Route(path: text) else { continue }
      read += 1
      #expect(RouteName.allCases.contains(route.name) && !route.methods.isEmpty)
    }
    #expect(read > 0)
  }

  @Test("a trace is 32 hexadecimal digits of its header, or none")
  func traces() {
    let pieces = [
      "00", "-", "ff", String(repeating: "a", count: 32), String(repeating: "0", count: 16), "1234567890abcdef", "01", "A",
    ]
    for text in Self.texts(4, pieces) {
      guard let trace = TraceParent.traceID(in: text) else { continue }
      #expect(trace.utf8.count == 32 && text.contains("-\(trace)-"))
    }
  }

  @Test("a public URL is read, or is wrong use")
  func urls() {
    let pieces = ["https", "http", "://", ":", "/", "a.example", "[::1]", "443", "99999", "%", "?", "#", "@", "é"]
    for text in Self.texts(5, pieces) {
      do throws(StartFault) {
        let url = try PublicURL(text)
        #expect(!url.hosts.isEmpty && url.origin.hasPrefix("http"))
      } catch {
        #expect(error.status == .wrongUse)
      }
    }
  }
}
