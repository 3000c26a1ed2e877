// The least work of a Swift program that decides a proposal in files: it reads the truths, the context and the proposal, looks
// up the two facts that matter, and prints the result. Its rules are compiled in; no engine can start faster.
//
//     swiftc -O -static-stdlib smallest.swift -o smallest; ./smallest TRUTHS… CONTEXT PROPOSAL
import Glibc

func read(_ path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { exit(66) }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let size = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in count = fread(buffer.baseAddress, 1, size, file) }
}

/// Returns the text after a name in a line of JSON, up to a comma or brace; empty where the line does not contain the name.
func member(_ name: String, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  let wanted = Array("\"\(name)\":".utf8)
  var place = line.startIndex
  while place + wanted.count <= line.endIndex {
    if line[place...].starts(with: wanted) { return line[(place + wanted.count)...].prefix { $0 != 0x2C && $0 != 0x7D } }
    place += 1
  }
  return []
}

let files = CommandLine.arguments.dropFirst().map(read)
let proposal = files[files.count - 1][...]
var closed = Set<ArraySlice<UInt8>>()
var approved = Set<ArraySlice<UInt8>>()
for line in files[files.count - 2].split(separator: 0x0A) {
  let type = member("type", line)
  if type.elementsEqual("\"period.closed\"".utf8) { closed.insert(member("period_id", line)) }
  if type.elementsEqual("\"invoice.approved\"".utf8) { approved.insert(member("invoice_id", line)) }
}
let amount = Int(String(decoding: member("amount", proposal), as: UTF8.self)) ?? 0
if member("customer_id", proposal).isEmpty {
  print("R1")
} else if member("line_items", proposal).elementsEqual("[]".utf8) {
  print("R2")
} else if amount <= 0 {
  print("R3")
} else if closed.contains(member("period_id", proposal)) {
  print("R4")
} else if amount > 1000, !approved.contains(member("invoice_id", proposal)) {
  print("H")
} else {
  print("A")
}
