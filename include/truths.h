/// Truths as a library: rule sets are checked and compiled once, and proposals are decided in the caller's process.
///
///     truths_file files[] = {{TRUTHS_TEXT("truths/shop/shop.truths"), TRUTHS_TEXT(source)}};
///     truths_set *set;
///     truths_buffer findings;
///     if (truths_set_open(files, 1, &set, &findings) != TRUTHS_DONE) { … findings is the JSON of `truths check` … }
///     truths_session *session;
///     truths_session_open(set, context, NULL, &session, &findings);
///     truths_verdict verdict = {.size = sizeof verdict};
///     truths_decide(session, TRUTHS_TEXT("{\"action\": \"place_order\", \"quantity\": 3}"), &verdict, &findings);
///     if (verdict.outcome == TRUTHS_ACCEPTED) …
///
/// Arguments are borrowed for the call. The bytes of a `truths_buffer` belong to the library until `truths_buffer_free`; the
/// buffer is empty where there is nothing to report. A handle is set to NULL where nothing was opened.
///
/// Sets and sessions do not change, and any number of threads may use them at once. No thread may use one while it is being
/// closed. A session keeps what it needs of its set, which may be closed first.
///
/// The library calls back only for an Arrow stream. It writes nothing to files or to standard output, and no input ends the
/// process.
#ifndef TRUTHS_H
#define TRUTHS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

/// A type of Arrow's C data interface.
struct ArrowSchema {
  const char *format;
  const char *name;
  const char *metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema **children;
  struct ArrowSchema *dictionary;
  void (*release)(struct ArrowSchema *);
  void *private_data;
};

/// An array of Arrow's C data interface.
struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void **buffers;
  struct ArrowArray **children;
  struct ArrowArray *dictionary;
  void (*release)(struct ArrowArray *);
  void *private_data;
};

#endif

#ifndef ARROW_C_STREAM_INTERFACE
#define ARROW_C_STREAM_INTERFACE

/// A stream of arrays of one type (Arrow's C stream interface).
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/// The status of a call.
typedef int32_t truths_status;
enum {
  /// The call succeeded.
  TRUTHS_DONE = 0,
  /// The given data has errors: the buffer contains the findings, as `truths check --format json` prints them.
  TRUTHS_FINDINGS = 1,
  /// The call is wrong: a handle or the place of a result is NULL, bytes with a count have no `data`, a `size` is smaller than
  /// its struct, a path occurs twice, or a path is not that of a truth or job file. The buffer is empty.
  TRUTHS_MISUSE = 2
};

/// Bytes of the caller. Text is UTF-8. With a count of 0, `data` may be NULL.
typedef struct truths_bytes {
  const uint8_t *data;
  size_t count;
} truths_bytes;

/// Returns the bytes of a C string.
static inline truths_bytes truths_text_of(const char *text) {
  truths_bytes bytes;
  bytes.data = (const uint8_t *)text;
  bytes.count = strlen(text);
  return bytes;
}
#define TRUTHS_TEXT(text) truths_text_of(text)

/// Bytes of the library, which `truths_buffer_free` releases. A zero byte, which is not counted, follows the last byte.
typedef struct truths_buffer {
  uint8_t *data;
  size_t count;
} truths_buffer;

/// A truth or job file. Its path names it in findings and determines its pack (`truths/shop/shop.truths`). The path ends in
/// `.truths` or `.jtbd`, and is different for each file.
typedef struct truths_file {
  truths_bytes path;
  truths_bytes content;
} truths_file;

/// A rule set, checked and compiled.
typedef struct truths_set truths_set;

/// A rule set with a context, which is read and indexed once.
typedef struct truths_session truths_session;

/// A rule set with the data that all partitions have in common. Each partition is decided like a ledger of its own.
typedef struct truths_partitions truths_partitions;

/// A document from which sources read facts. The name is the one that sources use. The path names the document in findings and
/// determines its kind: `.jsonl` and `.ndjson` are JSON Lines.
typedef struct truths_document {
  truths_bytes name;
  truths_bytes path;
  truths_bytes content;
} truths_document;

/// Settings for all decisions of a session. A member that is 0 or NULL has no effect.
typedef struct truths_options {
  /// `sizeof(truths_options)`. A smaller size, of an earlier version of this header, has fewer members.
  size_t size;
  /// The time of the decisions, RFC 3339 in UTC; empty for the time of each proposal.
  truths_bytes now;
  /// Policies to set, each as `policy=value`.
  const truths_bytes *policies;
  size_t policy_count;
  /// Documents, each with a different name.
  const truths_document *documents;
  size_t document_count;
  /// The most steps of work for a decision, which ends undecided beyond them; 0 for the default of about two seconds.
  int64_t max_work;
} truths_options;

/// The outcome of a proposal.
typedef int32_t truths_outcome;
enum {
  /// There is no decision.
  TRUTHS_UNDECIDED = 0,
  /// All clauses hold.
  TRUTHS_ACCEPTED = 1,
  /// A requirement is unmet, or the proposal does not fit its intent.
  TRUTHS_REJECTED = 2,
  /// A structural clause forbids the proposal, or the result of one is unknown.
  TRUTHS_HALTED = 3,
  /// The run waits for a consent or an approval.
  TRUTHS_WAITING = 4
};

/// A decision without a reason in words. A clause is an index in the `clauses` of the intent in `truths_describe`; -1 for none,
/// for a built-in rule, and for an `ensures`.
typedef struct truths_verdict {
  /// `sizeof(truths_verdict)`, set by the caller. Members beyond it are not written.
  size_t size;
  truths_outcome outcome;
  /// The deciding clause.
  int32_t clause;
  /// The first structural clause that forbids the proposal.
  int32_t structural;
  /// The first clause with an unknown result.
  int32_t unknown;
  /// The first unmet requirement.
  int32_t unmet;
  /// The first clause that requires an approval.
  int32_t approval;
} truths_verdict;

/// Returns the version of the library, `0.1.0`. The text is never freed.
const char *truths_version(void);

/// Checks and compiles files. A set with errors is not opened. Warnings are in `truths_describe`.
truths_status truths_set_open(const truths_file *files, size_t count, truths_set **set, truths_buffer *findings);

/// Opens a set from a bundle of `truths build` or `truths_set_bundle`.
truths_status truths_set_open_bundle(truths_bytes bundle, truths_set **set, truths_buffer *findings);

/// Closes a set. NULL is allowed.
void truths_set_close(truths_set *set);

/// Returns the set as a bundle, with the bytes of `truths build`.
truths_status truths_set_bundle(const truths_set *set, truths_buffer *bundle);

/// Describes a set as JSON: its `hash` and `language`, the `warnings` of the check, `packs`, `intents` with their typed `fields`
/// and the `clauses` that decide about them, and `facts` with `fields` and `key`.
truths_status truths_describe(const truths_set *set, truths_buffer *description);

/// Opens a session: reads and indexes a context of entries or facts as JSON Lines.
///
/// - options: NULL for none.
truths_status truths_session_open(
    const truths_set *set, truths_bytes context, const truths_options *options, truths_session **session,
    truths_buffer *findings);

/// Closes a session. NULL is allowed.
void truths_session_close(truths_session *session);

/// Decides a proposal, one JSON object, without a reason in words. With another status than `TRUTHS_DONE`, the verdict is
/// `TRUTHS_UNDECIDED` if it has a size.
truths_status truths_decide(
    const truths_session *session, truths_bytes proposal, truths_verdict *verdict, truths_buffer *findings);

/// Decides proposals, one JSON object on each line, each on the session's context. It returns a record on each line, with the
/// bytes of `truths run --batch --format json`. A faulty line gives a record with an `error`, and the next line is read.
truths_status truths_run(const truths_session *session, truths_bytes proposals, truths_buffer *records);

/// The columns of a decided batch besides the outcome and the deciding clause.
typedef int32_t truths_want;
enum {
  /// No further column; the fastest.
  TRUTHS_WANT_OUTCOME = 0,
  /// The reason in words.
  TRUTHS_WANT_REASON = 1,
  /// The record, with the bytes of `truths run --batch --format json`.
  TRUTHS_WANT_RECORD = 2
};

/// Decides the rows of a record batch, each as a proposal of one intent on the session's context.
///
/// Each column is a field of the intent, by its name in JSON or its own name. A null leaves the field out. `proposal_id`,
/// `timestamp`, `actor` and the other members of the envelope may be columns, too. The decisions are those of `truths_run` for
/// the rows as lines.
///
/// - intent: the intent of all rows.
/// - schema, rows: a struct (`+s`), borrowed for the call; the caller releases it. Offsets, dictionary indices and UTF-8 are
///   checked. The sizes of buffers are not, because the interface does not contain them.
/// - decided_schema, decided: a struct of texts (`U`), which the caller releases. Its columns are `outcome` (`accepted`,
///   `rejected`, `halted`, `waiting`; null without a decision), `clause` (`shop.placing requires[1]`; null where all clauses
///   hold or a built-in rule decided), and `reason` or `record`, if wanted. With another status than `TRUTHS_DONE`, both have a
///   `release` of NULL.
///
/// The status is `TRUTHS_MISUSE` if one of them is released, or if schema and rows do not fit each other.
truths_status truths_arrow_decide(
    const truths_session *session, truths_bytes intent, truths_want want, const struct ArrowSchema *schema,
    const struct ArrowArray *rows, struct ArrowSchema *decided_schema, struct ArrowArray *decided, truths_buffer *findings);

/// Decides a stream of record batches like `truths_arrow_decide`, each batch when it is requested. Faults of the intent and of
/// the columns are found at once. Faults in the values of a batch are errors of `get_next` with EINVAL.
///
/// - rows: the stream, which is moved. Its `release` is NULL afterwards, except with `TRUTHS_MISUSE`.
/// - decided: the stream of decisions, which the caller releases. It keeps what it needs of the session, which may be closed
///   first. With another status than `TRUTHS_DONE` its `release` is NULL.
truths_status truths_arrow_stream(
    const truths_session *session, truths_bytes intent, truths_want want, struct ArrowArrayStream *rows,
    struct ArrowArrayStream *decided, truths_buffer *findings);

/// Returns the rows of a record batch as the lines of JSON that `truths_arrow_decide` decides, without deciding them.
truths_status truths_arrow_lines(
    const truths_session *session, truths_bytes intent, const struct ArrowSchema *schema, const struct ArrowArray *rows,
    truths_buffer *lines);

/// Returns whether the proposals of each intent can be split over several ledgers by a field, as `truths check --partition-by
/// FIELD --format json` prints it. The status is `TRUTHS_MISUSE` if no intent has the field.
truths_status truths_partition(const truths_set *set, truths_bytes field, truths_buffer *report);

/// Reads the data that all partitions have in common.
///
/// - context: entries or facts as JSON Lines.
/// - options: NULL for none. Each ledger records documents and policies with its first run. Without a time, each proposal must
///   have its own.
/// - actor: the proposer, a JSON object. If it is empty, each proposal must name its own.
truths_status truths_partitions_open(
    const truths_set *set, truths_bytes context, const truths_options *options, truths_bytes actor,
    truths_partitions **partitions, truths_buffer *findings);

/// Closes partitions. NULL is allowed.
void truths_partitions_close(truths_partitions *partitions);

/// Decides the proposals of a partition, one JSON object on each line, each after the ones before it. The decisions are those of
/// `truths run --ledger` over the ledger of the context and the history. Either all are decided, or with `TRUTHS_FINDINGS` none.
///
/// - intent: the intent of all proposals.
/// - history: the partition's own entries or facts as JSON Lines.
/// - decided_schema, decided: as in `truths_arrow_decide`, with a row for each proposal. A record has the bytes of `truths run
///   --ledger --format json`.
truths_status truths_partitions_decide(
    const truths_partitions *partitions, truths_bytes intent, truths_want want, truths_bytes history, truths_bytes proposals,
    struct ArrowSchema *decided_schema, struct ArrowArray *decided, truths_buffer *findings);

/// Returns the recorded decisions of a ledger that would change under a set, as `truths replay --format json` prints them.
///
/// - options: NULL for none. Policies are set before the first entry. A time or documents are not allowed (`TRUTHS_MISUSE`).
truths_status truths_replay(
    const truths_set *set, truths_bytes ledger, const truths_options *options, truths_buffer *report);

/// Verifies a ledger or the output of a run, like `truths verify`.
///
/// - set: the rules with which decisions are repeated; NULL to check hashes only, as with `--no-replay`.
/// - report: the output of `truths verify`. With `TRUTHS_FINDINGS` the verification failed, and the report says why. If the
///   ledger could not be read, the buffer contains findings, which start with `[`.
truths_status truths_verify(const truths_set *set, truths_bytes ledger, truths_buffer *report);

/// Frees the bytes of a buffer, and empties it. NULL and an empty buffer are allowed.
void truths_buffer_free(truths_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
