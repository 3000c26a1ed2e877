package import TruthsJSON
package import TruthsProgram

/// The part of a context that a reader of predictions may read and see. The rest counts as absent, so that no
/// prediction shows it.
package struct PredictionReader {
  /// Whether facts of an actor and a type may be read; without a type, decisions.
  let mayRead: (_ owner: JSONObject, _ factType: String?) -> Bool
  /// Whether the reader sees the value of a field in an actor's fact of a type.
  let seesFact: (_ field: Field, _ owner: JSONObject, _ factType: String) -> Bool
  /// Whether the reader sees the value of a field in an actor's proposal of an intent.
  let seesProposal: (_ field: Field, _ owner: JSONObject, _ action: String) -> Bool

  package init(
    mayRead: @escaping (_ owner: JSONObject, _ factType: String?) -> Bool,
    seesFact: @escaping (_ field: Field, _ owner: JSONObject, _ factType: String) -> Bool,
    seesProposal: @escaping (_ field: Field, _ owner: JSONObject, _ action: String) -> Bool
  ) {
    (self.mayRead, self.seesFact, self.seesProposal) = (mayRead, seesFact, seesProposal)
  }

  /// A reader who may read and see everything.
  package static var ofEverything: PredictionReader {
    PredictionReader(mayRead: { _, _ in true }, seesFact: { _, _, _ in true }, seesProposal: { _, _, _ in true })
  }
}
