/// Truths in a process of your own: rule sets are checked and compiled once, and proposals are decided where the data is.
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
/// What goes in is borrowed for the call. What comes out in a `truths_buffer` is the library's until `truths_buffer_free`; the buffer is
/// empty where there is nothing to say, and a place for a handle holds NULL where nothing was opened. Sets and sessions do not change,
/// and may be used by any number of threads at once; nobody may use one that is being closed. A session keeps what it needs of its set,
/// which may be closed before it. Nothing calls back but a stream of Arrow, nothing is written to files or to standard output, and no
/// input ends the process.
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

/// Arrays of one type, one after the other.
struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream *, struct ArrowSchema *out);
  int (*get_next)(struct ArrowArrayStream *, struct ArrowArray *out);
  const char *(*get_last_error)(struct ArrowArrayStream *);
  void (*release)(struct ArrowArrayStream *);
  void *private_data;
};

#endif

/// How a call ended.
typedef int32_t truths_status;
enum {
  /// It did what was asked.
  TRUTHS_DONE = 0,
  /// What was given is at fault: the buffer has the findings, the JSON of `truths check --format json`.
  TRUTHS_FINDINGS = 1,
  /// The call itself is wrong: a handle or place for an answer is NULL, bytes that are counted are nowhere (`data` is NULL), a `size`
  /// is smaller than its struct, or a path stands twice or is that of no truth or job file. The buffer is empty.
  TRUTHS_MISUSE = 2
};

/// Bytes of the caller; text is UTF-8. With a count of 0, `data` may be NULL.
typedef struct truths_bytes {
  const uint8_t *data;
  size_t count;
} truths_bytes;

/// The bytes of a C string.
static inline truths_bytes truths_text_of(const char *text) {
  truths_bytes bytes;
  bytes.data = (const uint8_t *)text;
  bytes.count = strlen(text);
  return bytes;
}
#define TRUTHS_TEXT(text) truths_text_of(text)

/// Bytes of the library, to be given back to `truths_buffer_free`. Behind the last byte stands a zero that is not counted.
typedef struct truths_buffer {
  uint8_t *data;
  size_t count;
} truths_buffer;

/// A file of truths or jobs: its path, as findings name it and as its pack follows from it (`truths/shop/shop.truths`; it ends in
/// `.truths` or `.jtbd`, and each stands once), and its content.
typedef struct truths_file {
  truths_bytes path;
  truths_bytes content;
} truths_file;

/// A rule set: checked, and compiled once.
typedef struct truths_set truths_set;

/// A rule set over a context, which was read and indexed once.
typedef struct truths_session truths_session;

/// A rule set over what all partitions have in common, on which each is decided as a ledger of its own.
typedef struct truths_partitions truths_partitions;

/// A document that sources read facts from: the name that they know it by, its path, as findings name it and as its kind follows from
/// it (`.jsonl` and `.ndjson` are JSON Lines), and its content.
typedef struct truths_document {
  truths_bytes name;
  truths_bytes path;
  truths_bytes content;
} truths_document;

/// What holds for all decisions of a session. Members that are 0 or NULL change nothing.
typedef struct truths_options {
  /// `sizeof(truths_options)`; a smaller one, of an earlier version of this header, has no members behind it.
  size_t size;
  /// The moment of the decisions, RFC 3339 in UTC; empty: each proposal's own.
  truths_bytes now;
  /// Policies to set, each `policy=value`.
  const truths_bytes *policies;
  size_t policy_count;
  /// Documents, each of its own name.
  const truths_document *documents;
  size_t document_count;
  /// The most steps of work a decision; beyond them there is none. 0: about two seconds' worth.
  int64_t max_work;
} truths_options;

/// What becomes of a proposal.
typedef int32_t truths_outcome;
enum {
  /// Nothing was decided.
  TRUTHS_UNDECIDED = 0,
  /// All clauses hold.
  TRUTHS_ACCEPTED = 1,
  /// A requirement is unmet, or its intent does not take it.
  TRUTHS_REJECTED = 2,
  /// A structural clause forbids it, or one cannot be told.
  TRUTHS_HALTED = 3,
  /// It waits for a consent or an approval.
  TRUTHS_WAITING = 4
};

/// A decision without words. A clause is its place among the `clauses` of the intent in `truths_describe`; -1: none, or something that
/// is built in, or an `ensures`.
typedef struct truths_verdict {
  /// `sizeof(truths_verdict)`, set by the caller: members behind it are left alone.
  size_t size;
  truths_outcome outcome;
  /// The clause that decided.
  int32_t clause;
  /// The first clause that forbids it whatever else is so.
  int32_t structural;
  /// The first clause of which cannot be told whether it holds.
  int32_t unknown;
  /// The first requirement that is unmet.
  int32_t unmet;
  /// The first clause that wants an approval.
  int32_t approval;
} truths_verdict;

/// The version of the library, `0.1.0`. It is never freed.
const char *truths_version(void);

/// Checks and compiles files. A set with errors is not opened; warnings are findings of `truths_describe`.
truths_status truths_set_open(const truths_file *files, size_t count, truths_set **set, truths_buffer *findings);

/// The same from a bundle, which `truths build` or `truths_set_bundle` wrote.
truths_status truths_set_open_bundle(truths_bytes bundle, truths_set **set, truths_buffer *findings);

/// Closes a set; NULL is none.
void truths_set_close(truths_set *set);

/// The set as a bundle, the bytes of `truths build`.
truths_status truths_set_bundle(const truths_set *set, truths_buffer *bundle);

/// What a set is, as JSON: its `hash` and `language`, the `warnings` of the check, `packs`, `intents` with their typed `fields` and
/// the `clauses` that decide about them, and `facts` with `fields` and `key`.
truths_status truths_describe(const truths_set *set, truths_buffer *description);

/// Reads and indexes a context, entries or facts as JSON Lines.
///
/// - options: NULL for none.
truths_status truths_session_open(
    const truths_set *set, truths_bytes context, const truths_options *options, truths_session **session,
    truths_buffer *findings);

/// Closes a session; NULL is none.
void truths_session_close(truths_session *session);

/// Decides a proposal, one JSON object, without words. Where it ends otherwise than with `TRUTHS_DONE`, and the verdict has a size, the
/// verdict is `TRUTHS_UNDECIDED`.
truths_status truths_decide(
    const truths_session *session, truths_bytes proposal, truths_verdict *verdict, truths_buffer *findings);

/// Decides proposals, a JSON object a line, each on the session's context: the bytes of `truths run --batch --format json`, a record a
/// line. A line at fault has a record with its `error`, and the next is read.
truths_status truths_run(const truths_session *session, truths_bytes proposals, truths_buffer *records);

/// What is told of each row of columns besides its outcome and the clause that decided.
typedef int32_t truths_want;
enum {
  /// Nothing: the quickest answer.
  TRUTHS_WANT_OUTCOME = 0,
  /// The reason in words.
  TRUTHS_WANT_REASON = 1,
  /// The record, the bytes of `truths run --batch --format json`.
  TRUTHS_WANT_RECORD = 2
};

/// Decides the rows of a record batch, each a proposal of one intent on the session's context, and each column a field of it, by its name
/// in JSON or its own. A value that is null is left out. `proposal_id`, `timestamp`, `actor` and the other members of the envelope may be
/// columns too. The decisions are those of `truths_run` for the rows as lines.
///
/// - intent: what each row proposes.
/// - schema, rows: a struct (`+s`), borrowed for the call: the caller releases it. The interface does not say how large buffers are, so
///   that this is not checked; offsets, places in dictionaries, and UTF-8 are.
/// - decided_schema, decided: a struct of texts (`U`), to be released by the caller: `outcome` (`accepted`, `rejected`, `halted`,
///   `waiting`; null where there is no decision), `clause` (`shop.placing requires[1]`; null where all hold, or something that is built
///   in decided), and what is wanted: `reason` or `record`. With any other status than `TRUTHS_DONE` both have a `release` of NULL.
///
/// It is wrong use (`TRUTHS_MISUSE`) if one of them is released, or they do not go together.
truths_status truths_arrow_decide(
    const truths_session *session, truths_bytes intent, truths_want want, const struct ArrowSchema *schema,
    const struct ArrowArray *rows, struct ArrowSchema *decided_schema, struct ArrowArray *decided, truths_buffer *findings);

/// The same for a stream of record batches, each decided when it is asked for. What is wrong with the intent and the columns is found at
/// once, what is wrong with the values of a batch by `get_next`, whose error is EINVAL.
///
/// - rows: moved: its `release` is NULL afterwards, whatever the status, but for `TRUTHS_MISUSE`.
/// - decided: to be released by the caller. It keeps what it needs of the session, which may be closed before it. With any other status
///   than `TRUTHS_DONE` its `release` is NULL.
truths_status truths_arrow_stream(
    const truths_session *session, truths_bytes intent, truths_want want, struct ArrowArrayStream *rows,
    struct ArrowArrayStream *decided, truths_buffer *findings);

/// The rows of a record batch as proposals in JSON Lines, a line each, as `truths_arrow_decide` decides them. Nothing is decided.
truths_status truths_arrow_lines(
    const truths_session *session, truths_bytes intent, const struct ArrowSchema *schema, const struct ArrowArray *rows,
    truths_buffer *lines);

/// Whether the proposals of each intent can be split over several ledgers by a field: what `truths check --partition-by FIELD
/// --format json` prints. It is wrong use (`TRUTHS_MISUSE`) if no intent has the field.
truths_status truths_partition(const truths_set *set, truths_bytes field, truths_buffer *report);

/// Reads what all partitions have in common.
///
/// - context: entries or facts as JSON Lines.
/// - options: NULL for none. Documents and policies are recorded by each ledger, with its first run. Without a moment each proposal
///   says its own, and has to.
/// - actor: who proposes, a JSON object; empty: whom each proposal names, which it has to.
truths_status truths_partitions_open(
    const truths_set *set, truths_bytes context, const truths_options *options, truths_bytes actor,
    truths_partitions **partitions, truths_buffer *findings);

/// Closes it; NULL is none.
void truths_partitions_close(truths_partitions *partitions);

/// Decides the proposals of a partition, a JSON object a line, each on what those before it left: as `truths run --ledger` decides
/// them over the ledger of the context and the history. All of them are decided, or with `TRUTHS_FINDINGS` none.
///
/// - intent: what all of them propose.
/// - history: what the partition has of its own, entries or facts as JSON Lines.
/// - decided_schema, decided: as of `truths_arrow_decide`, a row a proposal. A record has the bytes of `truths run --ledger --format
///   json`.
truths_status truths_partitions_decide(
    const truths_partitions *partitions, truths_bytes intent, truths_want want, truths_bytes history, truths_bytes proposals,
    struct ArrowSchema *decided_schema, struct ArrowArray *decided, truths_buffer *findings);

/// Which recorded decisions of a ledger would come out otherwise under a set: what `truths replay --format json` prints.
///
/// - options: NULL for none. Policies are set before the first entry; a moment and documents have no place here (`TRUTHS_MISUSE`).
truths_status truths_replay(
    const truths_set *set, truths_bytes ledger, const truths_options *options, truths_buffer *report);

/// Verifies a ledger or the output of a run, as `truths verify` does.
///
/// - set: the truths under which its decisions are made again; NULL: hashes alone are checked, as with `--no-replay`.
/// - report: what `truths verify` prints. With `TRUTHS_FINDINGS` it does not hold, and the report says why; or it could not be read,
///   and the buffer has the findings, which begin with `[`.
truths_status truths_verify(const truths_set *set, truths_bytes ledger, truths_buffer *report);

/// Frees what a buffer holds, and empties it; an empty one, and NULL, are left alone.
void truths_buffer_free(truths_buffer *buffer);

#ifdef __cplusplus
}
#endif

#endif
