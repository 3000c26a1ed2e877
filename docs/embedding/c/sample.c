/// Decides about the orders of a shop: `sample FOLDER`, the folder that holds truths/shop/shop.truths.
#include <stdio.h>
#include <stdlib.h>
#include <truths.h>

static const char *const outcomes[] = {"undecided", "accepted", "rejected", "halted", "waiting"};

/// Ends the program with the findings, unless a call did what it was asked.
static void expect(truths_status status, truths_buffer *findings) {
  if (status == TRUTHS_DONE) return;
  fprintf(stderr, "%s\n", status == TRUTHS_FINDINGS ? (const char *)findings->data : "the call itself is wrong");
  truths_buffer_free(findings);
  exit(EXIT_FAILURE);
}

/// The content of a file, to be freed.
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

/// The line behind a line.
static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return *line ? line + 1 : line;
}

/// One order, from the text of the rules to the decision.
static void decide_one(const char *source, const char *context, const char *order) {
  truths_set *set;
  truths_session *session;
  truths_buffer findings;
  truths_file files[] = {{TRUTHS_TEXT("truths/shop/shop.truths"), TRUTHS_TEXT(source)}};
  expect(truths_set_open(files, 1, &set, &findings), &findings);
  expect(truths_session_open(set, TRUTHS_TEXT(context), NULL, &session, &findings), &findings);
  truths_verdict verdict = {.size = sizeof verdict};
  expect(truths_decide(session, TRUTHS_TEXT(order), &verdict, &findings), &findings);
  puts(verdict.outcome == TRUTHS_ACCEPTED ? "the order is placed" : "the order is not placed");
  truths_session_close(session);
  truths_set_close(set);
}

/// Many orders, a line each, without words. The last one is no JSON.
static void decide_each(const truths_session *session, const char *proposals) {
  for (const char *line = proposals; *line; line = next_line(line)) {
    truths_bytes proposal = {(const uint8_t *)line, strcspn(line, "\n")};
    truths_verdict verdict = {.size = sizeof verdict};
    truths_buffer findings;
    truths_status status = truths_decide(session, proposal, &verdict, &findings);
    if (status == TRUTHS_DONE) {
      printf("%s, clause %d\n", outcomes[verdict.outcome], verdict.clause);
    } else {
      puts("not decided: this is no proposal");
    }
    truths_buffer_free(&findings);
  }
}

/// The same orders in one call, with words: the beginning of each record.
static void run_batch(const truths_session *session, const char *proposals) {
  truths_buffer records;
  expect(truths_run(session, TRUTHS_TEXT(proposals), &records), &records);
  for (const char *line = (const char *)records.data; *line; line = next_line(line)) {
    size_t count = strcspn(line, "\n");
    printf("%.*s\n", (int)(count < 90 ? count : 90), line);
  }
  truths_buffer_free(&records);
}

/// A session with another policy and a moment of its own: now three pieces are too many.
static void decide_with_options(const truths_set *set, const char *context, const char *order) {
  const truths_bytes policies[] = {TRUTHS_TEXT("largest_quantity=2")};
  const truths_options options = {
      .size = sizeof options, .now = TRUTHS_TEXT("2025-03-01T10:00:00Z"), .policies = policies, .policy_count = 1};
  truths_session *session;
  truths_buffer findings;
  expect(truths_session_open(set, TRUTHS_TEXT(context), &options, &session, &findings), &findings);
  truths_verdict verdict = {.size = sizeof verdict};
  expect(truths_decide(session, TRUTHS_TEXT(order), &verdict, &findings), &findings);
  printf("with at most 2 pieces: %s, clause %d\n", outcomes[verdict.outcome], verdict.clause);
  truths_session_close(session);
}

/// Rules at fault: the set is not opened, and the findings say where and why.
static void open_faulty(void) {
  const char *source =
      "pack shop:\n  version: 1.0.0\n"
      "truth placing:\n  when:\n    - intent: place_ordr\n  produces:\n    - trace.order.placing\n";
  truths_file files[] = {{TRUTHS_TEXT("truths/shop/shop.truths"), TRUTHS_TEXT(source)}};
  truths_set *set;
  truths_buffer findings;
  if (truths_set_open(files, 1, &set, &findings) == TRUTHS_FINDINGS) {
    fputs((const char *)findings.data, stdout);
    truths_buffer_free(&findings);
  }
}

/// A bundle: the same rules in one piece, checked once and opened where they are needed.
static void open_bundle(const truths_set *set) {
  truths_buffer bundle, findings;
  truths_set *copy;
  expect(truths_set_bundle(set, &bundle), &bundle);
  expect(truths_set_open_bundle((truths_bytes){bundle.data, bundle.count}, &copy, &findings), &findings);
  puts("the bundle is opened");
  truths_buffer_free(&bundle);
  truths_set_close(copy);
}

/// A ledger: every hash is recomputed, and every decision is made again.
static void verify(const truths_set *set, const char *ledger) {
  truths_buffer report;
  truths_status status = truths_verify(set, TRUTHS_TEXT(ledger), &report);
  printf("%s\n%s", status == TRUTHS_DONE ? "the ledger holds" : "the ledger does not hold", (const char *)report.data);
  truths_buffer_free(&report);
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : "../shop";
  char *source = read_file(folder, "truths/shop/shop.truths");
  char *context = read_file(folder, "context.jsonl");
  char *proposals = read_file(folder, "proposals.jsonl");
  char *ledger = read_file(folder, "ledger.jsonl");
  const char *order =
      "{\"action\": \"place_order\", \"order_id\": \"o1\", \"customer_id\": \"ada\", \"quantity\": 3, \"total\": 120}";

  decide_one(source, context, order);

  truths_set *set;
  truths_session *session;
  truths_buffer findings;
  truths_file files[] = {{TRUTHS_TEXT("truths/shop/shop.truths"), TRUTHS_TEXT(source)}};
  expect(truths_set_open(files, 1, &set, &findings), &findings);
  expect(truths_session_open(set, TRUTHS_TEXT(context), NULL, &session, &findings), &findings);
  decide_each(session, proposals);
  run_batch(session, proposals);
  decide_with_options(set, context, order);
  open_faulty();
  open_bundle(set);
  verify(set, ledger);
  truths_session_close(session);
  truths_set_close(set);

  free(source);
  free(context);
  free(proposals);
  free(ledger);
  return EXIT_SUCCESS;
}
