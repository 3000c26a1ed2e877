/// Decides about orders that stand in columns of Arrow's C data interface: `sample FOLDER`, the folder that holds
/// truths/shop/shop.truths.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <truths.h>

enum { ROWS = 5, COLUMNS = 4 };

/// The orders: texts one behind the other and where each ends, whole numbers, and decimals of 128 bits as hundredths, the lower half
/// first. The last order has no total: its bit is not set.
static const int32_t order_ends[] = {0, 2, 4, 6, 8, 10}, customer_ends[] = {0, 3, 6, 9, 12, 15};
static const char orders[] = "o1o2o3o4o5", customers[] = "adaadabobadaada";
static const int32_t quantities[] = {3, 0, 3, 3, 3};
static const int64_t totals[][2] = {{12000, 0}, {12000, 0}, {12000, 0}, {90000, 0}, {0, 0}};
static const uint8_t has_total[] = {0x0f};

/// A release sets itself to NULL, releases the children, and frees what was made for them; here nothing was.
static void release_type(struct ArrowSchema *type) {
  for (int64_t child = 0; child < type->n_children; child++) {
    if (type->children[child]->release) type->children[child]->release(type->children[child]);
  }
  type->release = NULL;
}

static void release_array(struct ArrowArray *array) {
  for (int64_t child = 0; child < array->n_children; child++) {
    if (array->children[child]->release) array->children[child]->release(array->children[child]);
  }
  array->release = NULL;
}

static struct ArrowSchema type_of(const char *name, const char *format) {
  return (struct ArrowSchema){.format = format, .name = name, .flags = ARROW_FLAG_NULLABLE, .release = release_type};
}

/// The first buffer of an array says what is there; with NULL all is.
static struct ArrowArray array_of(const void **buffers, int64_t count) {
  return (struct ArrowArray){.length = ROWS, .null_count = -1, .n_buffers = count, .buffers = buffers, .release = release_array};
}

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

/// The text of a row of a column that was decided, whose ends have 64 bits (`U`); NULL where there is none.
static truths_bytes text_at(const struct ArrowArray *column, int64_t row) {
  int64_t place = column->offset + row;
  const uint8_t *is_there = column->buffers[0];
  if (is_there && !(is_there[place / 8] >> (place % 8) & 1)) return (truths_bytes){NULL, 0};
  const int64_t *ends = column->buffers[1];
  const uint8_t *bytes = column->buffers[2];
  return (truths_bytes){bytes + ends[place], (size_t)(ends[place + 1] - ends[place])};
}

static void print_decided(const struct ArrowSchema *type, const struct ArrowArray *rows) {
  for (int64_t row = 0; row < rows->length; row++) {
    printf("row %" PRId64 "\n", row);
    for (int64_t column = 0; column < rows->n_children; column++) {
      truths_bytes text = text_at(rows->children[column], row);
      printf("  %s: %.*s\n", type->children[column]->name, (int)text.count, text.data ? (const char *)text.data : "");
    }
  }
}

static void decide(const truths_session *session) {
  const void *order_buffers[] = {NULL, order_ends, orders}, *customer_buffers[] = {NULL, customer_ends, customers};
  const void *quantity_buffers[] = {NULL, quantities}, *total_buffers[] = {has_total, totals};
  struct ArrowSchema types[COLUMNS] = {
      type_of("order_id", "u"), type_of("customer_id", "u"), type_of("quantity", "i"), type_of("total", "d:9,2")};
  struct ArrowArray arrays[COLUMNS] = {
      array_of(order_buffers, 3), array_of(customer_buffers, 3), array_of(quantity_buffers, 2), array_of(total_buffers, 2)};
  struct ArrowSchema *type_places[COLUMNS] = {&types[0], &types[1], &types[2], &types[3]};
  struct ArrowArray *array_places[COLUMNS] = {&arrays[0], &arrays[1], &arrays[2], &arrays[3]};

  const void *no_nulls[] = {NULL};
  struct ArrowSchema type = type_of("", "+s"), decided_type;
  struct ArrowArray rows = array_of(no_nulls, 1), decided;
  type.n_children = rows.n_children = COLUMNS;
  type.children = type_places;
  rows.children = array_places;
  truths_buffer findings;
  truths_bytes intent = TRUTHS_TEXT("place_order");
  expect(truths_arrow_decide(session, intent, TRUTHS_WANT_REASON, &type, &rows, &decided_type, &decided, &findings), &findings);
  print_decided(&decided_type, &decided);
  decided.release(&decided);
  decided_type.release(&decided_type);

  // A column that is no field is told before anything is decided, and then nothing is to be released.
  types[2].name = "quantty";
  if (truths_arrow_decide(session, intent, TRUTHS_WANT_OUTCOME, &type, &rows, &decided_type, &decided, &findings) == TRUTHS_FINDINGS) {
    printf("%s\n", (const char *)findings.data);
    truths_buffer_free(&findings);
  }
  rows.release(&rows);
  type.release(&type);
}

int main(int count, char **arguments) {
  const char *folder = count > 1 ? arguments[1] : "../shop";
  char *source = read_file(folder, "truths/shop/shop.truths");
  char *context = read_file(folder, "context.jsonl");
  truths_set *set;
  truths_session *session;
  truths_buffer findings;
  truths_file files[] = {{TRUTHS_TEXT("truths/shop/shop.truths"), TRUTHS_TEXT(source)}};
  expect(truths_set_open(files, 1, &set, &findings), &findings);
  expect(truths_session_open(set, TRUTHS_TEXT(context), NULL, &session, &findings), &findings);
  decide(session);
  truths_session_close(session);
  truths_set_close(set);
  free(source);
  free(context);
  return EXIT_SUCCESS;
}
