import Foundation
import Testing

@testable import TruthsCommand

/// The paths at which `truths serve` looks for the server.
struct ServeCommandTests {
  @Test("the server beside the command counts before one in PATH; a file that cannot be run is none")
  func server() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "truths-serve-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (beside, other) = (folder.appending(path: "beside").path, folder.appending(path: "other").path)
    for place in [beside, other] { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) }
    #expect(ServeCommand.server(besides: beside + "/truths", path: other) == nil)
    try write("", to: other + "/truths-server", mode: 0o644)
    #expect(ServeCommand.server(besides: beside + "/truths", path: other) == nil)
    try write("", to: other + "/truths-server", mode: 0o755)
    #expect(ServeCommand.server(besides: beside + "/truths", path: "/nowhere:" + other) == other + "/truths-server")
    #expect(ServeCommand.server(besides: "truths", path: other) == other + "/truths-server")
    try write("", to: beside + "/truths-server", mode: 0o755)
    #expect(ServeCommand.server(besides: beside + "/truths", path: other) == beside + "/truths-server")
    try write("", to: beside + "/truths", mode: 0o755)
    try FileManager.default.createSymbolicLink(atPath: other + "/link", withDestinationPath: beside + "/truths")
    try FileManager.default.removeItem(atPath: other + "/truths-server")
    let linked = try #require(ServeCommand.server(besides: other + "/link", path: ""))
    #expect(linked.hasSuffix("/beside/truths-server"))
  }

  private func write(_ text: String, to path: String, mode: Int) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }
}
