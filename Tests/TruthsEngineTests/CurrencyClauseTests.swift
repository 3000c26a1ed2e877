import Testing

@Suite("Money of a currency that is data, types §4.2")
struct CurrencyClauseTests {
  private static let euros = #"{"net": 10, "currency": "EUR", "cash": 3, "coin": "EUR"}"#
  private static let mixed = #"{"net": 10, "currency": "USD", "cash": 3, "coin": "EUR"}"#
  private static let bare = #"{"net": 10, "cash": 3, "coin": "EUR"}"#
  private static let bills = """
    {"currency": "EUR", "net": 6, "sums": [1, 2, 3], "bills": [
      {"net": 1, "currency": "EUR", "fee": 4, "fee_currency": "USD", "parts": [1, 2]},
      {"net": 2, "currency": "EUR", "fee": 4}, {"net": 3, "currency": "USD", "parts": [1]}]}
    """

  @Test(
    "amounts that meet",
    arguments: [
      ("net + cash == 13", euros, ClauseWorld.Answer.holds), ("net - cash == 7 and net > cash", euros, .holds),
      // Values of two enums are one currency where their texts are the same.
      ("net == cash", euros, .fails), ("net != cash", euros, .holds), ("net / cash > 3.3", euros, .holds),
      ("net % cash == 1", euros, .holds),
      ("net + cash == 13", mixed, .unknown), ("net < cash", mixed, .unknown), ("net >= cash", mixed, .unknown),
      ("net == cash", mixed, .unknown), ("net != cash", mixed, .unknown), ("not (net == cash)", mixed, .unknown),
      ("net / cash > 0", mixed, .unknown), ("net % cash == 1", mixed, .unknown),
      ("net + cash exists", mixed, .fails), ("net between cash and 20", mixed, .unknown),
      ("net in [cash, 10]", mixed, .holds), ("net in [cash, 11]", mixed, .unknown), ("net in [1, 10]", mixed, .holds),
      ("net in [1, 11]", mixed, .fails), ("[cash] contains net", mixed, .unknown),
      // Logic is Kleene's.
      ("net < cash or net > 5", mixed, .holds), ("net < cash and net < 5", mixed, .fails),
      // Literals take any currency.
      ("net == 10 and cash == 3 and 10 == net and 5 < net and net > 9.5", mixed, .holds),
      ("net * 2 == 20 and 2 * net == 20 and net / 4 == 2.5 and -net == -10", mixed, .holds),
      ("20 / net == 2", mixed, .holds), ("abs(-net) == 10 and round(net / 4) == 2", mixed, .holds),
      ("net + 1 - cash == 8", mixed, .unknown), ("-net < cash", mixed, .unknown), ("abs(net) > cash", mixed, .unknown),
      ("round(net / 3, 2) > cash", mixed, .unknown), ("net * 3 > cash", mixed, .unknown),
      ("(if b then net else cash) == 3", mixed, .unknown), ("coalesce(net, cash) == 10", mixed, .holds),
      ("max(net, cash) == 10", mixed, .unknown), ("max(net, cash) == 10", euros, .holds), ("min(net, 3) == 3", mixed, .holds),
      ("length(distinct([net, cash])) == 2", euros, .holds), ("length(distinct([net, cash])) == 2", mixed, .unknown),
      ("is_sorted([cash, net])", euros, .holds), ("is_sorted([cash, net])", mixed, .unknown),
      ("sort([net, cash])[1] == 3", mixed, .unknown), ("index_of([net, cash], 3) == 2", mixed, .holds),
      ("index_of([net, cash], cash) == 2", mixed, .unknown), ("[net, cash] == [10, 3]", mixed, .holds),
      ("[net] == [cash]", mixed, .unknown), ("[net, cash] == [cash]", mixed, .fails),
      ("[net, 1] == [cash, 2]", mixed, .fails), ("reverse([net, cash])[2] == net", mixed, .holds),
    ])
  func meeting(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "an amount beside a missing currency",
    arguments: [
      ("net exists", bare, ClauseWorld.Answer.fails), ("net missing", bare, .holds), ("net > 0", bare, .unknown),
      ("coalesce(net, 7) == 7", bare, .holds), ("cash == 3", bare, .holds), ("net exists", euros, .holds),
      ("net exists", #"{"currency": "EUR"}"#, .fails), ("number(net) == 10", bare, .unknown),
      ("bills[2].fee exists", bills, .fails), ("bills[1].fee == 4", bills, .holds),
      ("bills[2] == (bills[2] with (fee = missing_fee))", bills, .holds),
    ].map { ($0.0.replacing("missing_fee", with: "cash"), $0.1, $0.2) })
  func missing(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "over lists",
    arguments: [
      ("sum(x.net for x in bills) > 0", bills, ClauseWorld.Answer.unknown),
      ("sum(x.net for x in bills where x.currency == EUR) == 3", bills, .holds),
      ("sum(x.net for x in bills where x.currency == currency) + net == 9", bills, .holds),
      ("mean(x.net for x in bills) > 0", bills, .unknown), ("max(x.net for x in bills) > 0", bills, .unknown),
      ("min(x.net for x in bills where x.currency == currency) < net", bills, .holds),
      // Over nothing a sum has no currency.
      ("sum(x.net for x in bills where x.net > 10) == 0", bills, .holds),
      ("sum(x.net for x in bills where x.net > 10) + net == 6", bills, .holds),
      ("sum(x.net for x in bills where x.currency == gbp) < in_unit(1, \"USD\")", bills, .fault(["T3020"])),
      ("count(x in bills where x.net > 0) == 3", bills, .holds),
      ("length(list(x.net for x in bills)) == 3", bills, .holds), ("sum(list(x.net for x in bills)) == 6", bills, .unknown),
      ("list(x.net for x in bills)[3] == in_unit(3, \"USD\")", bills, .holds),
      ("first(x.net for x in bills by x.currency) == 1", bills, .fault(["T2005"])),
      ("first(x.net for x in bills by x.net) == 1", bills, .unknown),
      ("last(x.net for x in bills by number(x.net)) == in_unit(3, \"USD\")", bills, .holds),
      ("some x in bills satisfies x.net > net", bills, .unknown), ("some x in bills satisfies x.net <= net", bills, .holds),
      ("every x in bills satisfies x.net > net", bills, .fails), ("every x in bills satisfies x.net < net", bills, .unknown),
      // A list of amounts.
      ("sum(sums) == net and sums[2] == 2 and sums contains 3", bills, .holds),
      ("sum(sums) == in_unit(6, \"USD\")", bills, .unknown), ("sum(y for y in sums where y > 1) == 5", bills, .holds),
      ("sum(p for x in bills for p in x.parts) > 0", bills, .unknown),
      ("sum(p for x in bills for p in x.parts where x.currency == EUR) == 3", bills, .holds),
      ("sums == [1, 2, 3] and sums + [4] == [1, 2, 3, 4]", bills, .holds),
    ])
  func lists(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    let found = try ClauseWorld.evaluate(clause, fields: fields)
    if case .fault(let codes) = answer, case .fault(let messages) = found {
      #expect(messages.count == 1 && messages[0].hasPrefix(codes[0]), "\(messages)")
    } else {
      #expect(found == answer)
    }
  }

  @Test(
    "units that are dropped and given",
    arguments: [
      ("number(net) + number(cash) == 13", mixed, ClauseWorld.Answer.holds),
      ("number(net) == d", #"{"net": 1, "currency": "EUR", "d": 1}"#, .holds),
      ("in_unit(number(cash), currency) < net", mixed, .holds), ("in_unit(number(cash), coin) == cash", mixed, .holds),
      ("in_unit(7, \"USD\") < net", mixed, .holds), ("in_unit(7, \"EUR\") < net", mixed, .unknown),
      ("in_unit(7, \"XXX\") < in_unit(8, \"XXX\")", mixed, .holds), ("in_unit(d, currency) exists", mixed, .fails),
      ("in_unit(7, currency) exists", bare, .fails), ("in_unit(n, currency) / 2 == 3.5", #"{"n": 7, "currency": "gbp"}"#, .holds),
      ("in_unit(limit, currency) == net", mixed, .holds),
      ("price < in_unit(number(net), chf)", #"{"net": 2, "currency": "EUR", "price": 1}"#, .holds),
      ("in_unit(7, half_of) exists", mixed, .holds), ("in_unit(7, flat_of.currency) exists", mixed, .fault(["T1001"])),
    ])
  func units(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    let found = try ClauseWorld.evaluate(clause, fields: fields)
    if case .fault(let codes) = answer, case .fault(let messages) = found {
      #expect(messages.count == 1 && messages[0].hasPrefix(codes[0]), "\(messages)")
    } else {
      #expect(found == answer)
    }
  }

  @Test(
    "records",
    arguments: [
      ("bill(net = net, currency = currency).net == net", mixed, ClauseWorld.Answer.holds),
      ("bill(net = net, currency = USD) exists", mixed, .holds), ("bill(net = cash, currency = USD) exists", mixed, .fails),
      ("bill(net = 5, currency = USD).net == in_unit(5, \"USD\")", mixed, .holds),
      ("bill(net = 5, currency = USD).net < cash", mixed, .unknown),
      ("bill(net = 5, currency = USD, fee = cash, fee_currency = EUR).fee == cash", mixed, .holds),
      ("bill(net = 5, currency = USD, fee = cash, fee_currency = USD).fee exists", mixed, .fails),
      ("bill(net = 5, currency = USD, parts = [net, 1]).parts[1] == net", mixed, .holds),
      ("bill(net = 5, currency = USD, parts = [net, cash]).parts exists", mixed, .fails),
      ("(bills[1] with (net = 7)).net == in_unit(7, \"EUR\")", bills, .holds),
      ("(bills[1] with (net = bills[3].net)).net exists", bills, .fails),
      // A kept amount stays in its currency.
      ("(bills[1] with (currency = USD)).net exists", bills, .fails),
      ("(bills[1] with (currency = USD, net = 7)).net == in_unit(7, \"USD\")", bills, .holds),
      ("(bills[1] with (currency = EUR)).net == 1", bills, .holds),
      ("bills[1] in bills and bills[1] == bills[1]", bills, .holds), ("bills[1] == bills[3]", bills, .fails),
    ])
  func records(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  private static let rates = [
    #"{"type": "rate.set", "net": 10, "currency": "USD", "fee": 2, "rest": 4}"#,
    #"{"type": "rate.set", "net": 10, "currency": "EUR", "fee": 3, "left": "USD", "rest": 4}"#,
  ]

  @Test(
    "facts",
    arguments: [
      ("rate.set(net = net, currency = currency)", mixed, ClauseWorld.Answer.holds), ("rate.set", mixed, .holds),
      ("rate.set(net = 10, currency = EUR).fee < cash", mixed, .fails),
      ("rate.set(net = 10, currency = EUR).fee == cash", mixed, .holds), ("rate.set.fee < net", mixed, .holds),
      ("rate.set.fee < cash", mixed, .unknown),
      // A key in another currency than the one beside it is missing.
      ("rate.set(net = cash, currency = USD)", mixed, .unknown), ("rate.set(net = 3, currency = USD)", mixed, .fails),
      ("rate.set.rest exists", mixed, .fails), ("rate.set(net = 10, currency = EUR).rest == 4", mixed, .holds),
      ("rate.set(net = 10, currency = EUR).rest == in_unit(4, \"USD\")", mixed, .holds),
      ("(the rate.set).fee == 2 and (the rate.set).net == net", mixed, .holds),
      ("(the rate.set with (fee = 1)).fee < net", mixed, .holds),
      ("some r in rate.set satisfies r.fee == cash", mixed, .holds), ("sum(r.fee for r in rate.set) > 0", mixed, .unknown),
      ("sum(r.fee for r in rate.set where r.currency == currency) == 2", mixed, .holds),
      ("rate.set(net = 10, currency = USD).rest exists", "{}", .fails), ("rate.set.rest exists", "{}", .unknown),
    ])
  func facts(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields, facts: Self.rates) == answer)
  }

  @Test(
    "tables and functions",
    arguments: [
      ("half(net, currency) == 5 and half(net, currency) < net", mixed, ClauseWorld.Answer.holds),
      ("half(net, currency) < cash", mixed, .unknown), ("half(cash, currency) exists", mixed, .fails),
      ("half(4, EUR) < cash", mixed, .holds), ("half(net, other_money) exists", bare, .fails),
      ("flat(USD) < net and flat(currency) == 5", mixed, .holds), ("flat(EUR) < net", mixed, .unknown),
      ("flat(currency) exists", bare, .fails), ("tier(net, currency).fee == 1", mixed, .holds),
      ("tier(net * 2, currency).fee == 2 and tier(net * 2, currency).fee < net", mixed, .holds),
      ("tier(20, EUR).fee < net", mixed, .unknown), ("tier(20, EUR).fee < cash", mixed, .holds),
    ].map { ($0.0.replacing("other_money", with: "currency"), $0.1, $0.2) })
  func tables(clause: String, fields: String, answer: ClauseWorld.Answer) throws {
    #expect(try ClauseWorld.evaluate(clause, fields: fields) == answer)
  }

  @Test(
    "what does not check",
    arguments: [
      // A fixed unit and a currency that is data meet only by `number` and `in_unit`.
      ("net < price", "T2003"), ("net + price > 0", "T2003"), ("net < limit", "T2003"), ("net * cash > 0", "T2003"),
      ("net in [price]", "T2003"), ("max(net, price) > 0", "T2002"), ("in_unit(5, eur) < net", "T2003"),
      ("half(price, currency) > 0", "T2003"), ("bill(net = price, currency = EUR) exists", "T2003"),
      ("in_unit(net, currency) > 0", "T2003"), ("in_unit(price, \"EUR\") > 0", "T2003"), ("in_unit(id, currency) > 0", "T2002"),
      ("in_unit(5, id) > 0", "T2002"), ("in_unit(5, \"{id}\") > 0", "T2002"), ("in_unit(5, 3) > 0", "T2002"),
      ("in_unit(5, \"\") > 0", "T2002"), ("in_unit(5) > 0", "T2009"), ("power(net, 2) > 0", "T2002"),
      ("days(net) > days(1)", "T2002"), ("net < cash.currency", "T1010"),
    ])
  func faults(clause: String, code: String) throws {
    guard case .fault(let found) = try ClauseWorld.evaluate(clause) else {
      Issue.record("\(clause) checks")
      return
    }
    #expect(found.count == 1 && found[0].hasPrefix(code), "\(found)")
  }
}
