import TruthsJSON
import TruthsLedger
import TruthsText

let ada: JSONObject = [
  "type": .text("user"), "user_id": .text("ada"), "device_id": .text("ios:1"), "org_id": .text("acme"),
  "roles": .array([.text("manager")]),
]

/// A fact entry with a number in it.
func sampleEntry(_ number: Int, sequence: Int? = nil, truthID: String? = "demo.greeting", corrects: String? = nil) -> Entry {
  Entry.make(
    type: .fact, timestamp: Timestamp.epoch, correlationID: "cor_1", runID: "run_1", actor: ada, truthID: truthID,
    payload: ["type": .text("person.greeted"), "number": .number(Decimal(number))], sequence: sequence ?? number,
    corrects: corrects)
}

func source(_ text: String) -> SourceFile { SourceFile(id: FileID(0), path: "context.jsonl", bytes: Array(text.utf8)) }

/// The text of bytes.
func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
