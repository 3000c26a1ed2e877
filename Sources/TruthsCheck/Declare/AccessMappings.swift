import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Resolves which AuthZEN requests the intents answer (declarations §4.1). Runs after all facts are declared.
struct AccessPass: CheckPass {
  let session: CheckSession

  /// An action on a resource type that only one intent may answer.
  private struct Question: Hashable {
    var action, resource: Text
  }

  func run() {
    var seen: [Question: Declared<IntentDeclaration>] = [:]
    for (index, intent) in declared.intents.enumerated() {
      guard let access = intent.body.access else { continue }
      let question = Question(action: Text(access.action.text), resource: Text(access.resource.text))
      if let first = seen[question] {
        report(AccessFault.twice(access.action, of: access.resource.text, first: first.name))
        continue
      }
      seen[question] = intent
      program.intents[index].access = AccessMapping(
        action: access.action.text, resource: access.resource.text,
        id: access.id.flatMap { field($0, of: intent, at: index) },
        subjects: access.subjects.flatMap { candidates(named: $0, from: intent.pack) },
        resources: access.resources.flatMap { candidates(named: $0, from: intent.pack) })
    }
  }

  /// Returns the index of the text field that takes the resource's id.
  private func field(_ name: Name, of intent: Declared<IntentDeclaration>, at index: Int) -> Int? {
    let fields = program.intents[index].fields
    guard let position = fields.firstIndex(where: { $0.name == name.text }) else {
      if intent.isWhole {
        report(UnknownField.finding(name, of: intent.name.text, among: session.candidates(fields.map(\.name))))
      }
      return nil
    }
    session.note(.field(.intent(index), position), at: name.span)
    if fields[position].type != .text, !fields[position].type.isUnknown {
      report(AccessFault.type(name, program.name(of: fields[position], from: intent.pack)))
    }
    return position
  }

  /// Returns the fact type whose key, a single text, gives the values that a search tries.
  private func candidates(named name: Name, from pack: String) -> Int? {
    let scope = names.scope(pack)
    guard let index = session.fact(named: name.text) else {
      if !names.isUnread(name.text) {
        report(UnknownName.fact(name, among: candidates(program.facts.filter { scope.sees($0.pack) }.map(\.name))))
      }
      return nil
    }
    let fact = program.facts[index]
    guard scope.sees(fact.pack) else {
      report(UnusedPack.name(name.text, at: name.span, pack: fact.pack, scope: pack))
      return nil
    }
    usage.read(fact: index, at: name.span)
    session.note(.fact(index), at: name.span)
    guard !session.isPartial(.fact(index)) else { return nil }
    guard !fact.isDerived else {
      report(AccessFault.view(name))
      return nil
    }
    let key = fact.key.map { fact.fields[$0] }
    guard key.count == 1, key[0].type == .text || key[0].type.isUnknown else {
      report(AccessFault.key(name, key.map(\.name), declaredAt: fact.span))
      return nil
    }
    return index
  }
}
