/// Rewritings from SQL, Python, JavaScript, Excel, Rego and plain English to the language.
enum ForeignForms {
  /// Sets of words with the same meaning, which patterns name with `@`.
  static let sets: [String: [String]] = [
    "null": ["null", "none", "nil", "undefined"],
    "present": ["present", "given", "set", "defined", "provided", "available", "known", "specified"],
    "absent": ["absent", "unset", "undefined", "unknown"],
    "effect": ["reject", "warn", "requires_approval", "requires_consent"],
    "raise": ["raise", "throw", "deny", "error", "fail", "refuse", "forbid", "block", "abort", "decline"],
    "when": ["if", "when", "where"],
    "then": ["implies", "==>", "=>", "->>", "⇒", "⟹", ">>", "➔", "⟶"],
    "equals": ["equals", "equal", "eq"],
    "greater": ["greater", "larger", "bigger", "more", "higher", "longer", "later"],
    "less": ["less", "smaller", "fewer", "lower", "shorter", "earlier"],
    "above": ["over", "above", "exceeds", "exceeding", "gt", "after"],
    "below": ["under", "below", "lt", "before"],
    "mean": ["avg", "average"],
    "aggregate": ["sum", "min", "max", "mean", "list", "count", "first", "last"],
    "prefix": ["startswith", "starts_with", "hasprefix"],
    "suffix": ["endswith", "ends_with", "hassuffix"],
    "includes": ["includes", "contains", "has", "include"],
    "lower": ["tolowercase", "lower", "lowercase", "lowercased", "casefold"],
    "upper": ["touppercase", "upper", "uppercase", "uppercased"],
    "trim": ["trim", "strip"],
    "length": ["length", "size", "len", "count"],
    "list": ["list", "array", "set", "seq", "sequence", "vector", "collection"],
    "map": ["map", "dict", "dictionary", "object", "hash", "record"],
    "char": ["varchar", "char", "nvarchar", "string", "text", "character"],
    "matching": ["regex", "regexp", "rlike"],
    "make": ["new", "emit", "create", "insert", "add", "produce", "record"],
    "correct": ["correct", "corrects", "corrected", "correcting", "corrections"],
    "moment": ["datetime", "date_time", "instant", "timestamptz"],
    "weeks": ["w", "week", "weeks"],
    "days": ["d", "day", "days"],
    "hours": ["h", "hr", "hrs", "hour", "hours"],
    "minutes": ["min", "mins", "minute", "minutes"],
    "seconds": ["s", "sec", "secs", "second", "seconds"],
    "months": ["month", "months"],
    "years": ["y", "yr", "yrs", "year", "years"],
    "percent": ["%", "percent", "pct"],
    "no": ["no", "off", "0", "nein"],
    "yes": ["yes", "on", "1", "ja"],
  ]

  /// Rewritings for conditions, values, rows and outputs.
  static let expressions: [Rewriting] =
    nulls + tests + periods + comparisons + conditionals + choices + loops + calls + effects + reasons + signs

  /// Rewritings for lengths of time, such as `3 days`, and for `within` such a length. `a within 14 days of b` begins at `b`,
  /// and does not hold long before it; beside `now` it may be earlier or later.
  private static let periods =
    WrittenValues.units.flatMap { unit in
      [
        ("+a within #number @\(unit) of now", "$a between now - \(unit)($n) and now + \(unit)($n)"),
        ("+a within #number @\(unit) of +b", "$a between $b and $b + \(unit)($n)"),
        ("+a within #number @\(unit) after +b", "$a between $b and $b + \(unit)($n)"),
        ("+a within #number @\(unit) before +b", "$a between $b - \(unit)($n) and $b"),
        ("#number @\(unit)", "\(unit)($n)"),
      ]
    }.map { Rewriting($0, $1) }

  private static let nulls = [
    ("is not @null", "exists"), ("is @null", "missing"), ("not @null", "exists"), ("notnull", "exists"), ("isnull", "missing"),
    ("!== @null", "exists"), ("!= @null", "exists"), ("<> @null", "exists"), ("=== @null", "missing"), ("== @null", "missing"),
    ("= @null", "missing"), ("then @null", "then missing"), ("else @null", "else missing"),
    ("+a ?? +b", "coalesce($a, $b)"), ("+a ? : +b", "coalesce($a, $b)"), ("?.", "."),
    ("^ no $", "false"), ("+a == +b or @null", "$a missing or $a == $b"), ("+a == +b or missing", "$a missing or $a == $b"),
    ("+a in %b or @null", "$a missing or $a in $b"), ("+a in %b or missing", "$a missing or $a in $b"),
  ].map { Rewriting($0, $1) }

  private static let tests = [
    ("is not empty", "not empty"), ("is empty", "empty"), ("is missing", "missing"), ("is not missing", "exists"),
    ("must exist", "exists"), ("must not be empty", "not empty"), ("must not be @null", "exists"), ("must be @present", "exists"),
    ("must be", "=="), ("should be", "=="), ("is exists", "exists"), ("does not exist", "missing"),
    ("is not @present", "missing"), ("is @present", "exists"),
    ("not @present", "missing"), ("is @absent", "missing"), ("+a @present", "$a exists"), ("+a @absent", "$a missing"),
    ("not exists ( $a )", "$a missing"), ("not exists %a", "$a missing"), ("not empty ( $a )", "$a not empty"),
    ("not empty %a", "$a not empty"), ("not missing ( $a )", "$a exists"), ("not missing %a", "$a exists"),
    ("exists ( $a )", "$a exists"), ("missing ( $a )", "$a missing"), ("empty ( $a )", "$a empty"),
    ("exists %a", "$a exists"), ("missing %a", "$a missing"), ("empty %a", "$a empty"), ("has %a", "$a exists"),
    ("is true", "== true"), ("is false", "== false"),
  ].map { Rewriting($0, $1) }

  private static let comparisons = [
    ("is @greater than or equal to", ">="), ("@greater than or equal to", ">="), ("is @greater or equal", ">="),
    ("is @less than or equal to", "<="), ("@less than or equal to", "<="), ("is at least", ">="), ("at least", ">="),
    ("is at most", "<="), ("at most", "<="), ("is no @greater than", "<="), ("no @greater than", "<="),
    ("is not @greater than", "<="), ("is no @less than", ">="), ("no @less than", ">="), ("is not @less than", ">="),
    ("is @greater than", ">"), ("@greater than", ">"), ("is @less than", "<"), ("@less than", "<"), ("is @above", ">"),
    ("@above", ">"), ("is @below", "<"), ("@below", "<"), ("is not equal to", "!="), ("not equal to", "!="),
    ("does not equal", "!="), ("not equals", "!="), ("is @equals to", "=="), ("@equals to", "=="), ("is @equals", "=="),
    ("@equals", "=="), ("is not in", "not in"), ("is in", "in"), ("is one of", "in"), ("one of", "in"),
    ("is between", "between"), ("is like", "like"), ("is not", "!="), ("isnt", "!="), ("is", "=="),
    ("ne", "!="), ("ge", ">="), ("le", "<="), ("gte", ">="), ("lte", "<="), ("in ( *a )", "in [$a]"), ("in { *a }", "in [$a]"),
    ("+a between +b .. +c", "$a between $b and $c"), ("+a in [ +b .. +c ]", "$a between $b and $c"),
    ("+a in ( +b .. +c )", "$a > $b and $a < $c"), ("+a in ] +b .. +c [", "$a > $b and $a < $c"),
    ("+a in ( +b .. +c ]", "$a > $b and $a <= $c"), ("+a in ] +b .. +c ]", "$a > $b and $a <= $c"),
    ("+a in [ +b .. +c )", "$a >= $b and $a < $c"), ("+a in [ +b .. +c [", "$a >= $b and $a < $c"),
    ("+a in +b .. +c", "$a between $b and $c"), ("!a %b .. +c", "$a between $b and $c"),
    ("+a between +b , +c", "$a between $b and $c"), ("+a between +b to +c", "$a between $b and $c"), ("does not", "not"),
    ("descending", "desc"),
    ("!a [ _ ] == +b", "$b in $a"), ("@matching", "matches"), ("!a ~ #text", "$a matches $t"), ("!a * * %b", "power($a, $b)"),
    ("matches / *a /", "matches \"$a\""),
    ("like %a - *", "like \"$a-*\""),
  ].map { Rewriting($0, $1) }

  private static let conditionals = [
    ("^ = $a $", "$a"),
    ("case when $a then $b when $c then $d else $e end", "if $a then $b else if $c then $d else $e"),
    ("case when $a then $b when $c then $d end", "if $a then $b else if $c then $d else missing"),
    ("case when $a then $b else $e end", "if $a then $b else $e"), ("case when $a then $b end", "if $a then $b else missing"),
    ("if ( $a , $b , $c )", "if $a then $b else $c"), ("if ( $a ; $b ; $c )", "if $a then $b else $c"),
    ("iif ( $a , $b , $c )", "if $a then $b else $c"),
    ("^ when $a then $b else $c $", "if $a then $b else $c"), ("( $a ? $b : $c )", "(if $a then $b else $c)"),
    ("^ $b if $a else $c $", "if $a then $b else $c"), ("( $b if $a else $c )", "(if $a then $b else $c)"),
    ("if $a : $b else : $c $", "if $a then $b else $c"), ("if $a : $b else $c $", "if $a then $b else $c"),
    ("( if $a : $b else $c )", "(if $a then $b else $c)"),
    ("if ( $a ) $b else", "if $a then $b else"), ("if $a { $b } else { $c }", "if $a then $b else $c"),
    ("case when", "if"), ("elif", "else if"), ("elsif", "else if"), ("elseif", "else if"), ("when $a then", "else if $a then"),
    ("if $a end $", "if $a"), ("if $a end )", "if $a)"), ("and ( $a , $b )", "$a and $b"),
    ("and ( $a , $b , $c )", "$a and $b and $c"),
    ("or ( $a , $b )", "$a or $b"), ("or ( $a , $b , $c )", "$a or $b or $c"),
    ("if !a = %b then", "if $a == $b then"),
  ].map { Rewriting($0, $1) }

  /// Rewritings of a conditional with `?` and `:`, which YAML takes for the end of a key.
  static let choices = [("^ $a ? $b : $c $", "if $a then $b else $c")].map { Rewriting($0, $1) }

  /// Rewritings of a whole clause `if A then B`, `if A: B` or `if A, B` as `A → B`, for a B that is a condition too.
  static let implications = ["then", ":", ","].map { Rewriting("^ if $a \($0) $b $", "$a → $b") }

  private static let loops = [
    ("sum ( #word . !b in", "sum($w.$b for $w in"), ("min ( #word . !b in", "min($w.$b for $w in"),
    ("max ( #word . !b in", "max($w.$b for $w in"), ("mean ( #word . !b in", "mean($w.$b for $w in"),
    ("list ( #word . !b in", "list($w.$b for $w in"),
    ("all ( $c for #word in $l if $f )", "every $w in $l where $f satisfies $c"),
    ("any ( $c for #word in $l if $f )", "some $w in $l where $f satisfies $c"),
    ("all ( $c for #word in $l )", "every $w in $l satisfies $c"), ("any ( $c for #word in $l )", "some $w in $l satisfies $c"),
    ("len ( [ $e for #word in $l if $f ] )", "count($w in $l where $f)"), ("len ( [ $e for #word in $l ] )", "count($w in $l)"),
    ("[ $e for #word in $l if $f ]", "list($e for $w in $l where $f)"), ("[ $e for #word in $l ]", "list($e for $w in $l)"),
    ("sum ( 1 for #word in $l if $f )", "count($w in $l where $f)"), ("for #word in $l if", "for $w in $l where"),
    ("max ( $e ) from $t #word where $f $", "max($e for $w in $t where $f)"),
    ("min ( $e ) from $t #word where $f $", "min($e for $w in $t where $f)"),
    ("sum ( $e ) from $t #word where $f $", "sum($e for $w in $t where $f)"),
    ("count ( $e ) from $t #word where $f $", "count($w in $t where $f)"), ("@mean (", "mean("),
    ("some #word in $l ; $b ; $c →", "some $w in $l where $b satisfies $c →"),
    ("some #word in $l ; $b →", "some $w in $l satisfies $b →"), ("some #word in $l ; $b $", "some $w in $l satisfies $b"),
    ("every #word in $l { $b ; $c }", "every $w in $l satisfies $b and $c"),
    ("every #word in $l { $b }", "every $w in $l satisfies $b"),
    ("^ for all #word in !l : $c $", "every $w in $l satisfies $c"), ("^ for #word in !l : $c $", "every $w in $l satisfies $c"),
    ("each #word in !l has $c $", "every $w in $l satisfies $w.$c"),
    ("every #word in !l has $c $", "every $w in $l satisfies $w.$c"),
    ("no #word in !l with $c $", "no $w in $l satisfies $w.$c"), ("some #word in !l with $c $", "some $w in $l satisfies $w.$c"),
    ("exists #word in !l where $c $", "some $w in $l satisfies $c"), ("any #word in !l where $c $", "some $w in $l satisfies $c"),
    ("exists #word in", "some $w in"), ("forall #word in", "every $w in"), ("for all #word in", "every $w in"),
    ("any #word in", "some $w in"), ("each #word in", "every $w in"), ("all #word in", "every $w in"), ("with", "where"),
    ("such that", "satisfies"),
  ].map { Rewriting($0, $1) }

  private static let calls = [
    ("f #text", "$t"),
    ("+a <= +b <= +c", "$b >= $a and $b <= $c"), ("+a < +b <= +c", "$b > $a and $b <= $c"),
    ("+a <= +b < +c", "$b >= $a and $b < $c"), ("+a < +b < +c", "$b > $a and $b < $c"),
    ("^ { $a } $", "$a"), ("^ get %a", "the $a"), ("^ fetch %a", "the $a"), ("^ current %a", "the $a"), ("^ latest %a", "the $a"),
  ].map { Rewriting($0, $1) }

  private static let effects = [
    ("@raise ( *a ) @when $b $", "$b → reject($a)"),
    ("reject ( *a ) @when $b $", "$b → reject($a)"), ("warn ( *a ) @when $b $", "$b → warn($a)"),
    ("requires_consent ( *a ) @when $b $", "$b → requires_consent($a)"),
    ("requires_approval ( *a ) @when $b $", "$b → requires_approval($a)"), ("^ if $a then reject", "$a → reject"),
    ("^ if $a then warn", "$a → warn"), ("^ if $a then requires_approval", "$a → requires_approval"),
    ("^ if $a then requires_consent", "$a → requires_consent"), ("^ if $a → ", "$a → "), ("^ when $a →", "$a →"),
    ("- - >", "→"), ("- ->", "→"), ("@then", "→"), ("then reject (", "→ reject("), ("then warn (", "→ warn("),
    ("then requires_approval", "→ requires_approval"),
    ("then requires_consent", "→ requires_consent"), ("reject #text", "reject($t)"), ("warn #text", "warn($t)"),
    ("requires_consent #text", "requires_consent($t)"),
    ("requires_approval #word $", "requires_approval($w)"), ("requires_approval : $a $", "requires_approval($a)"),
    ("requires_approval of #word $", "requires_approval($w)"), ("requires_approval by #word $", "requires_approval($w)"),
    ("two of", "2 of"), ("three of", "3 of"), ("any of", "1 of"), ("one of", "1 of"), ("#number #word or", "$n of $w or"),
    ("@raise ( #text )", "reject($t)"), ("@raise #text", "reject($t)"), ("warning #text", "warn($t)"),
    ("reject : #text", "reject($t)"), ("warn : #text", "warn($t)"),
  ].map { Rewriting($0, $1) }

  private static let reasons = [
    ("else reject #text $", "else $t"), ("else reject ( #text ) $", "else $t"), ("else @raise #text $", "else $t"),
    ("else @raise ( #text ) $", "else $t"),
    ("else : #text $", "else $t"), ("reason #text $", "else $t"), ("reason : #text $", "else $t"), ("otherwise #text", "else $t"),
    ("or else #text", "else $t"), ("because #text", "else $t"),
    (": #text $", "else $t"), (", #text $", "else $t"), ("message #text $", "else $t"),
  ].map { Rewriting($0, $1) }

  private static let signs = [
    ("€ #number", "$n"), ("#number €", "$n"), ("£ #number", "$n"), ("#number £", "$n"), ("–", "-"), ("—", "-"), ("−", "-"),
    ("÷", "/"), ("×", "*"), ("∗", "*"), ("⩾", ">="), ("⩽", "<="), ("\u{A0}", " "), (";", ","),
    ("„ $a “", "\"$a\""), ("« $a »", "\"$a\""), ("…", ".."), ("∈", "in"), ("∉", "not in"), ("∧", "and"), ("∨", "or"),
    ("¬", "not"),
  ].map { Rewriting($0, $1) }

  /// Rewritings for entries of `produces`.
  static let outputs: [Rewriting] =
    [
      ("^ @correct . !a", "correction.$a"), ("^ @correct !a", "correction.$a"), ("^ trace #word", "trace.$w"),
      ("^ fact #word", "fact.$w"), ("^ correction #word", "correction.$w"),
      ("^ @make fact . !a", "fact.$a"), ("^ @make fact !a", "fact.$a"), ("foreach #word in", "for $w in"),
      ("for each #word in", "for $w in"), ("^ $a → fact . !b $", "fact.$b where $a"),
      ("^ if $a then fact . !b $", "fact.$b where $a"), ("^ @make !a", "fact.$a"),
      ("^ for #word in !l : fact . !a $", "fact.$a for $w in $l"),
      ("^ for #word in !l : !a $", "fact.$a for $w in $l"), ("if", "where"), ("when", "where"),
    ].map { Rewriting($0, $1) } + expressions

  /// Rewritings for types, with a default after them.
  static let types: [Rewriting] = [
    ("^ $a max $b min $c = $d $", "$a min $c max $b = $d"), ("^ $a max $b min $c $", "$a min $c max $b"),
    ("^ $a min $b ? $", "$a? min $b"), ("^ $a max $b ? $", "$a? max $b"), ("minimum", "min"), ("maximum", "max"),
    (">= $a and <= $b $", "min $a max $b"), (">= $a", "min $a"), ("<= $a", "max $a"),
    ("between $a and $b $", "min $a max $b"), ("from $a to $b $", "min $a max $b"), ("in $a .. $b $", "min $a max $b"),
    ("^ !a $b .. $c $", "$a min $b max $c"), ("at least $a $", "min $a"), ("at most $a $", "max $a"),
    ("min : #number", "min $n"), ("max : #number", "max $n"), ("min = #number", "min $n"), ("max = #number", "max $n"),
    ("!a [ ]", "list of $a"), ("[ $a ]", "list of $a"), ("@list [ $a ]", "list of $a"), ("@list < $a >", "list of $a"),
    ("@list ( $a )", "list of $a"), ("@list of", "list of"), ("@map [ $a , $b ]", "map of $b"), ("@map < $a , $b >", "map of $b"),
    ("@map ( $a , $b )", "map of $b"), ("{ $a : $b }", "map of $b"), ("@char ( #number )", "text"), ("string", "text"),
    ("str", "text"),
    ("bool", "boolean"), ("int", "integer"), ("number", "decimal"), ("%a ( optional )", "$a?"), ("%a ? in #word", "$a in $w?"),
    ("decimal ( $a )", "decimal in $a"), ("integer ( $a )", "integer in $a"),
    ("decimal of $a", "decimal in $a"), ("integer of $a", "integer in $a"), ("decimal #word", "decimal in $w"),
    ("integer #word", "integer in $w"), ("decimal [ $a ]", "decimal in $a"), ("integer [ $a ]", "integer in $a"),
    ("list #word", "list of $w"), ("map #word", "map of $w"), ("lists of", "list of"), ("optional %a", "$a?"),
    ("optional [ $a ]", "$a?"),
    ("optional < $a >", "$a?"), ("maybe %a", "$a?"), ("%a optional", "$a?"), ("%a | @null", "$a?"), ("%a or @null", "$a?"),
    ("%a , optional", "$a?"), ("@moment", "timestamp"), ("? %a", "$a?"), ("not null", ""), ("required", ""), ("@null", "?"),
    (", default $a", " = $a"), ("( default $a )", " = $a"), ("default = $a", " = $a"), ("default : $a", " = $a"),
    ("default $a", "= $a"), (":= $a", "= $a"), ("== $a", "= $a"), ("= @no $", "= false"), ("= @yes $", "= true"), ("; $", ""),
    (", $", ""),
  ].map { Rewriting($0, $1, isExpression: false) }

  /// Rewritings for moves, which may end with a reason.
  static let moves = reasons + states

  /// Rewritings for transitions and chains of artifacts.
  static let states: [Rewriting] = [
    (">", "→"), ("=>", "→"), ("->>", "→"), ("-->", "→"), ("to", "→"), (",", "→"), ("then", "→"), ("/", "→"), ("|", "→"),
    ("*", "any"),
    ("^ from !a to !b $", "$a → $b"), ("^ !a ← !b $", "$b → $a"), ("^ !a < - !b $", "$b → $a"),
    ("..", "→"), ("- - >", "→"), ("becomes", "→"),
  ].map { Rewriting($0, $1, isExpression: false) }
}
