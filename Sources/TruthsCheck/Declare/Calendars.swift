import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Fills the table of calendars. Runs after the policies, because holidays may be those of a policy.
struct CalendarPass: CheckPass {
  let session: CheckSession

  func run() {
    program.calendars = declared.calendars.map { calendar in
      NameRules(session: session).checkName(calendar.name)
      let type = resolved(calendar)
      if calendar.isWhole, !type.workingDays.hasWorkingDay { report(NoWorkingDay.finding(calendar.name)) }
      return type
    }
  }

  private func resolved(_ calendar: Declared<CalendarDeclaration>) -> CalendarType {
    var type = CalendarType(
      name: calendar.name.text, pack: calendar.pack, weekend: [], dates: [], yearly: [], policies: [], span: calendar.keySpan)
    for day in calendar.body.weekend {
      if let weekday = Weekday(name: day.text) {
        type.weekend.append(weekday)
      } else {
        report(
          UnknownValue.finding(
            day.text, at: day.span, enumeration: "weekend", values: Weekday.allCases.map(\.name),
            candidates: session.candidates(Weekday.allCases.map(\.name)), written: { $0 }))
      }
    }
    for holiday in calendar.body.holidays {
      if let date = CivilDate(text: holiday.text) {
        type.dates.append(date)
      } else if let day = MonthDay(text: holiday.text) {
        type.yearly.append(day)
      } else if holiday.text.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false {
        report(
          BadLiteral.holiday(
            holiday.text, impossible: CivilDate.impossibleDay(in: holiday.text), meant: MeantValue.holiday(holiday.text),
            at: holiday.span))
      } else if let policy = policy(holiday, from: calendar.pack) {
        type.policies.append(policy)
      }
    }
    return type
  }

  /// Returns the policy that a holiday names; `nil` after reporting an unknown name or a wrong type.
  private func policy(_ name: Name, from pack: String) -> Int? {
    let parts = name.text.headAndRest
    let scope = names.scope(pack)
    let all = names.policies[parts.last ?? name.text] ?? []
    let named = parts.count == 2 ? all.filter { program.policies[$0].pack == parts[0] } : all
    let own = named.filter { program.policies[$0].pack == pack }
    let seen = own.isEmpty ? named.filter { scope.sees(program.policies[$0].pack) } : own
    guard let index = seen.first, seen.count == 1 else {
      reportUnresolved(name, seen: seen, named: named, scope)
      return nil
    }
    usage.policies.insert(index)
    session.note(qualified: .policy(index), name.text, at: name.span)
    let type = program.policies[index].type
    guard type == .list(.date) || type.isUnknown else {
      report(WrongType.finding(program.name(of: type, from: pack), wanted: "`list of date`", at: name.span))
      return nil
    }
    return index
  }

  private func reportUnresolved(_ name: Name, seen: [Int], named: [Int], _ scope: PackScope) {
    if seen.count > 1 {
      report(
        AmbiguousName.finding(
          name.text, root: name.text, at: name.span,
          seen.map { (program.policies[$0].qualifiedName, "policy", program.policies[$0].span) }))
    } else if let other = named.first {
      report(UnusedPack.name(name.text, at: name.span, pack: program.policies[other].pack, scope: scope.name))
    } else if !names.isUnread(name.text) {
      let lists = program.policies.filter { scope.sees($0.pack) && $0.type == .list(.date) }
      report(
        UnknownName.finding(
          name.text, at: name.span, among: candidates(lists.map(\.name)),
          help: "declare `policy \(name.text)` with `type: list of date`, or write a date, or `12-25` for every year"))
    }
  }
}
