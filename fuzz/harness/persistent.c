/*
 * Lets `protomdl fuzz --persistent` run a loader thousands of times a second: one process reads one file after the
 * other, and reports which edges of the program each file took. Link it with the entry point of libFuzzer and AFL++,
 *
 *   int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);   0: accepted; anything else: refused
 *
 * compiled with -fsanitize-coverage=trace-pc-guard (clang) or trace-pc (gcc); sanitizers work too:
 *
 *   clang++ -g -O1 -fsanitize=address -fsanitize-coverage=trace-pc-guard -c loader.cc
 *   cc -O2 -c persistent.c && clang++ -fsanitize=address loader.o persistent.o -o loader
 *   protomdl fuzz seeds --persistent -- ./loader
 *
 * With names of files as arguments, the program runs each file once, to reproduce findings. The code is C99 and
 * POSIX, and also valid C++.
 *
 * The parent process writes PMD1 to descriptor 3 when it is ready. For each run it reads from standard input: the time
 * limit in milliseconds (4 bytes), the size of the file (4 bytes), and the file. It answers on descriptor 3:
 *
 *   1 byte            how the run ended: 0 returned, 1 exited, 2 signal, 3 time limit
 *   4 bytes, signed   the return value, exit code or signal
 *   3 times 4 bytes   the sizes of standard output, standard error and the edges
 *                     the two outputs, each shortened to 64 KiB, and the edges, 4 bytes for each
 *
 * An edge is its index in the map times 8, plus the range of its count (0 to 7: from 1, 2, 3, 4, 8, 16, 32, 128 times
 * on). All numbers are little-endian. PROTOMDL_HARNESS_MEMORY limits the address space of the child, in bytes.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Only the loader's edges count. (With gcc, compile this file without the coverage option.) */
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("coverage"))), apply_to = function)
#endif

#ifdef __cplusplus
extern "C" {
#endif

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));

/* Counters of edges, shared by parent and child. */
#define MAP 65536u
#define MOST_OUTPUT 65536u
#define MOST_FILE (256u << 20)
/* A loader may leak memory or keep state, so it is restarted after this number of runs. */
#ifndef MOST_RUNS
#define MOST_RUNS 10000
#endif
#define GRACE_MS 1500
#define ANSWERS 3

static uint8_t before_start[MAP];
static uint8_t *counters = before_start;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop) {
  static uint32_t known;
  if (start == stop || *start != 0) return;
  for (uint32_t *guard = start; guard < stop; guard++) *guard = 1 + known++ % (MAP - 1);
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard) {
  uint8_t *counter = &counters[*guard];
  if (*counter < 255) ++*counter;
}

#if defined(__linux__)
extern char __executable_start;
/* Addresses relative to this base are the same in each process, wherever the program is loaded. */
static uintptr_t base(void) { return (uintptr_t)&__executable_start; }
#else
static uintptr_t base(void) { return (uintptr_t)&before_start; }
#endif

void __sanitizer_cov_trace_pc(void) {
  const uintptr_t place = (uintptr_t)__builtin_return_address(0) - base();
  uint8_t *counter = &counters[(place * 2654435761u >> 8) % MAP];
  if (*counter < 255) ++*counter;
}

static void die(const char *what) {
  perror(what);
  _exit(2);
}

static void read_all(int from, void *to, size_t size) {
  uint8_t *at = (uint8_t *)to;
  while (size > 0) {
    const ssize_t got = read(from, at, size);
    if (got < 0 && errno == EINTR) continue;
    /* The campaign is over. */
    if (got <= 0) _exit(0);
    at += got;
    size -= (size_t)got;
  }
}

static void write_all(int to, const void *from, size_t size) {
  const uint8_t *at = (const uint8_t *)from;
  while (size > 0) {
    const ssize_t put = write(to, at, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) _exit(0);
    at += put;
    size -= (size_t)put;
  }
}

static void *shared(size_t size) {
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at == MAP_FAILED) die("mmap");
  return at;
}

/* Copies the file into a separate block, so that a sanitizer detects reads past its end. */
static int run_once(const uint8_t *file, size_t size) {
  uint8_t *copy = (uint8_t *)malloc(size > 0 ? size : 1);
  if (copy == NULL) abort();
  memcpy(copy, file, size);
  const int result = LLVMFuzzerTestOneInput(copy, size);
  free(copy);
  return result;
}

struct job {
  uint32_t size;
};

/* The child: for each byte that it reads, it runs the loader on `file`, and writes the result. */
static void serve(int go, int done, const struct job *job, const uint8_t *file) {
  struct rlimit bound = {0, 0};
  setrlimit(RLIMIT_CORE, &bound);
  const char *memory = getenv("PROTOMDL_HARNESS_MEMORY");
  if (memory != NULL) {
    bound.rlim_cur = bound.rlim_max = (rlim_t)strtoull(memory, NULL, 10);
    setrlimit(RLIMIT_AS, &bound);
  }
  for (;;) {
    uint8_t byte;
    read_all(go, &byte, 1);
    const int32_t result = run_once(file, job->size);
    fflush(stdout);
    write_all(done, &result, sizeof result);
  }
}

struct child {
  pid_t pid;
  int go;
  int done;
  uint32_t runs;
};

static struct child start(FILE *out, FILE *err, const struct job *job, const uint8_t *file) {
  int go[2], done[2];
  if (pipe(go) != 0 || pipe(done) != 0) die("pipe");
  const pid_t pid = fork();
  if (pid < 0) die("fork");
  if (pid == 0) {
    close(go[1]);
    close(done[0]);
    close(ANSWERS);
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, 0);
    dup2(fileno(out), 1);
    dup2(fileno(err), 2);
    setpgid(0, 0);
#ifdef __linux__
    /* The child ends with its parent, even if the child hangs. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    serve(go[0], done[1], job, file);
  }
  close(go[0]);
  close(done[1]);
  const struct child made = {pid, go[1], done[0], 0};
  return made;
}

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Waits up to `ms` milliseconds; returns true if there is data or the end to read. */
static int readable(int from, int64_t ms) {
  const int64_t until = now_ms() + ms;
  for (;;) {
    struct pollfd ready = {from, POLLIN, 0};
    const int64_t left = until - now_ms();
    const int found = poll(&ready, 1, left > 0 ? (int)left : 0);
    if (found >= 0) return found > 0;
    if (errno != EINTR) die("poll");
  }
}

static uint32_t read_output(FILE *from, uint8_t *to) {
  const int file = fileno(from);
  const off_t size = lseek(file, 0, SEEK_END);
  if (size <= 0) return 0;
  ssize_t got;
  if (size <= (off_t)MOST_OUTPUT) {
    got = pread(file, to, MOST_OUTPUT, 0);
  } else {
    /* Keeps the beginning and the end of a long output. */
    const uint32_t half = MOST_OUTPUT / 2;
    got = pread(file, to, half, 0) == (ssize_t)half && pread(file, to + half, half, size - half) == (ssize_t)half
              ? (ssize_t)MOST_OUTPUT
              : 0;
  }
  if (ftruncate(file, 0) != 0) die("ftruncate");
  lseek(file, 0, SEEK_SET);
  return got > 0 ? (uint32_t)got : 0;
}

static uint32_t bucket(uint8_t count) {
  static const uint8_t least[8] = {1, 2, 3, 4, 8, 16, 32, 128};
  uint32_t found = 0;
  while (found < 7 && count >= least[found + 1]) found++;
  return found;
}

static uint32_t take_edges(uint32_t *to) {
  uint32_t edges = 0;
  for (uint32_t at = 0; at < MAP; at += 8) {
    uint64_t eight;
    memcpy(&eight, counters + at, 8);
    if (eight == 0) continue;
    for (uint32_t i = 0; i < 8; i++) {
      if (counters[at + i] != 0) to[edges++] = (at + i) << 3 | bucket(counters[at + i]);
    }
    memset(counters + at, 0, 8);
  }
  return edges;
}

static FILE *output_file(void) {
  FILE *file = tmpfile();
  if (file == NULL) die("tmpfile");
  return file;
}

static int run_files(int count, char **names) {
  for (int i = 0; i < count; i++) {
    FILE *in = fopen(names[i], "rb");
    uint8_t *file = (uint8_t *)malloc(MOST_FILE);
    if (in == NULL || file == NULL) die(names[i]);
    const size_t size = fread(file, 1, MOST_FILE, in);
    fclose(in);
    const int result = run_once(file, size);
    free(file);
    if (result != 0) return 1;
  }
  return 0;
}

int main(int argc, char **argv) {
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
  if (argc > 1) return run_files(argc - 1, argv + 1);
  signal(SIGPIPE, SIG_IGN);
  counters = (uint8_t *)shared(MAP);
  struct job *job = (struct job *)shared(sizeof *job);
  uint8_t *file = (uint8_t *)shared(MOST_FILE);
  static uint8_t out[MOST_OUTPUT], err[MOST_OUTPUT];
  static uint32_t edges[MAP];
  FILE *stdout_file = output_file(), *stderr_file = output_file();
  struct child child = {0, -1, -1, 0};
  write_all(ANSWERS, "PMD1", 4);
  for (;;) {
    uint32_t request[2];
    read_all(0, request, sizeof request);
    if (request[1] > MOST_FILE) return 2;
    job->size = request[1];
    read_all(0, file, job->size);
    if (child.pid == 0) {
      memset(counters, 0, MAP);
      child = start(stdout_file, stderr_file, job, file);
    }
    const uint8_t byte = 1;
    write_all(child.go, &byte, 1);
    uint8_t how = 0;
    int32_t code = 0;
    int isOver = 0;
    if (!readable(child.done, request[0])) {
      how = 3;
      /* On SIGABRT, a program with a sanitizer prints its stack. */
      kill(-child.pid, SIGABRT);
      readable(child.done, GRACE_MS);
      isOver = 1;
    } else if (read(child.done, &code, sizeof code) != (ssize_t)sizeof code) {
      isOver = 1;
    }
    if (isOver || ++child.runs >= MOST_RUNS) {
      if (how == 3 || !isOver) kill(-child.pid, SIGKILL);
      int status = 0;
      while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) continue;
      if (isOver && how != 3) {
        how = WIFSIGNALED(status) ? 2 : 1;
        code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
      }
      /* Also ends the processes that the child has started. */
      kill(-child.pid, SIGKILL);
      close(child.go);
      close(child.done);
      child.pid = 0;
    }
    const uint32_t sizes[3] = {read_output(stdout_file, out), read_output(stderr_file, err), take_edges(edges) * 4};
    uint8_t head[17];
    head[0] = how;
    memcpy(head + 1, &code, 4);
    memcpy(head + 5, sizes, 12);
    write_all(ANSWERS, head, sizeof head);
    write_all(ANSWERS, out, sizes[0]);
    write_all(ANSWERS, err, sizes[1]);
    write_all(ANSWERS, edges, sizes[2]);
  }
}

#ifdef __cplusplus
}
#endif

#ifdef __clang__
#pragma clang attribute pop
#endif
