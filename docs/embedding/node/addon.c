/// The functions of truths.h for Node, by Node-API. What comes in is text, as strings or Buffers; what comes out is strings, and
/// an object for a verdict. Sets and sessions are objects, which `close` or the garbage collector closes.
#include <node_api.h>
#include <stdbool.h>
#include <stdlib.h>
#include <truths.h>

/// What stands behind an object of JavaScript: a set or a session, or neither when it is closed.
typedef struct handle {
  truths_set *set;
  truths_session *session;
} handle;

static const napi_type_tag handle_tag = {0x7ab1e6cf2d3e4f58, 0x9d0b1a2c3e4f5061};

/// Text of a caller: that of a string is copied, and of a Buffer borrowed.
typedef struct text {
  truths_bytes bytes;
  char *copy;
} text;

/// Memory that is zero; without any left, the process ends, as it does in V8.
static void *allocate(size_t count, size_t size) {
  void *memory = calloc(count, size);
  if (!memory) napi_fatal_error("truths", NAPI_AUTO_LENGTH, "out of memory", NAPI_AUTO_LENGTH);
  return memory;
}

/// The arguments of a call; those that are left out are undefined.
static bool read_arguments(napi_env env, napi_callback_info info, napi_value *arguments, size_t count) {
  return napi_get_cb_info(env, info, &count, arguments, NULL, NULL) == napi_ok;
}

static bool is_given(napi_env env, napi_value value) {
  napi_valuetype type;
  return napi_typeof(env, value, &type) == napi_ok && type != napi_undefined && type != napi_null;
}

static bool read_text(napi_env env, napi_value value, text *text) {
  bool is_buffer = false;
  size_t count = 0;
  *text = (struct text){0};
  if (napi_is_buffer(env, value, &is_buffer) == napi_ok && is_buffer) {
    return napi_get_buffer_info(env, value, (void **)&text->bytes.data, &text->bytes.count) == napi_ok;
  }
  if (napi_get_value_string_utf8(env, value, NULL, 0, &count) != napi_ok) {
    napi_throw_type_error(env, NULL, "a string or a Buffer is expected");
    return false;
  }
  text->copy = allocate(count + 1, 1);
  napi_get_value_string_utf8(env, value, text->copy, count + 1, &count);
  text->bytes = (truths_bytes){(const uint8_t *)text->copy, count};
  return true;
}

static handle *read_handle(napi_env env, napi_value value) {
  bool is_handle = false;
  handle *handle = NULL;
  if (napi_check_object_type_tag(env, value, &handle_tag, &is_handle) != napi_ok || !is_handle) {
    napi_throw_type_error(env, NULL, "a set or a session is expected");
    return NULL;
  }
  napi_unwrap(env, value, (void **)&handle);
  return handle;
}

/// Throws what a call found.
static napi_value fail(napi_env env, truths_status status, truths_buffer *findings) {
  if (status == TRUTHS_FINDINGS) {
    napi_throw_error(env, "TRUTHS_FINDINGS", (const char *)findings->data);
    truths_buffer_free(findings);
  } else {
    napi_throw_error(env, "TRUTHS_MISUSE", "this set or session is closed, or a session is given for a set");
  }
  return NULL;
}

/// What a call gave, as a string.
static napi_value give(napi_env env, truths_status status, truths_buffer *buffer) {
  if (status != TRUTHS_DONE) return fail(env, status, buffer);
  napi_value string = NULL;
  napi_create_string_utf8(env, (const char *)buffer->data, buffer->count, &string);
  truths_buffer_free(buffer);
  return string;
}

static void empty(handle *handle) {
  truths_session_close(handle->session);
  truths_set_close(handle->set);
  *handle = (struct handle){0};
}

static void finalize(napi_env env, void *data, void *hint) {
  (void)env, (void)hint;
  empty(data);
  free(data);
}

/// An object that holds a set or a session.
static napi_value hold(napi_env env, truths_set *set, truths_session *session) {
  napi_value object;
  handle *handle = allocate(1, sizeof *handle);
  *handle = (struct handle){set, session};
  if (napi_create_object(env, &object) != napi_ok || napi_type_tag_object(env, object, &handle_tag) != napi_ok ||
      napi_wrap(env, object, handle, finalize, NULL, NULL) != napi_ok) {
    finalize(env, handle, NULL);
    return NULL;
  }
  return object;
}

/// `openSet(files)`: an object with the content of each file by its path.
static napi_value open_set(napi_env env, napi_callback_info info) {
  napi_value arguments[1], names, name, content, result = NULL;
  uint32_t count = 0, read = 0;
  if (!read_arguments(env, info, arguments, 1)) return NULL;
  if (napi_get_property_names(env, arguments[0], &names) != napi_ok || napi_get_array_length(env, names, &count) != napi_ok) {
    napi_throw_type_error(env, NULL, "an object with files is expected");
    return NULL;
  }
  truths_file *files = allocate((size_t)count + 1, sizeof *files);
  text *texts = allocate(2 * (size_t)count + 1, sizeof *texts);
  for (text *pair = texts; read < count; read++, pair += 2) {
    if (napi_get_element(env, names, read, &name) != napi_ok ||
        napi_get_property(env, arguments[0], name, &content) != napi_ok || !read_text(env, name, pair) ||
        !read_text(env, content, pair + 1))
      break;
    files[read] = (truths_file){pair[0].bytes, pair[1].bytes};
  }
  if (read == count) {
    truths_set *set;
    truths_buffer findings;
    truths_status status = truths_set_open(files, count, &set, &findings);
    result = status == TRUTHS_DONE ? hold(env, set, NULL) : fail(env, status, &findings);
  }
  for (size_t index = 0; index < 2 * (size_t)count; index++) free(texts[index].copy);
  free(texts);
  free(files);
  return result;
}

/// `openBundle(bundle)`
static napi_value open_bundle(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  text bundle;
  if (!read_arguments(env, info, arguments, 1) || !read_text(env, arguments[0], &bundle)) return NULL;
  truths_set *set;
  truths_buffer findings;
  truths_status status = truths_set_open_bundle(bundle.bytes, &set, &findings);
  free(bundle.copy);
  return status == TRUTHS_DONE ? hold(env, set, NULL) : fail(env, status, &findings);
}

/// `bundle(set)`
static napi_value bundle(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  handle *handle;
  truths_buffer buffer;
  if (!read_arguments(env, info, arguments, 1) || !(handle = read_handle(env, arguments[0]))) return NULL;
  truths_status status = truths_set_bundle(handle->set, &buffer);
  return give(env, status, &buffer);
}

/// `describe(set)`
static napi_value describe(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  handle *handle;
  truths_buffer buffer;
  if (!read_arguments(env, info, arguments, 1) || !(handle = read_handle(env, arguments[0]))) return NULL;
  truths_status status = truths_describe(handle->set, &buffer);
  return give(env, status, &buffer);
}

/// `openSession(set, context, now, policies)`; `now` may be left out, and so may `policies`, an array of texts `policy=value`.
static napi_value open_session(napi_env env, napi_callback_info info) {
  napi_value arguments[4], policy, result = NULL;
  handle *handle;
  text context = {0}, now = {0}, *texts = NULL;
  truths_bytes *policies = NULL;
  uint32_t count = 0, read = 0;
  if (!read_arguments(env, info, arguments, 4) || !(handle = read_handle(env, arguments[0])) ||
      !read_text(env, arguments[1], &context))
    return NULL;
  if (is_given(env, arguments[2]) && !read_text(env, arguments[2], &now)) goto end;
  if (is_given(env, arguments[3]) && napi_get_array_length(env, arguments[3], &count) != napi_ok) {
    napi_throw_type_error(env, NULL, "an array of policies is expected");
    goto end;
  }
  texts = allocate((size_t)count + 1, sizeof *texts);
  policies = allocate((size_t)count + 1, sizeof *policies);
  for (; read < count; read++) {
    if (napi_get_element(env, arguments[3], read, &policy) != napi_ok || !read_text(env, policy, texts + read)) goto end;
    policies[read] = texts[read].bytes;
  }
  truths_options options = {.size = sizeof options, .now = now.bytes, .policies = policies, .policy_count = count};
  truths_session *session;
  truths_buffer findings;
  truths_status status = truths_session_open(handle->set, context.bytes, &options, &session, &findings);
  result = status == TRUTHS_DONE ? hold(env, NULL, session) : fail(env, status, &findings);
end:
  for (uint32_t index = 0; texts && index < count; index++) free(texts[index].copy);
  free(texts);
  free(policies);
  free(context.copy);
  free(now.copy);
  return result;
}

static void set_number(napi_env env, napi_value object, const char *name, int32_t number) {
  napi_value value;
  if (napi_create_int32(env, number, &value) == napi_ok) napi_set_named_property(env, object, name, value);
}

/// `decide(session, proposal)`
static napi_value decide(napi_env env, napi_callback_info info) {
  static const char *const outcomes[] = {"undecided", "accepted", "rejected", "halted", "waiting"};
  napi_value arguments[2], object, outcome;
  handle *handle;
  text proposal;
  if (!read_arguments(env, info, arguments, 2) || !(handle = read_handle(env, arguments[0])) ||
      !read_text(env, arguments[1], &proposal))
    return NULL;
  truths_verdict verdict = {.size = sizeof verdict};
  truths_buffer findings;
  truths_status status = truths_decide(handle->session, proposal.bytes, &verdict, &findings);
  free(proposal.copy);
  if (status != TRUTHS_DONE) return fail(env, status, &findings);
  if (napi_create_object(env, &object) != napi_ok ||
      napi_create_string_utf8(env, outcomes[verdict.outcome], NAPI_AUTO_LENGTH, &outcome) != napi_ok ||
      napi_set_named_property(env, object, "outcome", outcome) != napi_ok)
    return NULL;
  set_number(env, object, "clause", verdict.clause);
  set_number(env, object, "structural", verdict.structural);
  set_number(env, object, "unknown", verdict.unknown);
  set_number(env, object, "unmet", verdict.unmet);
  set_number(env, object, "approval", verdict.approval);
  return object;
}

/// `run(session, proposals)`
static napi_value run(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  handle *handle;
  text proposals;
  truths_buffer records;
  if (!read_arguments(env, info, arguments, 2) || !(handle = read_handle(env, arguments[0])) ||
      !read_text(env, arguments[1], &proposals))
    return NULL;
  truths_status status = truths_run(handle->session, proposals.bytes, &records);
  free(proposals.copy);
  return give(env, status, &records);
}

/// `verify(set, ledger)`: the report; one of a ledger that does not hold is thrown. With null for the set, hashes alone are
/// checked.
static napi_value verify(napi_env env, napi_callback_info info) {
  napi_value arguments[2];
  handle none = {0}, *handle = &none;
  text ledger;
  truths_buffer report;
  if (!read_arguments(env, info, arguments, 2)) return NULL;
  if (is_given(env, arguments[0])) {
    if (!(handle = read_handle(env, arguments[0]))) return NULL;
    if (!handle->set) return fail(env, TRUTHS_MISUSE, NULL);
  }
  if (!read_text(env, arguments[1], &ledger)) return NULL;
  truths_status status = truths_verify(handle->set, ledger.bytes, &report);
  free(ledger.copy);
  return give(env, status, &report);
}

/// `close(setOrSession)`
static napi_value close_handle(napi_env env, napi_callback_info info) {
  napi_value arguments[1];
  handle *handle;
  if (read_arguments(env, info, arguments, 1) && (handle = read_handle(env, arguments[0]))) empty(handle);
  return NULL;
}

NAPI_MODULE_INIT() {
  static const struct {
    const char *name;
    napi_callback function;
  } functions[] = {{"openSet", open_set}, {"openBundle", open_bundle}, {"bundle", bundle},
                   {"describe", describe}, {"openSession", open_session}, {"decide", decide},
                   {"run", run}, {"verify", verify}, {"close", close_handle}};
  for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
    napi_value function;
    const char *name = functions[index].name;
    if (napi_create_function(env, name, NAPI_AUTO_LENGTH, functions[index].function, NULL, &function) != napi_ok ||
        napi_set_named_property(env, exports, name, function) != napi_ok)
      return NULL;
  }
  return exports;
}
