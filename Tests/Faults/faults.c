// A library to preload: it counts the calls with which a process changes files, and injects a fault at one of them.
//
//   TRUTHS_FAULT_LOG=file   gets a line for every call that counts, "3 pwrite", and " injected" behind it where the fault struck.
//   TRUTHS_FAULT=kind@N     the fault, at the call of this number; without it calls are only counted.
//
// Kinds: ENOSPC, EIO, EFBIG fail one call, with a + behind them all calls from there on. EINTR fails one call that a signal
// may break off. SHORT writes only half of what it is given, from there on. KILL-before, KILL-after, TERM-before and
// TERM-after send the process that signal. LOST ends the power after the call: what was written since the last fsync of a file is
// undone, so are attributes that it was given since then, and files that were made or renamed since the last fsync of their
// directory. ZEROS does the same, but a file that grew keeps its size, and holds zeros in the place of what was lost; so do file
// systems that write a size before the data. TORN loses in this way only what was written first, and keeps what came behind it.
// Call 0 is the end of a process.
//
// Calls count that concern regular files and directories behind descriptor 2.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/xattr.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

enum kind { NOTHING, ERROR, SHORT, SIGNAL, POWER };

static struct {
  enum kind kind;
  int code;  // the error or the signal
  bool isLasting, isBefore, leavesZeros, losesOldest;
  long at;
} fault;
static long calls;
static const char *logPath;

// What the disk does not hold yet, the newest first.
struct change {
  struct change *next;
  enum { WRITTEN, MADE, RENAMED, ATTRIBUTED } what;
  int file;  // what was written to, or the directory
  off_t start, size, length;  // where it was written, how long that was, and the size of the file before
  char *old;  // the bytes that stood there
  off_t oldLength;
  char *path, *from, *kept;  // of names; path is also that of an attribute, whose value stands in old
};
static struct change *changes;

static void read_fault(void) {
  const char *text = getenv("TRUTHS_FAULT");
  const char *at = text ? strrchr(text, '@') : NULL;
  if (!at) return;
  fault.at = atol(at + 1);
  fault.isLasting = at > text && at[-1] == '+';
  fault.kind = ERROR;
  if (!strncmp(text, "ENOSPC", 6)) fault.code = ENOSPC;
  else if (!strncmp(text, "EIO", 3)) fault.code = EIO;
  else if (!strncmp(text, "EFBIG", 5)) fault.code = EFBIG;
  else if (!strncmp(text, "EINTR", 5)) fault.code = EINTR;
  else if (!strncmp(text, "SHORT", 5)) fault.kind = SHORT, fault.isLasting = true;
  else if (!strncmp(text, "LOST", 4)) fault.kind = POWER;
  else if (!strncmp(text, "ZEROS", 5)) fault.kind = POWER, fault.leavesZeros = true;
  else if (!strncmp(text, "TORN", 4)) fault.kind = POWER, fault.leavesZeros = fault.losesOldest = true;
  else if (!strncmp(text, "KILL", 4)) fault.kind = SIGNAL, fault.code = SIGKILL;
  else if (!strncmp(text, "TERM", 4)) fault.kind = SIGNAL, fault.code = SIGTERM;
  else fault.kind = NOTHING;
  fault.isBefore = strstr(text, "-before") != NULL;
}

__attribute__((constructor)) static void begin(void) {
  logPath = getenv("TRUTHS_FAULT_LOG");
  read_fault();
  // A process inherits which signals wait for ever.
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_UNBLOCK, &all, NULL);
}

static void tell(const char *name, bool isInjected) {
  if (!logPath) return;
  char line[80];
  int length = snprintf(line, sizeof line, "%ld %s%s\n", calls, name, isInjected ? " injected" : "");
  long file = syscall(SYS_openat, AT_FDCWD, logPath, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  syscall(SYS_write, file, line, length);
  syscall(SYS_close, file);
}

static int directory_of(const char *path) {
  char name[4096];
  snprintf(name, sizeof name, "%s", path);
  char *slash = strrchr(name, '/');
  if (slash) slash[slash == name] = 0;
  return (int)syscall(SYS_openat, AT_FDCWD, slash ? name : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
}

static bool is_same(int one, int other) {
  struct stat first, second;
  return !fstat(one, &first) && !fstat(other, &second) && first.st_ino == second.st_ino && first.st_dev == second.st_dev;
}

static struct change *remember(int what, int file) {
  struct change *change = calloc(1, sizeof *change);
  change->what = what;
  change->file = file;
  change->next = changes;
  return changes = change;
}

// Remembers what a write, or a shorter size, takes away.
static void remember_bytes(int file, off_t start, size_t length, bool isCut) {
  struct stat status;
  char name[40];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  int own = (int)syscall(SYS_openat, AT_FDCWD, name, O_RDWR | O_CLOEXEC, 0);
  if (own < 0 || fstat(own, &status)) return;
  struct change *change = remember(WRITTEN, own);
  change->start = start;
  change->size = status.st_size;
  change->length = isCut ? 0 : (off_t)length;
  off_t end = isCut ? status.st_size : start + (off_t)length;
  if (end > status.st_size) end = status.st_size;
  if (end <= start) return;
  change->old = malloc((size_t)(end - start));
  change->oldLength = syscall(SYS_pread64, own, change->old, end - start, start);
}

static int fsetxattr_really(int file, const char *name, const void *value, size_t size) {
  return (int)syscall(SYS_fsetxattr, file, name, value, size, 0);
}

static void remember_attribute(int file, const char *name) {
  struct stat status;
  char path[40], value[256];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  int own = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC, 0);
  if (own < 0 || fstat(own, &status)) return;
  struct change *change = remember(ATTRIBUTED, own);
  change->path = strdup(name);
  ssize_t length = fgetxattr(file, name, value, sizeof value);
  if (length < 0) return;
  change->old = malloc(sizeof value);
  memcpy(change->old, value, (size_t)length);
  change->oldLength = length;
}

static void remember_name(int what, const char *from, const char *path) {
  struct change *change = remember(what, directory_of(path));
  change->path = strdup(path);
  if (what != RENAMED) return;
  change->from = strdup(from);
  if (asprintf(&change->kept, "%s.kept%ld", logPath ? logPath : path, calls) < 0) abort();
  if (link(path, change->kept)) change->kept = NULL;
}

static void forget(int file) {
  for (struct change **place = &changes; *place;) {
    struct change *change = *place;
    if (!is_same(change->file, file)) {
      place = &change->next;
      continue;
    }
    if (change->kept) syscall(SYS_unlink, change->kept);
    syscall(SYS_close, change->file);
    *place = change->next;
  }
}

static void undo(const struct change *change) {
  if (change->what == ATTRIBUTED) {
    if (change->old) fsetxattr_really(change->file, change->path, change->old, (size_t)change->oldLength);
    else fremovexattr(change->file, change->path);
    return;
  }
  if (change->what == MADE) {
    syscall(SYS_unlink, change->path);
  } else if (change->what == RENAMED) {
    link(change->path, change->from);
    if (change->kept) syscall(SYS_rename, change->kept, change->path);
    else syscall(SYS_unlink, change->path);
  } else {
    // Sizes survive where zeros are left, so also the shorter one of a file that was cut.
    if (fault.leavesZeros && change->length == 0) return;
    if (change->old) syscall(SYS_pwrite64, change->file, change->old, change->oldLength, change->start);
    off_t end = change->start + change->length;
    off_t start = change->start > change->size ? change->start : change->size;
    if (!fault.leavesZeros) {
      syscall(SYS_ftruncate, change->file, change->size);
    } else if (end > start) {
      char *zeros = calloc(1, (size_t)(end - start));
      syscall(SYS_pwrite64, change->file, zeros, end - start, start);
      free(zeros);
    }
  }
}

static void end_power(void) {
  if (fault.losesOldest) {
    const struct change *oldest = NULL;
    for (struct change *change = changes; change; change = change->next)
      if (change->what == WRITTEN && change->length > 0) oldest = change;
    if (oldest) undo(oldest);
    return;
  }
  for (struct change *change = changes; change; change = change->next) undo(change);
}

__attribute__((destructor)) static void end(void) {
  if (fault.kind == POWER && fault.at == 0) {
    calls = 0;
    tell("end", true);
    end_power();
  } else if (fault.kind == SIGNAL && fault.at == 0) {
    calls = 0;
    tell("end", true);
    raise(fault.code);
  } else {
    for (struct change *change = changes; change; change = change->next)
      if (change->kept) syscall(SYS_unlink, change->kept);
  }
}

// Whether the present call is at fault; what happens before a call happens here.
static bool strikes(const char *name, bool mayBreakOff, bool isWrite) {
  calls += 1;
  bool hits = fault.at > 0 && (fault.isLasting ? calls >= fault.at : calls == fault.at);
  if (fault.kind == NOTHING || (fault.kind == ERROR && fault.code == EINTR && !mayBreakOff)) hits = false;
  if (fault.kind == SHORT && !isWrite) hits = false;
  tell(name, hits);
  if (hits && fault.kind == SIGNAL && fault.isBefore) raise(fault.code);
  if (hits && fault.kind == ERROR) errno = fault.code;
  return hits;
}

static void end_after(bool hits) {
  int code = errno;
  if (hits && fault.kind == SIGNAL && !fault.isBefore) raise(fault.code);
  if (hits && fault.kind == POWER) {
    end_power();
    raise(SIGKILL);
  }
  errno = code;
}

static bool counts(int file) {
  struct stat status;
  return file > STDERR_FILENO && !fstat(file, &status) && (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode));
}

static size_t shortened(bool hits, size_t length) { return hits && fault.kind == SHORT && length > 1 ? length / 2 : length; }

#define FAILS(hits) if ((hits) && fault.kind == ERROR) return -1

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  if ((flags & O_ACCMODE) == O_RDONLY && !(flags & O_DIRECTORY)) return REAL(open)(path, flags, mode);
  bool hits = strikes("open", true, false);
  FAILS(hits);
  bool isNew = flags & O_CREAT && access(path, F_OK);
  int file = REAL(open)(path, flags, mode);
  if (file >= 0 && isNew) remember_name(MADE, NULL, path);
  end_after(hits);
  return file;
}

int mkstemp(char *path) {
  bool hits = strikes("mkstemp", false, false);
  FAILS(hits);
  int file = REAL(mkstemp)(path);
  if (file >= 0) remember_name(MADE, NULL, path);
  end_after(hits);
  return file;
}

ssize_t write(int file, const void *bytes, size_t length) {
  if (!counts(file)) return REAL(write)(file, bytes, length);
  bool hits = strikes("write", true, true);
  FAILS(hits);
  length = shortened(hits, length);
  remember_bytes(file, lseek(file, 0, SEEK_CUR), length, false);
  ssize_t count = REAL(write)(file, bytes, length);
  end_after(hits);
  return count;
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t start) {
  if (!counts(file)) return REAL(pwrite)(file, bytes, length, start);
  bool hits = strikes("pwrite", true, true);
  FAILS(hits);
  length = shortened(hits, length);
  remember_bytes(file, start, length, false);
  ssize_t count = REAL(pwrite)(file, bytes, length, start);
  end_after(hits);
  return count;
}

ssize_t pread(int file, void *bytes, size_t length, off_t start) {
  if (!counts(file)) return REAL(pread)(file, bytes, length, start);
  bool hits = strikes("pread", true, false);
  FAILS(hits);
  ssize_t count = REAL(pread)(file, bytes, length, start);
  end_after(hits);
  return count;
}

int ftruncate(int file, off_t size) {
  bool hits = strikes("ftruncate", true, false);
  FAILS(hits);
  remember_bytes(file, size, 0, true);
  int result = REAL(ftruncate)(file, size);
  end_after(hits);
  return result;
}

int fsync(int file) {
  bool hits = strikes("fsync", true, false);
  FAILS(hits);
  int result = REAL(fsync)(file);
  if (result == 0) forget(file);
  end_after(hits);
  return result;
}

int fsetxattr(int file, const char *name, const void *value, size_t size, int flags) {
  bool hits = strikes("fsetxattr", false, false);
  FAILS(hits);
  remember_attribute(file, name);
  int result = REAL(fsetxattr)(file, name, value, size, flags);
  end_after(hits);
  return result;
}

int rename(const char *from, const char *path) {
  bool hits = strikes("rename", false, false);
  FAILS(hits);
  remember_name(RENAMED, from, path);
  int result = REAL(rename)(from, path);
  end_after(hits);
  return result;
}

int unlink(const char *path) {
  bool hits = strikes("unlink", false, false);
  FAILS(hits);
  int result = REAL(unlink)(path);
  end_after(hits);
  return result;
}

int fchmod(int file, mode_t mode) {
  bool hits = strikes("fchmod", false, false);
  FAILS(hits);
  int result = REAL(fchmod)(file, mode);
  end_after(hits);
  return result;
}

int fchown(int file, uid_t owner, gid_t group) {
  bool hits = strikes("fchown", false, false);
  FAILS(hits);
  int result = REAL(fchown)(file, owner, group);
  end_after(hits);
  return result;
}
