import Testing
import TruthsSyntax

@Suite struct PrecedenceTests {
  static let samples: [(text: String, shape: String)] = [
    ("a or b and c or d", "(or (or a (and b c)) d)"),
    ("not a and b", "(and (not a) b)"),
    ("not not a or b", "(or (not (not a)) b)"),
    ("not a == b", "(not (== a b))"),
    ("not x exists", "(not (exists x))"),
    ("a + b - c == d", "(== (- (+ a b) c) d)"),
    ("a - (b - c)", "(- a (- b c))"),
    ("a + b * c % d / e", "(+ a (/ (% (* b c) d) e))"),
    ("-a * -b", "(* (neg a) (neg b))"),
    ("--a.b", "(neg (neg (. a b)))"),
    ("a - -1", "(- a (neg 1))"),
    ("a<-1", "(< a (neg 1))"),
    ("a + b exists", "(exists (+ a b))"),
    ("a in b + c", "(in a (+ b c))"),
    ("a not in [b, c]", "(not in a [b c])"),
    ("a not empty", "(not empty a)"),
    ("a empty and b missing", "(and (empty a) (missing b))"),
    ("a contains b or a like c", "(or (contains a b) (like a c))"),
    ("a.b.in.c", "(. (. (. a b) in) c)"),
    ("a.b(k = 1, m = x or y).c", "(. (key (. a b) k=1 m=(or x y)) c)"),
    ("period.closed(period_id = p)", "(key (. period closed) period_id=p)"),
    ("round(x, 2) + money.rate(y)", "(+ (round x 2) (money.rate y))"),
    ("f()", "(f)"),
    ("[]", "[]"),
    ("[a, [b], \"c\"]", "[a [b] \"c\"]"),
    ("some x in s satisfies a and b or c", "(some x s (or (and a b) c))"),
    ("p and some x in s where w satisfies a or b", "(and p (some x s where w (or a b)))"),
    ("(some x in s satisfies a) and b", "(and (some x s a) b)"),
    ("not every x in s satisfies a and b", "(not (every x s (and a b)))"),
    ("no x in a.b(k = 1) satisfies some y in x.z satisfies y == x", "(no x (key (. a b) k=1) (some y (. x z) (== y x)))"),
    ("a == some x in s satisfies b == c", "(== a (some x s (== b c)))"),
    ("sum(a * b for x in s for y in x.t where c by d desc, e)", "(sum (* a b) for x s for y (. x t) where c by d desc by e)"),
    ("count(x in s where x.a and b)", "(count for x s where (and (. x a) b))"),
    ("list(x.a for x in s by x.b + 1)", "(list (. x a) for x s by (+ (. x b) 1))"),
    ("min(x for x in [1, 2]) < max(x for x in s)", "(< (min x for x [1 2]) (max x for x s))"),
    ("sum + count - list * min", "(- (+ sum count) (* list min))"),
    ("by desc", "error"),
    ("true == not_true", "(== true not_true)"),
    ("a.b with (c = 1) with (d = e + 1) == f", "(== (with (with (. a b) c=1) d=(+ e 1)) f)"),
    ("-a with (c = 1)", "(neg (with a c=1))"),
    ("the a.b.c + 1", "(+ (the (. (. a b) c)) 1)"),
    ("the a.b(k = x).c with (d = 1)", "(with (. (the (key (. a b) k=x)) c) d=1)"),
    ("(the a.b).c", "(. (the (. a b)) c)"),
    ("the a.b exists and not the a.b[1] missing", "(and (exists (the (. a b))) (not (missing (at (the (. a b)) 1))))"),
    // A field may have such a name, but before another.
    ("the exists and the + 1 > with", "(and (exists the) (> (+ the 1) with))"),
    ("CA == state and state in [NY, tx]", "(and (== CA state) (in state [NY tx]))"),
    ("\"{f(a, \"b\")} {c}\" == d", "(== \"{f(a, \"b\")} {c}\" d)"),
    ("(((a)))", "a"),
    ("1.50 + 007", "(+ 1.5 7)"),
  ]

  @Test(arguments: samples) func bindsAsTheGrammarSays(_ sample: (text: String, shape: String)) {
    #expect(shape(Parser.expression(source(sample.text)).tree) == sample.shape, "\(sample.text)")
  }
}
