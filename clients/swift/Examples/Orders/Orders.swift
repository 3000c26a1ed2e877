import Foundation
import TruthsClient
import TruthsClientNIO

/// Places an order on a server with the rules of the README, and prints the view until the run is done.
@main
struct Orders {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let url = arguments.first.flatMap({ URL(string: $0) }), let amount = arguments.dropFirst().first.flatMap({ Int($0) })
    else {
      FileHandle.standardError.write(Data("usage: truths-orders http://127.0.0.1:8080 AMOUNT\n".utf8))
      exit(64)
    }
    let client = try LiveClient(
      ServerEndpoint(url), actor: #"{"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme"}"#,
      network: NIONetwork())
    await client.connect()
    let submission = try await client.propose(#"{"action": "place_order", "order_id": "o1", "amount": \#(amount)}"#)
    let answer = try await submission.answer()
    print(answer.decision ?? "", answer.reason)
    for await view in await client.changes() {
      print(view.connectionState.color, view.runStatus ?? "", view.waitingFor.joined(separator: ", "))
      if view.runStatus == "converged" || view.runStatus == "halted" { break }
    }
    await client.close()
  }
}
