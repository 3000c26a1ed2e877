import static java.nio.charset.StandardCharsets.UTF_8;
import static jdk.incubator.foreign.CLinker.C_INT;
import static jdk.incubator.foreign.CLinker.C_LONG_LONG;
import static jdk.incubator.foreign.CLinker.C_POINTER;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.incubator.foreign.CLinker;
import jdk.incubator.foreign.FunctionDescriptor;
import jdk.incubator.foreign.MemoryAccess;
import jdk.incubator.foreign.MemoryAddress;
import jdk.incubator.foreign.MemoryLayout;
import jdk.incubator.foreign.MemorySegment;
import jdk.incubator.foreign.ResourceScope;
import jdk.incubator.foreign.SegmentAllocator;
import jdk.incubator.foreign.SymbolLookup;

/** Decides about the orders of a shop: {@code Sample LIBRARY FOLDER}, the folder that holds truths/shop/shop.truths. */
public final class Sample {
  private static final String ORDER =
      """
      {"action": "place_order", "order_id": "o1", "customer_id": "ada", "quantity": 3, "total": 120}
      """;

  public static void main(String[] arguments) throws IOException {
    System.load(Path.of(arguments[0]).toAbsolutePath().toString());
    Path folder = Path.of(arguments[1]);
    String source = Files.readString(folder.resolve("truths/shop/shop.truths"));
    String context = Files.readString(folder.resolve("context.jsonl"));
    String proposals = Files.readString(folder.resolve("proposals.jsonl"));
    String ledger = Files.readString(folder.resolve("ledger.jsonl"));

    decideOne(source, context);
    try (RuleSet rules = RuleSet.open(Map.of("truths/shop/shop.truths", source));
        Session session = rules.session(context)) {
      decideEach(session, proposals);
      runBatch(session, proposals);
      decideOnThreads(session);
      decideWithOptions(rules, context);
      openFaulty();
      openBundle(rules);
      verify(rules, ledger);
    }
  }

  /** One order, from the text of the rules to the decision. */
  private static void decideOne(String source, String context) {
    try (RuleSet rules = RuleSet.open(Map.of("truths/shop/shop.truths", source));
        Session session = rules.session(context)) {
      Verdict verdict = session.decide(ORDER);
      System.out.println(verdict.outcome() == Outcome.ACCEPTED ? "the order is placed" : "the order is not placed");
    }
  }

  /** Many orders, a line each, without words. The last one is no JSON. */
  private static void decideEach(Session session, String proposals) {
    for (String proposal : proposals.lines().toList()) {
      try {
        Verdict verdict = session.decide(proposal);
        System.out.println(verdict.outcome() + ", clause " + verdict.clause());
      } catch (FindingsException exception) {
        System.out.println("not decided: this is no proposal");
      }
    }
  }

  /** The same orders in one call, with words: the beginning of each record. */
  private static void runBatch(Session session, String proposals) {
    session.run(proposals).lines().forEach(record -> System.out.println(record.substring(0, Math.min(90, record.length()))));
  }

  /** A thousand orders on as many threads as there are cores. */
  private static void decideOnThreads(Session session) {
    long accepted =
        IntStream.range(0, 1000).parallel().filter(index -> session.decide(ORDER).outcome() == Outcome.ACCEPTED).count();
    System.out.println(accepted + " orders are accepted");
  }

  /** A session with another policy and a moment of its own: now three pieces are too many. */
  private static void decideWithOptions(RuleSet rules, String context) {
    try (Session session = rules.session(context, "2025-03-01T10:00:00Z", List.of("largest_quantity=2"))) {
      Verdict verdict = session.decide(ORDER);
      System.out.println("with at most 2 pieces: " + verdict.outcome() + ", clause " + verdict.clause());
    }
  }

  /** Rules at fault: the set is not opened, and the findings say where and why. */
  private static void openFaulty() {
    String source =
        """
        pack shop:
          version: 1.0.0
        truth placing:
          when:
            - intent: place_ordr
          produces:
            - trace.order.placing
        """;
    try {
      RuleSet.open(Map.of("truths/shop/shop.truths", source)).close();
    } catch (FindingsException exception) {
      System.out.print(exception.findings());
    }
  }

  /** A bundle: the same rules in one piece, checked once and opened where they are needed. */
  private static void openBundle(RuleSet rules) {
    try (RuleSet copy = RuleSet.open(rules.bundle())) {
      System.out.println("the bundle is " + (copy.describe().equals(rules.describe()) ? "the same set" : "another set"));
    }
  }

  /** A ledger: every hash is recomputed, and every decision is made again. */
  private static void verify(RuleSet rules, String ledger) {
    Verification verification = rules.verify(ledger);
    System.out.println(verification.holds() ? "the ledger holds" : "the ledger does not hold");
    System.out.print(verification.report());
  }
}

/** What becomes of a proposal, in the order of {@code truths_outcome}, which begins with that nothing was decided. */
enum Outcome {
  ACCEPTED,
  REJECTED,
  HALTED,
  WAITING
}

/** A decision without words; a clause is its place among those of the intent in {@link RuleSet#describe}, -1 is none. */
record Verdict(Outcome outcome, int clause, int structural, int unknown, int unmet, int approval) {}

/** Whether a ledger holds, and what {@code truths verify} prints. */
record Verification(boolean holds, String report) {}

/** What was given is at fault. */
final class FindingsException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FindingsException(String findings) {
    super(findings);
  }

  /** The JSON of {@code truths check --format json}. */
  String findings() {
    return getMessage();
  }
}

/** A rule set, which any number of threads may use until it is closed. */
final class RuleSet implements AutoCloseable {
  private MemoryAddress set;

  private RuleSet(MemoryAddress set) {
    this.set = set;
  }

  /** Checks and compiles files, given by their paths. */
  static RuleSet open(Map<String, String> files) {
    return new RuleSet(
        Truths.open(
            (memory, place, findings) -> {
              MemorySegment array = memory.allocateArray(Truths.FILE, files.size());
              long offset = 0;
              for (Map.Entry<String, String> file : files.entrySet()) {
                Truths.put(memory, array.asSlice(offset), file.getKey().getBytes(UTF_8));
                Truths.put(memory, array.asSlice(offset + Truths.BYTES.byteSize()), file.getValue().getBytes(UTF_8));
                offset += Truths.FILE.byteSize();
              }
              return (int) Truths.SET_OPEN.invokeExact(array.address(), (long) files.size(), place, findings);
            }));
  }

  /** Opens a bundle. */
  static RuleSet open(byte[] bundle) {
    return new RuleSet(
        Truths.open(
            (memory, place, findings) ->
                (int) Truths.SET_OPEN_BUNDLE.invokeExact(Truths.bytes(memory, bundle), place, findings)));
  }

  /** The set as a bundle. */
  byte[] bundle() {
    return Truths.call((memory, buffer) -> (int) Truths.SET_BUNDLE.invokeExact(set, buffer)).content();
  }

  /** What the set is, as JSON. */
  String describe() {
    return Truths.call((memory, buffer) -> (int) Truths.DESCRIBE.invokeExact(set, buffer)).text();
  }

  /** Reads and indexes a context, entries or facts as JSON Lines. */
  Session session(String context) {
    return session(context, "", List.of());
  }

  /** The same with a moment, empty for each proposal's own, and with policies, each {@code policy=value}. */
  Session session(String context, String now, List<String> policies) {
    return new Session(
        Truths.open(
            (memory, place, findings) -> {
              MemorySegment array = memory.allocateArray(Truths.BYTES, policies.size());
              for (int index = 0; index < policies.size(); index++) {
                Truths.put(memory, array.asSlice(index * Truths.BYTES.byteSize()), policies.get(index).getBytes(UTF_8));
              }
              MemorySegment options = memory.allocate(Truths.OPTIONS);
              MemoryAccess.setLongAtOffset(options, 0, options.byteSize());
              Truths.put(memory, options.asSlice(8), now.getBytes(UTF_8));
              MemoryAccess.setAddressAtOffset(options, 24, array.address());
              MemoryAccess.setLongAtOffset(options, 32, policies.size());
              return (int)
                  Truths.SESSION_OPEN.invokeExact(
                      set, Truths.bytes(memory, context.getBytes(UTF_8)), options.address(), place, findings);
            }));
  }

  /** Verifies a ledger, or the output of a run. */
  Verification verify(String ledger) {
    if (set.equals(MemoryAddress.NULL)) throw new IllegalStateException("closed already");
    Truths.Answer answer =
        Truths.answer(
            (memory, buffer) ->
                (int) Truths.VERIFY.invokeExact(set, Truths.bytes(memory, ledger.getBytes(UTF_8)), buffer));
    return new Verification(answer.status() == Truths.DONE, answer.text());
  }

  /** Closes the set; sessions on it stay open. */
  @Override
  public void close() {
    Truths.close(Truths.SET_CLOSE, set);
    set = MemoryAddress.NULL;
  }
}

/** A rule set over a context, which any number of threads may use until it is closed. */
final class Session implements AutoCloseable {
  private MemoryAddress session;

  Session(MemoryAddress session) {
    this.session = session;
  }

  /** Decides a proposal, one JSON object. */
  Verdict decide(String proposal) {
    int[] members = new int[6];
    Truths.call(
        (memory, buffer) -> {
          MemorySegment verdict = memory.allocate(Truths.VERDICT);
          MemoryAccess.setLongAtOffset(verdict, 0, verdict.byteSize());
          int status =
              (int)
                  Truths.DECIDE.invokeExact(
                      session, Truths.bytes(memory, proposal.getBytes(UTF_8)), verdict.address(), buffer);
          MemorySegment.ofArray(members).copyFrom(verdict.asSlice(8));
          return status;
        });
    return new Verdict(Outcome.values()[members[0] - 1], members[1], members[2], members[3], members[4], members[5]);
  }

  /** Decides proposals, a JSON object a line: a record a line. */
  String run(String proposals) {
    return Truths.call(
            (memory, buffer) ->
                (int) Truths.RUN.invokeExact(session, Truths.bytes(memory, proposals.getBytes(UTF_8)), buffer))
        .text();
  }

  @Override
  public void close() {
    Truths.close(Truths.SESSION_CLOSE, session);
    session = MemoryAddress.NULL;
  }
}

/** The functions of {@code truths.h}, after {@code System.load} of the library. */
final class Truths {
  static final int DONE = 0;
  static final int FINDINGS = 1;

  static final MemoryLayout BYTES = MemoryLayout.structLayout(C_POINTER, C_LONG_LONG);
  static final MemoryLayout FILE = MemoryLayout.structLayout(BYTES, BYTES);
  static final MemoryLayout OPTIONS = MemoryLayout.structLayout(C_LONG_LONG, BYTES, C_POINTER, C_LONG_LONG);
  static final MemoryLayout VERDICT = MemoryLayout.structLayout(C_LONG_LONG, MemoryLayout.sequenceLayout(6, C_INT));

  static final MethodHandle SET_OPEN = function("truths_set_open", C_POINTER, C_LONG_LONG, C_POINTER, C_POINTER);
  static final MethodHandle SET_OPEN_BUNDLE = function("truths_set_open_bundle", BYTES, C_POINTER, C_POINTER);
  static final MethodHandle SET_CLOSE = procedure("truths_set_close");
  static final MethodHandle SET_BUNDLE = function("truths_set_bundle", C_POINTER, C_POINTER);
  static final MethodHandle DESCRIBE = function("truths_describe", C_POINTER, C_POINTER);
  static final MethodHandle SESSION_OPEN =
      function("truths_session_open", C_POINTER, BYTES, C_POINTER, C_POINTER, C_POINTER);
  static final MethodHandle SESSION_CLOSE = procedure("truths_session_close");
  static final MethodHandle DECIDE = function("truths_decide", C_POINTER, BYTES, C_POINTER, C_POINTER);
  static final MethodHandle RUN = function("truths_run", C_POINTER, BYTES, C_POINTER);
  static final MethodHandle VERIFY = function("truths_verify", C_POINTER, BYTES, C_POINTER);
  private static final MethodHandle BUFFER_FREE = procedure("truths_buffer_free");

  private Truths() {}

  /** A call that writes to a buffer, and gives its status. */
  interface Call {
    int make(SegmentAllocator memory, MemoryAddress buffer) throws Throwable;
  }

  /** A call that writes a handle to a place, or findings to a buffer. */
  interface Opening {
    int make(SegmentAllocator memory, MemoryAddress place, MemoryAddress findings) throws Throwable;
  }

  /** How a call ended, and what its buffer held. */
  record Answer(int status, byte[] content) {
    String text() {
      return new String(content, UTF_8);
    }
  }

  /** Makes a call that does what it is asked, or throws findings. */
  static Answer call(Call call) {
    Answer answer = answer(call);
    if (answer.status() == FINDINGS) throw new FindingsException(answer.text());
    return answer;
  }

  /** Makes a call; what goes in is freed after it, and so is its buffer. */
  static Answer answer(Call call) {
    try (ResourceScope scope = ResourceScope.newConfinedScope()) {
      MemorySegment buffer = MemorySegment.allocateNative(BYTES, scope);
      int status = call.make(SegmentAllocator.arenaAllocator(scope), buffer.address());
      if (status > FINDINGS) throw new IllegalStateException("closed already");
      long count = MemoryAccess.getLongAtOffset(buffer, 8);
      MemoryAddress data = MemoryAccess.getAddressAtOffset(buffer, 0);
      byte[] content = count == 0 ? new byte[0] : data.asSegment(count, scope).toByteArray();
      BUFFER_FREE.invokeExact(buffer.address());
      return new Answer(status, content);
    } catch (RuntimeException | Error exception) {
      throw exception;
    } catch (Throwable exception) {
      throw new AssertionError(exception);
    }
  }

  /** Opens a set or session. */
  static MemoryAddress open(Opening opening) {
    MemoryAddress[] handle = new MemoryAddress[1];
    call(
        (memory, findings) -> {
          MemorySegment place = memory.allocate(C_POINTER);
          int status = opening.make(memory, place.address(), findings);
          handle[0] = MemoryAccess.getAddress(place);
          return status;
        });
    return handle[0];
  }

  static void close(MethodHandle function, MemoryAddress handle) {
    try {
      function.invokeExact(handle);
    } catch (Throwable exception) {
      throw new AssertionError(exception);
    }
  }

  /** A {@code truths_bytes} with a copy of bytes. */
  static MemorySegment bytes(SegmentAllocator memory, byte[] bytes) {
    MemorySegment struct = memory.allocate(BYTES);
    put(memory, struct, bytes);
    return struct;
  }

  /** Writes a {@code truths_bytes} with a copy of bytes. */
  static void put(SegmentAllocator memory, MemorySegment struct, byte[] bytes) {
    MemorySegment copy = memory.allocateArray(CLinker.C_CHAR, bytes);
    MemoryAccess.setAddressAtOffset(struct, 0, copy.address());
    MemoryAccess.setLongAtOffset(struct, 8, bytes.length);
  }

  private static MethodHandle function(String name, MemoryLayout... parameters) {
    Class<?>[] types =
        Stream.of(parameters)
            .map(layout -> layout == C_POINTER ? MemoryAddress.class : layout == C_LONG_LONG ? long.class : MemorySegment.class)
            .toArray(Class<?>[]::new);
    return link(name, MethodType.methodType(int.class, types), FunctionDescriptor.of(C_INT, parameters));
  }

  private static MethodHandle procedure(String name) {
    return link(name, MethodType.methodType(void.class, MemoryAddress.class), FunctionDescriptor.ofVoid(C_POINTER));
  }

  private static MethodHandle link(String name, MethodType type, FunctionDescriptor descriptor) {
    return CLinker.getInstance().downcallHandle(SymbolLookup.loaderLookup().lookup(name).orElseThrow(), type, descriptor);
  }
}
