/// Goes through every function of the header: `test FOLDER [ROUNDS]`, the folder that holds truths/shop/shop.truths.
///
/// Prints what does not hold, and ends with 1 where there is any. With rounds, a set and a session are opened and closed that
/// often, and the resident memory before and after is printed.
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <truths.h>
#include <unistd.h>

#define PATH "truths/shop/shop.truths"
#define ORDER(id, customer, quantity, total) \
  "{\"action\": \"place_order\", \"order_id\": \"" id "\", \"customer_id\": \"" customer "\", \"quantity\": " #quantity \
  ", \"total\": " #total "}"

static int checks, failures;

/// Counts what is checked, and prints what does not hold.
#define CHECK(condition) check((condition), #condition, __LINE__)

static void check(bool holds, const char *condition, int line) {
  checks++;
  if (holds) return;
  failures++;
  printf("line %d: %s\n", line, condition);
}

/// Rules for an intent that does not exist.
static const char *const faulty =
    "pack shop:\n  version: 1.0.0\n"
    "truth placing:\n  when:\n    - intent: place_ordr\n  produces:\n    - trace.order.placing\n";

/// The rules, facts, proposals and ledger of the shop.
typedef struct shop {
  char *source;
  char *context;
  char *proposals;
  char *ledger;
} shop;

static char *read_file(const char *folder, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  size_t size = (size_t)ftell(file);
  rewind(file);
  char *text = calloc(size + 1, 1);
  if (!text || fread(text, 1, size, file) != size) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  fclose(file);
  return text;
}

static bool is_empty(truths_buffer buffer) { return buffer.data == NULL && buffer.count == 0; }

/// Whether a buffer holds a text; it is freed.
static bool has(truths_buffer *buffer, const char *text) {
  bool found = buffer->data && buffer->count == strlen((const char *)buffer->data) && strstr((const char *)buffer->data, text);
  truths_buffer_free(buffer);
  return found && is_empty(*buffer);
}

/// A buffer as a call finds it: what it holds is no memory of the library.
static truths_buffer unset(void) { return (truths_buffer){(uint8_t *)"unset", 5}; }

static truths_set *open_set(const char *source) {
  truths_file file = {TRUTHS_TEXT(PATH), TRUTHS_TEXT(source)};
  truths_set *set = NULL;
  truths_buffer findings = unset();
  CHECK(truths_set_open(&file, 1, &set, &findings) == TRUTHS_DONE);
  CHECK(set != NULL);
  CHECK(is_empty(findings));
  return set;
}

static truths_session *open_session(const truths_set *set, const char *context, const truths_options *options) {
  truths_session *session = NULL;
  truths_buffer findings = unset();
  CHECK(truths_session_open(set, TRUTHS_TEXT(context), options, &session, &findings) == TRUTHS_DONE);
  CHECK(session != NULL);
  CHECK(is_empty(findings));
  return session;
}

static truths_verdict decide(const truths_session *session, const char *proposal) {
  truths_verdict verdict = {.size = sizeof verdict, .outcome = -7};
  truths_buffer findings = unset();
  CHECK(truths_decide(session, TRUTHS_TEXT(proposal), &verdict, &findings) == TRUTHS_DONE);
  CHECK(is_empty(findings));
  return verdict;
}

static void test_version(void) {
  int major, minor, patch, end = 0;
  const char *version = truths_version();
  CHECK(sscanf(version, "%d.%d.%d%n", &major, &minor, &patch, &end) == 3 && version[end] == 0);
}

static void test_sets(const shop *shop) {
  truths_buffer buffer = unset();
  truths_set *set = open_set(shop->source);
  const char *described[] = {"\"hash\"", "\"language\"", "\"warnings\"", "\"packs\"", "\"place_order\"", "\"clauses\"",
                             "\"decimal in eur\"", "\"customer.registered\"", "\"key\""};
  for (size_t index = 0; index < sizeof described / sizeof *described; index++) {
    buffer = unset();
    CHECK(truths_describe(set, &buffer) == TRUTHS_DONE);
    CHECK(has(&buffer, described[index]));
  }
  truths_set_close(set);

  set = NULL;
  truths_file files[] = {
      {TRUTHS_TEXT(PATH), TRUTHS_TEXT(shop->source)}, {TRUTHS_TEXT("truths/shop/shop.more.truths"), TRUTHS_TEXT(faulty)}};
  buffer = unset();
  CHECK(truths_set_open(files + 1, 1, &set, &buffer) == TRUTHS_FINDINGS);
  CHECK(set == NULL);
  CHECK(has(&buffer, "\"code\": \"T1007\""));
  buffer = unset();
  CHECK(truths_set_open(files, 2, &set, &buffer) == TRUTHS_FINDINGS);
  CHECK(set == NULL);
  CHECK(has(&buffer, "\"file\": \"truths/shop/shop.more.truths\""));
  files[0].content = (truths_bytes){(const uint8_t *)"pack \xff\xfe:\n\0", 10};
  buffer = unset();
  CHECK(truths_set_open(files, 1, &set, &buffer) == TRUTHS_FINDINGS);
  CHECK(has(&buffer, "\"code\""));
}

static void test_decisions(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  truths_set_close(set);

  truths_verdict verdict = decide(session, ORDER("o1", "ada", 3, 120));
  CHECK(verdict.outcome == TRUTHS_ACCEPTED);
  CHECK(verdict.clause == -1 && verdict.structural == -1 && verdict.unknown == -1);
  CHECK(verdict.unmet == -1 && verdict.approval == -1);
  verdict = decide(session, ORDER("o2", "ada", 0, 120));
  CHECK(verdict.outcome == TRUTHS_REJECTED && verdict.clause == verdict.unmet && verdict.unmet >= 0);
  verdict = decide(session, ORDER("o3", "bob", 3, 120));
  CHECK(verdict.outcome == TRUTHS_HALTED && verdict.clause == verdict.structural && verdict.structural >= 0);
  verdict = decide(session, ORDER("o4", "ada", 3, 900));
  CHECK(verdict.outcome == TRUTHS_WAITING && verdict.clause == verdict.approval && verdict.approval >= 0);
  verdict = decide(session, ORDER("o5", "bob", 0, 900));
  CHECK(verdict.unmet >= 0 && verdict.structural >= 0 && verdict.approval >= 0);
  CHECK(verdict.unmet < verdict.structural && verdict.structural < verdict.approval);
  verdict = decide(session, "{\"action\": \"place_ordr\"}");
  CHECK(verdict.outcome == TRUTHS_REJECTED && verdict.clause == -1);
  verdict = decide(session, "{}");
  CHECK(verdict.outcome == TRUTHS_REJECTED && verdict.clause == -1);

  const char *wrong[] = {"", "{", "{\"a\": 1, \"a\": 2}", "{\"action\": \"place_order\"} {}", "{\"action\": \"\xff\"}", "[]", "3"};
  for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
    truths_buffer findings = unset();
    CHECK(truths_decide(session, TRUTHS_TEXT(wrong[index]), &verdict, &findings) == TRUTHS_FINDINGS);
    CHECK(verdict.outcome == TRUTHS_UNDECIDED && verdict.clause == -1);
    CHECK(has(&findings, "\"code\""));
  }
  truths_session_close(session);
}

/// A verdict of a later header is longer: its later members are left alone. One that is too short is misuse, and left alone.
static void test_sizes(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  truths_bytes order = TRUTHS_TEXT(ORDER("o5", "bob", 0, 900));
  struct {
    truths_verdict known;
    int32_t later[4];
  } longer;
  memset(&longer, 0x55, sizeof longer);
  longer.known.size = sizeof longer;
  truths_buffer findings = unset();
  CHECK(truths_decide(session, order, &longer.known, &findings) == TRUTHS_DONE);
  CHECK(longer.known.size == sizeof longer && longer.known.outcome == TRUTHS_HALTED && longer.known.approval >= 0);
  CHECK(longer.later[0] == 0x55555555 && longer.later[3] == 0x55555555);

  truths_verdict verdict;
  memset(&verdict, 0x55, sizeof verdict);
  verdict.size = offsetof(truths_verdict, approval);
  findings = unset();
  CHECK(truths_decide(session, order, &verdict, &findings) == TRUTHS_MISUSE);
  CHECK(is_empty(findings) && verdict.outcome == 0x55555555 && verdict.approval == 0x55555555);
  truths_session_close(session);
  truths_set_close(set);
}

static void test_sessions(const shop *shop) {
  truths_set *set = open_set(shop->source);
  const truths_bytes policies[] = {TRUTHS_TEXT("largest_quantity=2")};
  truths_options options = {
      .size = sizeof options, .now = TRUTHS_TEXT("2025-03-01T10:00:00Z"), .policies = policies, .policy_count = 1};
  truths_session *session = open_session(set, shop->context, &options);
  CHECK(decide(session, ORDER("o1", "ada", 3, 120)).outcome == TRUTHS_REJECTED);
  CHECK(decide(session, ORDER("o1", "ada", 2, 120)).outcome == TRUTHS_ACCEPTED);
  truths_session_close(session);

  session = open_session(set, "", NULL);
  CHECK(decide(session, ORDER("o1", "ada", 3, 120)).outcome == TRUTHS_REJECTED);
  truths_session_close(session);

  // Options of the first version of the header end before the documents.
  truths_options first = options;
  first.size = offsetof(truths_options, documents);
  first.document_count = 7;
  first.max_work = -1;
  session = open_session(set, shop->context, &first);
  CHECK(decide(session, ORDER("o1", "ada", 3, 120)).outcome == TRUTHS_REJECTED);
  truths_session_close(session);

  options.max_work = 1;
  session = open_session(set, shop->context, &options);
  truths_verdict verdict = {.size = sizeof verdict};
  truths_buffer overrun = unset();
  CHECK(truths_decide(session, TRUTHS_TEXT(ORDER("o1", "ada", 2, 120)), &verdict, &overrun) == TRUTHS_FINDINGS);
  CHECK(verdict.outcome == TRUTHS_UNDECIDED);
  CHECK(has(&overrun, "T8112"));
  truths_session_close(session);
  options.max_work = 0;

  session = NULL;
  truths_buffer findings = unset();
  const truths_bytes wrong = TRUTHS_TEXT("smallest_quantity=2");
  options.policies = &wrong;
  CHECK(truths_session_open(set, TRUTHS_TEXT(shop->context), &options, &session, &findings) == TRUTHS_FINDINGS);
  CHECK(session == NULL);
  CHECK(has(&findings, "smallest_quantity"));
  options.policy_count = 0;
  options.now = TRUTHS_TEXT("yesterday");
  findings = unset();
  CHECK(truths_session_open(set, TRUTHS_TEXT(shop->context), &options, &session, &findings) == TRUTHS_FINDINGS);
  CHECK(session == NULL);
  CHECK(has(&findings, "yesterday"));
  findings = unset();
  truths_bytes context = TRUTHS_TEXT("{\"type\": \"customer.registered\", \"customer_id\": \"ada\", \"limit\": \"much\"}\n");
  CHECK(truths_session_open(set, context, NULL, &session, &findings) == TRUTHS_FINDINGS);
  CHECK(session == NULL);
  CHECK(has(&findings, "\"line\": 1"));
  truths_set_close(set);
}

static size_t count_of(const char *text, char character) {
  size_t found = 0;
  for (; *text; text++) found += *text == character;
  return found;
}

static void test_batches(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  const char *lines = ORDER("o1", "ada", 3, 120) "\n{\n" ORDER("o3", "bob", 3, 120) "\n";
  truths_buffer records = unset();
  CHECK(truths_run(session, TRUTHS_TEXT(lines), &records) == TRUTHS_DONE);
  const char *text = (const char *)records.data;
  CHECK(records.count == strlen(text) && count_of(text, '\n') == 3 && text[records.count - 1] == '\n');
  CHECK(strncmp(text, "{\"decision\":\"accepted\"", 22) == 0);
  text = strchr(text, '\n') + 1;
  CHECK(strncmp(text, "{\"error\":{\"line\":2,", 19) == 0);
  text = strchr(text, '\n') + 1;
  CHECK(strncmp(text, "{\"decision\":\"halted\"", 20) == 0);
  truths_buffer_free(&records);

  records = unset();
  CHECK(truths_run(session, (truths_bytes){NULL, 0}, &records) == TRUTHS_DONE);
  CHECK(records.count == 0);
  truths_buffer_free(&records);
  truths_session_close(session);
  truths_set_close(set);
}

static void test_bundles(const shop *shop) {
  truths_set *set = open_set(shop->source), *copy = NULL;
  truths_buffer bundle = unset(), again = unset(), findings = unset(), description = unset(), copied = unset();
  CHECK(truths_set_bundle(set, &bundle) == TRUTHS_DONE);
  CHECK(truths_set_open_bundle((truths_bytes){bundle.data, bundle.count}, &copy, &findings) == TRUTHS_DONE);
  CHECK(copy != NULL && is_empty(findings));
  CHECK(truths_set_bundle(copy, &again) == TRUTHS_DONE);
  CHECK(bundle.count == again.count && memcmp(bundle.data, again.data, again.count) == 0);
  CHECK(truths_describe(set, &description) == TRUTHS_DONE && truths_describe(copy, &copied) == TRUTHS_DONE);
  CHECK(description.count == copied.count && memcmp(description.data, copied.data, copied.count) == 0);
  truths_session *session = open_session(copy, shop->context, NULL);
  truths_set_close(copy);
  CHECK(decide(session, ORDER("o4", "ada", 3, 900)).outcome == TRUTHS_WAITING);
  truths_session_close(session);

  for (size_t cut = 0; cut < bundle.count; cut += 97) {
    copy = NULL;
    findings = unset();
    CHECK(truths_set_open_bundle((truths_bytes){bundle.data, cut}, &copy, &findings) == TRUTHS_FINDINGS);
    CHECK(copy == NULL);
    CHECK(has(&findings, "\"code\""));
  }
  truths_buffer_free(&bundle);
  truths_buffer_free(&again);
  truths_buffer_free(&description);
  truths_buffer_free(&copied);
  truths_set_close(set);
}

static void test_ledgers(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_buffer report = unset();
  CHECK(truths_verify(set, TRUTHS_TEXT(shop->ledger), &report) == TRUTHS_DONE);
  CHECK(has(&report, "4 decisions repeated"));
  report = unset();
  CHECK(truths_verify(NULL, TRUTHS_TEXT(shop->ledger), &report) == TRUTHS_DONE);
  CHECK(has(&report, "values recomputed"));

  char *changed = calloc(strlen(shop->ledger) + 1, 1);
  strcpy(changed, shop->ledger);
  memcpy(strstr(changed, "\"quantity\":3"), "\"quantity\":4", 12);
  report = unset();
  CHECK(truths_verify(set, TRUTHS_TEXT(changed), &report) == TRUTHS_FINDINGS);
  CHECK(has(&report, "differs"));
  report = unset();
  CHECK(truths_verify(NULL, TRUTHS_TEXT(changed), &report) == TRUTHS_FINDINGS);
  CHECK(has(&report, "differs"));
  free(changed);
  report = unset();
  CHECK(truths_verify(set, TRUTHS_TEXT("no ledger\n"), &report) == TRUTHS_FINDINGS);
  CHECK(has(&report, "\"code\""));
  truths_set_close(set);
}

/// What can be split, partitions that are decided, and a ledger that is decided again.
static void test_partitions(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_buffer report = unset();
  CHECK(truths_partition(set, TRUTHS_TEXT("order_id"), &report) == TRUTHS_DONE);
  CHECK(has(&report, "\"intent\": \"shop.place_order\""));
  report = unset();
  CHECK(truths_partition(set, TRUTHS_TEXT("nothing"), &report) == TRUTHS_MISUSE && is_empty(report));
  CHECK(truths_partition(NULL, TRUTHS_TEXT("order_id"), &report) == TRUTHS_MISUSE && is_empty(report));
  CHECK(truths_partition(set, (truths_bytes){NULL, 1}, &report) == TRUTHS_MISUSE && is_empty(report));

  truths_bytes context = TRUTHS_TEXT(shop->context), nothing = TRUTHS_TEXT("");
  truths_bytes actor = TRUTHS_TEXT("{\"type\": \"user\", \"user_id\": \"ann\"}");
  truths_bytes orders = TRUTHS_TEXT(ORDER("o1", "ada", 3, 120) "\n" ORDER("o1", "ada", 3, 120) "\n");
  truths_options options = {.size = sizeof options, .now = TRUTHS_TEXT("2025-03-01T10:00:00Z")};
  truths_partitions *partitions = NULL;
  report = unset();
  CHECK(truths_partitions_open(set, context, &options, actor, &partitions, &report) == TRUTHS_DONE && partitions != NULL);
  struct ArrowSchema schema;
  struct ArrowArray rows;
  for (truths_want want = TRUTHS_WANT_OUTCOME; want <= TRUTHS_WANT_RECORD; want++) {
    truths_bytes intent = TRUTHS_TEXT("place_order");
    report = unset();
    CHECK(truths_partitions_decide(partitions, intent, want, nothing, orders, &schema, &rows, &report) == TRUTHS_DONE);
    CHECK(rows.length == 2 && rows.n_children == (want == TRUTHS_WANT_OUTCOME ? 2 : 3) && schema.n_children == rows.n_children);
    schema.release(&schema);
    rows.release(&rows);
  }
  truths_bytes intent = TRUTHS_TEXT("place_order"), broken = TRUTHS_TEXT("{\n");
  report = unset();
  CHECK(truths_partitions_decide(partitions, intent, 0, nothing, broken, &schema, &rows, &report) == TRUTHS_FINDINGS);
  CHECK(has(&report, "\"code\"") && schema.release == NULL && rows.release == NULL);
  CHECK(truths_partitions_decide(NULL, intent, 0, nothing, orders, &schema, &rows, &report) == TRUTHS_MISUSE && is_empty(report));
  CHECK(truths_partitions_decide(partitions, intent, 3, nothing, orders, &schema, &rows, &report) == TRUTHS_MISUSE && is_empty(report));
  CHECK(truths_partitions_decide(partitions, intent, 0, nothing, orders, &schema, NULL, &report) == TRUTHS_MISUSE && is_empty(report));
  truths_partitions_close(partitions);
  truths_partitions_close(NULL);
  report = unset();
  CHECK(truths_partitions_open(set, context, &options, broken, &partitions, &report) == TRUTHS_FINDINGS && partitions == NULL);
  CHECK(has(&report, "\"code\""));
  CHECK(truths_partitions_open(NULL, context, &options, actor, &partitions, &report) == TRUTHS_MISUSE && is_empty(report));

  truths_bytes ledger = TRUTHS_TEXT(shop->ledger), policies[] = {TRUTHS_TEXT("largest_quantity=2")};
  report = unset();
  CHECK(truths_replay(set, ledger, NULL, &report) == TRUTHS_DONE);
  CHECK(has(&report, "\"decided\": 4,\n  \"undecided\": 0,\n  \"flips\": []"));
  truths_options policy = {.size = sizeof policy, .policies = policies, .policy_count = 1};
  report = unset();
  CHECK(truths_replay(set, ledger, &policy, &report) == TRUTHS_DONE);
  CHECK(has(&report, "\"from\": \"accepted\""));
  report = unset();
  CHECK(truths_replay(set, TRUTHS_TEXT("no ledger\n"), NULL, &report) == TRUTHS_FINDINGS);
  CHECK(has(&report, "\"code\""));
  CHECK(truths_replay(set, ledger, &options, &report) == TRUTHS_MISUSE && is_empty(report));
  CHECK(truths_replay(NULL, ledger, NULL, &report) == TRUTHS_MISUSE && is_empty(report));
  truths_set_close(set);
}

/// NULL for a handle, or for the place of an answer.
static void test_misuse(const shop *shop) {
  truths_set *set = open_set(shop->source), *other = NULL;
  truths_session *session = open_session(set, shop->context, NULL), *another = NULL;
  truths_file file = {TRUTHS_TEXT(PATH), TRUTHS_TEXT(shop->source)};
  truths_bytes context = TRUTHS_TEXT(shop->context), order = TRUTHS_TEXT(ORDER("o1", "ada", 3, 120));
  truths_verdict verdict = {.size = sizeof verdict};
  truths_options options = {.size = 0};
  truths_buffer buffer = unset();

#define CHECK_MISUSE(call)             \
  buffer = unset();                    \
  CHECK((call) == TRUTHS_MISUSE);      \
  CHECK(is_empty(buffer));             \
  CHECK(other == NULL && another == NULL)

  CHECK_MISUSE(truths_set_open(&file, 1, NULL, &buffer));
  CHECK_MISUSE(truths_set_open(NULL, 1, &other, &buffer));
  CHECK_MISUSE(truths_set_open_bundle(order, NULL, &buffer));
  CHECK_MISUSE(truths_set_bundle(NULL, &buffer));
  CHECK_MISUSE(truths_describe(NULL, &buffer));
  CHECK_MISUSE(truths_session_open(NULL, context, NULL, &another, &buffer));
  CHECK_MISUSE(truths_session_open(set, context, NULL, NULL, &buffer));
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  CHECK_MISUSE(truths_session_open(set, (truths_bytes){NULL, 1}, NULL, &another, &buffer));
  CHECK_MISUSE(truths_decide(NULL, order, &verdict, &buffer));
  CHECK_MISUSE(truths_decide(session, order, NULL, &buffer));
  CHECK_MISUSE(truths_decide(session, (truths_bytes){NULL, 1}, &verdict, &buffer));
  CHECK_MISUSE(truths_run(NULL, order, &buffer));
  CHECK_MISUSE(truths_run(session, (truths_bytes){NULL, 1}, &buffer));
  CHECK_MISUSE(truths_verify(set, (truths_bytes){NULL, 1}, &buffer));
  options = (truths_options){.size = offsetof(truths_options, policy_count)};
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  options = (truths_options){.size = sizeof options, .policies = NULL, .policy_count = 1};
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  options = (truths_options){.size = sizeof options, .max_work = -1};
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  options = (truths_options){.size = sizeof options, .documents = NULL, .document_count = 1};
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  truths_document documents[] = {
      {TRUTHS_TEXT("report"), TRUTHS_TEXT("a.json"), TRUTHS_TEXT("{}")}, {TRUTHS_TEXT("report"), TRUTHS_TEXT("b.json"), TRUTHS_TEXT("{}")}};
  options = (truths_options){.size = sizeof options, .documents = documents, .document_count = 2};
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  documents[1].name = TRUTHS_TEXT("a=b");
  CHECK_MISUSE(truths_session_open(set, context, &options, &another, &buffer));
  file.content.data = NULL;
  CHECK_MISUSE(truths_set_open(&file, 1, &other, &buffer));
  file = (truths_file){{NULL, 1}, TRUTHS_TEXT(shop->source)};
  CHECK_MISUSE(truths_set_open(&file, 1, &other, &buffer));
  verdict.size = 0;
  CHECK_MISUSE(truths_decide(session, order, &verdict, &buffer));

  file.path = TRUTHS_TEXT(PATH);
  verdict.size = sizeof verdict;
  CHECK(truths_set_open(&file, 1, &other, NULL) == TRUTHS_MISUSE && other == NULL);
  CHECK(truths_set_open_bundle(order, &other, NULL) == TRUTHS_MISUSE && other == NULL);
  CHECK(truths_set_bundle(set, NULL) == TRUTHS_MISUSE);
  CHECK(truths_describe(set, NULL) == TRUTHS_MISUSE);
  CHECK(truths_session_open(set, context, NULL, &another, NULL) == TRUTHS_MISUSE && another == NULL);
  CHECK(truths_decide(session, order, &verdict, NULL) == TRUTHS_MISUSE);
  CHECK(truths_run(session, order, NULL) == TRUTHS_MISUSE);
  CHECK(truths_verify(set, order, NULL) == TRUTHS_MISUSE);

  buffer = (truths_buffer){0};
  truths_buffer_free(&buffer);
  truths_buffer_free(&buffer);
  truths_buffer_free(NULL);
  truths_session_close(NULL);
  truths_set_close(NULL);
  truths_session_close(session);
  truths_set_close(set);
}

/// Two orders in columns, of ada and of bob, which refer to each other and must not be moved.
typedef struct columns {
  const void *all[1], *customers[3], *quantities[2];
  struct ArrowSchema type, types[2], *type_places[2];
  struct ArrowArray rows, arrays[2], *array_places[2];
} columns;

static int releases;

static void release_type(struct ArrowSchema *type) {
  releases++;
  type->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  releases++;
  array->release = NULL;
}

static void fill(columns *columns, const char *customers) {
  static const int32_t ends[] = {0, 3, 6}, quantities[] = {3, 0};
  *columns = (struct columns){.customers = {NULL, ends, customers}, .quantities = {NULL, quantities}};
  columns->types[0] = (struct ArrowSchema){.format = "u", .name = "customer_id", .release = release_type};
  columns->types[1] = (struct ArrowSchema){.format = "i", .name = "quantity", .release = release_type};
  columns->arrays[0] = (struct ArrowArray){.length = 2, .n_buffers = 3, .buffers = columns->customers, .release = release_array};
  columns->arrays[1] = (struct ArrowArray){.length = 2, .n_buffers = 2, .buffers = columns->quantities, .release = release_array};
  for (int place = 0; place < 2; place++) {
    columns->type_places[place] = &columns->types[place];
    columns->array_places[place] = &columns->arrays[place];
  }
  columns->type = (struct ArrowSchema){
      .format = "+s", .name = "", .n_children = 2, .children = columns->type_places, .release = release_type};
  columns->rows = (struct ArrowArray){
      .length = 2, .n_buffers = 1, .n_children = 2, .buffers = columns->all, .children = columns->array_places, .release = release_array};
}

/// Whether a column of what was decided has a text in a row.
static bool tells(const struct ArrowArray *decided, int column, int64_t row, const char *text, size_t count) {
  const struct ArrowArray *texts = decided->children[column];
  const int64_t *ends = (const int64_t *)texts->buffers[1] + texts->offset + row;
  return (size_t)(ends[1] - ends[0]) == count && memcmp((const char *)texts->buffers[2] + ends[0], text, count) == 0;
}

static void test_columns(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  truths_bytes intent = TRUTHS_TEXT("place_order");
  columns orders;
  struct ArrowSchema type;
  struct ArrowArray decided;
  truths_buffer findings = unset(), records = unset();
  const char *lines =
      "{\"action\": \"place_order\", \"customer_id\": \"ada\", \"quantity\": 3}\n"
      "{\"action\": \"place_order\", \"customer_id\": \"bob\", \"quantity\": 0}\n";
  CHECK(truths_run(session, TRUTHS_TEXT(lines), &records) == TRUTHS_DONE);
  for (truths_want want = TRUTHS_WANT_OUTCOME; want <= TRUTHS_WANT_RECORD; want++) {
    fill(&orders, "adabob");
    releases = 0;
    findings = unset();
    CHECK(truths_arrow_decide(session, intent, want, &orders.type, &orders.rows, &type, &decided, &findings) == TRUTHS_DONE);
    CHECK(is_empty(findings) && releases == 0);
    CHECK(strcmp(type.format, "+s") == 0 && type.n_children == (want == TRUTHS_WANT_OUTCOME ? 2 : 3));
    CHECK(decided.length == 2 && decided.n_children == type.n_children);
    CHECK(strcmp(type.children[0]->name, "outcome") == 0 && strcmp(type.children[1]->name, "clause") == 0);
    CHECK(tells(&decided, 0, 0, "rejected", 8) && tells(&decided, 0, 1, "halted", 6));
    CHECK(tells(&decided, 1, 0, "shop.placing requires[0]", 24) && tells(&decided, 1, 1, "shop.placing invariants[0]", 26));
    if (want == TRUTHS_WANT_REASON) CHECK(tells(&decided, 2, 1, "Customer bob is blocked", 23));
    if (want == TRUTHS_WANT_RECORD) {
      const char *record = (const char *)records.data;
      for (int64_t row = 0; row < 2; row++) {
        CHECK(tells(&decided, 2, row, record, strcspn(record, "\n")));
        record += strcspn(record, "\n") + 1;
      }
    }
    decided.release(&decided);
    type.release(&type);
    CHECK(decided.release == NULL && type.release == NULL && releases == 0);
  }
  truths_buffer_free(&records);

  // What is at fault in the columns, and in their values.
  for (int fault = 0; fault < 2; fault++) {
    fill(&orders, fault == 0 ? "adabob" : "ada\xff\xff\xff");
    if (fault == 0) orders.types[1].name = "quantty";
    findings = unset();
    CHECK(truths_arrow_decide(session, intent, TRUTHS_WANT_OUTCOME, &orders.type, &orders.rows, &type, &decided, &findings) ==
          TRUTHS_FINDINGS);
    CHECK(has(&findings, fault == 0 ? "quantity" : "UTF-8") && decided.release == NULL && type.release == NULL);
  }

#define CHECK_COLUMNS_MISUSE(session, type, rows, decided_type, decided)                                                   \
  findings = unset();                                                                                                       \
  CHECK(truths_arrow_decide(session, intent, 0, type, rows, decided_type, decided, &findings) == TRUTHS_MISUSE);            \
  CHECK(is_empty(findings))

  fill(&orders, "adabob");
  CHECK_COLUMNS_MISUSE(NULL, &orders.type, &orders.rows, &type, &decided);
  CHECK_COLUMNS_MISUSE(session, NULL, &orders.rows, &type, &decided);
  CHECK_COLUMNS_MISUSE(session, &orders.type, NULL, &type, &decided);
  CHECK_COLUMNS_MISUSE(session, &orders.type, &orders.rows, NULL, &decided);
  CHECK_COLUMNS_MISUSE(session, &orders.type, &orders.rows, &type, NULL);
  orders.rows.n_children = 1;
  CHECK_COLUMNS_MISUSE(session, &orders.type, &orders.rows, &type, &decided);
  fill(&orders, "adabob");
  orders.rows.release = NULL;
  CHECK_COLUMNS_MISUSE(session, &orders.type, &orders.rows, &type, &decided);
  truths_session_close(session);
  truths_set_close(set);
}

/// A stream of the same columns: how many batches are left is its `private_data`.
static columns streamed;

static int get_type(struct ArrowArrayStream *stream, struct ArrowSchema *out) {
  (void)stream;
  *out = streamed.type;
  return 0;
}

static int get_rows(struct ArrowArrayStream *stream, struct ArrowArray *out) {
  int *left = stream->private_data;
  *out = streamed.rows;
  if (*left == 0) out->release = NULL;
  *left -= *left > 0;
  return 0;
}

static const char *get_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return NULL;
}

static void release_stream(struct ArrowArrayStream *stream) { stream->release = NULL; }

static void test_streams(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  int left = 2;
  struct ArrowArrayStream given = {get_type, get_rows, get_error, release_stream, &left}, rows = given, decided;
  truths_bytes intent = TRUTHS_TEXT("place_order");
  truths_buffer findings = unset();
  fill(&streamed, "adabob");
  CHECK(truths_arrow_stream(session, intent, TRUTHS_WANT_REASON, &rows, &decided, &findings) == TRUTHS_DONE);
  CHECK(rows.release == NULL && is_empty(findings) && left == 2);
  truths_session_close(session);
  struct ArrowSchema type;
  CHECK(decided.get_schema(&decided, &type) == 0 && type.n_children == 3);
  type.release(&type);
  for (int batch = 1; batch >= 0; batch--) {
    struct ArrowArray array;
    CHECK(decided.get_next(&decided, &array) == 0 && left == batch);
    CHECK(array.length == 2 && tells(&array, 2, 1, "Customer bob is blocked", 23));
    array.release(&array);
  }
  struct ArrowArray end;
  CHECK(decided.get_next(&decided, &end) == 0 && end.release == NULL);
  decided.release(&decided);

  // What is wrong with the values of a batch is found when it is asked for; what is wrong with the columns at once.
  session = open_session(set, shop->context, NULL);
  fill(&streamed, "ada\xff\xff\xff");
  left = 1;
  rows = given;
  findings = unset();
  CHECK(truths_arrow_stream(session, intent, TRUTHS_WANT_OUTCOME, &rows, &decided, &findings) == TRUTHS_DONE);
  CHECK(decided.get_next(&decided, &end) == EINVAL && strstr(decided.get_last_error(&decided), "UTF-8"));
  decided.release(&decided);
  streamed.types[1].name = "quantty";
  rows = given;
  findings = unset();
  CHECK(truths_arrow_stream(session, intent, TRUTHS_WANT_OUTCOME, &rows, &decided, &findings) == TRUTHS_FINDINGS);
  CHECK(has(&findings, "quantity") && rows.release == NULL && decided.release == NULL);
  rows = given;
  findings = unset();
  CHECK(truths_arrow_stream(NULL, intent, TRUTHS_WANT_OUTCOME, &rows, &decided, &findings) == TRUTHS_MISUSE);
  CHECK(is_empty(findings) && rows.release != NULL);
  truths_session_close(session);
  truths_set_close(set);
}

/// What a thread of `test_threads` uses, and how many of its calls gave something else than they should.
typedef struct task {
  const truths_set *set;
  const truths_session *session;
  int wrong;
} task;

static void *work(void *argument) {
  task *task = argument;
  truths_bytes orders[] = {
      TRUTHS_TEXT(ORDER("o1", "ada", 3, 120)), TRUTHS_TEXT(ORDER("o2", "ada", 0, 120)), TRUTHS_TEXT(ORDER("o3", "bob", 3, 120)),
      TRUTHS_TEXT(ORDER("o4", "ada", 3, 900))};
  for (int round = 0; round < 200; round++) {
    truths_verdict verdict = {.size = sizeof verdict};
    truths_buffer buffer;
    truths_status status = truths_decide(task->session, orders[round % 4], &verdict, &buffer);
    task->wrong += status != TRUTHS_DONE || verdict.outcome != round % 4 + 1;
    truths_buffer_free(&buffer);
    if (round % 20 != 0) continue;
    task->wrong += truths_run(task->session, orders[round % 4], &buffer) != TRUTHS_DONE || buffer.count == 0;
    truths_buffer_free(&buffer);
    task->wrong += truths_describe(task->set, &buffer) != TRUTHS_DONE || buffer.count == 0;
    truths_buffer_free(&buffer);
  }
  return NULL;
}

static void test_threads(const shop *shop) {
  truths_set *set = open_set(shop->source);
  truths_session *session = open_session(set, shop->context, NULL);
  pthread_t threads[4];
  task tasks[4];
  for (int index = 0; index < 4; index++) {
    tasks[index] = (task){set, session, 0};
    CHECK(pthread_create(&threads[index], NULL, work, &tasks[index]) == 0);
  }
  for (int index = 0; index < 4; index++) {
    CHECK(pthread_join(threads[index], NULL) == 0);
    CHECK(tasks[index].wrong == 0);
  }
  truths_session_close(session);
  truths_set_close(set);
}

/// Opens and closes a set and a session, with what goes through the library in between, and a set that is at fault.
static void go_round(const shop *shop) {
  truths_file file = {TRUTHS_TEXT(PATH), TRUTHS_TEXT(shop->source)};
  truths_set *set;
  truths_session *session;
  truths_buffer buffer;
  truths_verdict verdict = {.size = sizeof verdict};
  if (truths_set_open(&file, 1, &set, &buffer) != TRUTHS_DONE) exit(EXIT_FAILURE);
  if (truths_session_open(set, TRUTHS_TEXT(shop->context), NULL, &session, &buffer) != TRUTHS_DONE) exit(EXIT_FAILURE);
  if (truths_decide(session, TRUTHS_TEXT(ORDER("o1", "ada", 3, 120)), &verdict, &buffer) != TRUTHS_DONE) exit(EXIT_FAILURE);
  if (truths_run(session, TRUTHS_TEXT(shop->proposals), &buffer) != TRUTHS_DONE) exit(EXIT_FAILURE);
  truths_buffer_free(&buffer);
  columns orders;
  struct ArrowSchema type;
  struct ArrowArray decided;
  fill(&orders, "adabob");
  truths_bytes intent = TRUTHS_TEXT("place_order");
  for (truths_want want = TRUTHS_WANT_OUTCOME; want <= TRUTHS_WANT_RECORD; want++) {
    if (truths_arrow_decide(session, intent, want, &orders.type, &orders.rows, &type, &decided, &buffer)) exit(EXIT_FAILURE);
    decided.release(&decided);
    type.release(&type);
  }
  int left = 1;
  fill(&streamed, "adabob");
  struct ArrowArrayStream rows = {get_type, get_rows, get_error, release_stream, &left}, stream;
  if (truths_arrow_stream(session, intent, TRUTHS_WANT_RECORD, &rows, &stream, &buffer)) exit(EXIT_FAILURE);
  if (stream.get_next(&stream, &decided) != 0) exit(EXIT_FAILURE);
  decided.release(&decided);
  stream.release(&stream);
  truths_session_close(session);
  truths_set_close(set);
  file.content = TRUTHS_TEXT(faulty);
  if (truths_set_open(&file, 1, &set, &buffer) != TRUTHS_FINDINGS) exit(EXIT_FAILURE);
  truths_buffer_free(&buffer);
}

/// The resident memory of this process, in kilobytes.
static long resident(void) {
  long pages = 0, all = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld %ld", &all, &pages) != 2) exit(EXIT_FAILURE);
  fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/// A tenth of the rounds come first, so that what is kept once is there before memory is measured.
static void measure(const shop *shop, long rounds) {
  for (long round = 0; round < rounds / 10; round++) go_round(shop);
  long before = resident();
  for (long round = 0; round < rounds; round++) go_round(shop);
  printf("%ld rounds: %ld kB before, %ld kB after\n", rounds, before, resident());
}

int main(int count, char **arguments) {
  if (count < 2) {
    fprintf(stderr, "usage: test FOLDER [ROUNDS]\n");
    return EXIT_FAILURE;
  }
  setvbuf(stdout, NULL, _IOLBF, 0);
  const char *folder = arguments[1];
  shop shop = {
      read_file(folder, PATH), read_file(folder, "context.jsonl"), read_file(folder, "proposals.jsonl"),
      read_file(folder, "ledger.jsonl")};
  test_version();
  test_sets(&shop);
  test_decisions(&shop);
  test_sizes(&shop);
  test_sessions(&shop);
  test_batches(&shop);
  test_bundles(&shop);
  test_ledgers(&shop);
  test_partitions(&shop);
  test_misuse(&shop);
  test_columns(&shop);
  test_streams(&shop);
  test_threads(&shop);
  if (count > 2) measure(&shop, atol(arguments[2]));
  free(shop.source);
  free(shop.context);
  free(shop.proposals);
  free(shop.ledger);
  printf("%d checks, %d failures\n", checks, failures);
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
