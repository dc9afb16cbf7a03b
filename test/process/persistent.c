/* What a file's first byte asks for, for the tests of programs that stay. */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static volatile int sink;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static int runs;
  runs++;
  switch (size > 0 ? data[0] : 0) {
    case 'r': return -1;
    case 'x': exit(7);
    case 's': raise(SIGSEGV); return 0;
    case 'h': for (;;) pause();
    case 'o': printf("out %zu\n", size); fprintf(stderr, "err\n"); return 0;
    case 'l': for (int i = 0; i < 200000; i++) fputc('a' + i % 7, stderr); return 0;
    case 'm': {
      char *block = malloc(600u << 20);
      if (block == NULL) abort();
      memset(block, (int)size, 600u << 20);
      sink = block[size];
      return 0;
    }
    case 'n': printf("run %d\n", runs); return 0;
    case 'e':
      for (size_t i = 1; i < size; i++)
        if (data[i] == 'e') sink++;
      return 0;
    default: return 0;
  }
}
