/* A loader with crashes at several places, for builds with a sanitizer and without: the first byte names the place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
  int header[6];
  int size;
};

__attribute__((noipa)) static int read_group(const struct part *part) { return part->size; }
__attribute__((noipa)) static int read_layer(int *sizes, int at) { return sizes[at * 1000000L]; }
__attribute__((noipa)) static void read_name(char *name, const char *from) { memcpy(name, from, 16); }
__attribute__((noipa)) static int read_mux(const unsigned char *from, int depth) {
  volatile char room[512];
  room[depth & 511] = (char)from[0];
  return read_mux(from, depth + 1) + room[0];
}
__attribute__((noipa)) static void check(const unsigned char *from, int expected) {
  if (from[1] != expected) abort();
}
__attribute__((noipa)) static int read_size(const unsigned char *from) {
  check(from, 0x101);
  return 1;
}

int main(int argc, char **argv) {
  unsigned char bytes[64] = {0};
  FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
  const size_t size = in == NULL ? 0 : fread(bytes, 1, sizeof bytes, in);
  int *sizes = (int *)calloc(4, sizeof *sizes);
  int sum = 0;
  if (size == 0) return 3;
  switch (bytes[0]) {
    case 'g': sum = read_group((const struct part *)(size_t)(bytes[1] & 7)); break;
    case 'h': sum = read_group((const struct part *)(size_t)(bytes[1] & 7)) + 1; break;
    case 'l': sum = read_layer(sizes, 60 + bytes[1]); break;
    case 'n': read_name((char *)(size_t)(bytes[1] + 1), (const char *)bytes); break;
    case 'm': sum = read_mux(bytes, 0); break;
    case 'a': check(bytes, 0x100); break;
    case 's': sum = read_size(bytes) + 1; break;
    default: puts("loaded");
  }
  free(sizes);
  return sum == 12345;
}
