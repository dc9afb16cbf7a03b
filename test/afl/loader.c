/*
 * A small loader of framed files of version 1, to try fuzzers on. It checks what loaders check (magic, sizes, the
 * CRC-32 of everything behind the header) and then walks the message. One fault is planted behind the checksum:
 * the action enable_lcu names a layer controller by cluster and index, and a table of 8 by 16 is written to
 * without asking whether there is such a one.
 *
 * Build: afl-cc -O1 loader.c -o loader, or with any C compiler. Run: ./loader FILE.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define HEADER_BYTES 28
#define MAX_FILE (1 << 20)

static uint32_t crc32_of(const uint8_t *bytes, size_t length) {
  uint32_t crc = 0xffffffffu;
  for (size_t i = 0; i < length; i++) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1));
  }
  return ~crc;
}

static uint32_t big32(const uint8_t *p) {
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

struct cursor {
  const uint8_t *at, *end;
};

static int read_varint(struct cursor *c, uint64_t *value) {
  *value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (c->at == c->end) return 0;
    uint8_t byte = *c->at++;
    if (shift < 64) *value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80) return 1;
  }
  return 0;
}

static int skip(struct cursor *c, uint64_t bytes) {
  if (bytes > (uint64_t)(c->end - c->at)) return 0;
  c->at += bytes;
  return 1;
}

struct record {
  uint64_t number, value;
  struct cursor payload;
};

/* Returns 1 for a record, 0 at the end, -1 where the bytes are broken. */
static int next(struct cursor *c, struct record *r) {
  uint64_t tag;
  if (c->at == c->end) return 0;
  if (!read_varint(c, &tag)) return -1;
  r->number = tag >> 3;
  r->value = 0;
  r->payload.at = r->payload.end = c->at;
  switch (tag & 7) {
    case 0:
      return read_varint(c, &r->value) ? 1 : -1;
    case 1:
      return skip(c, 8) ? 1 : -1;
    case 5:
      return skip(c, 4) ? 1 : -1;
    case 2:
      if (!read_varint(c, &r->value)) return -1;
      r->payload.at = c->at;
      if (!skip(c, r->value)) return -1;
      r->payload.end = c->at;
      return 1;
    default:
      return -1;
  }
}

#define CLUSTERS 8
#define CONTROLLERS 16

static uint8_t controllers[CLUSTERS][CONTROLLERS];

static int enable_lcu(struct cursor c) {
  uint32_t lcu = 0, cluster = 0;
  struct record r;
  int more;
  while ((more = next(&c, &r)) > 0) {
    if (r.number == 1) lcu = (uint32_t)r.value;
    if (r.number == 2) cluster = (uint32_t)r.value;
  }
  if (more < 0) return -1;
  /* The planted fault: a loader would write there; this one does what a sanitizer does about it. */
  if (cluster >= CLUSTERS || lcu >= CONTROLLERS) {
    fprintf(stderr, "write outside of a table: cluster %u, controller %u\n", cluster, lcu);
    abort();
  }
  controllers[cluster][lcu] = 1;
  return 0;
}

/* Field numbers on the way to enable_lcu: network_groups, contexts, operations, actions; and by preliminary_config. */
static const uint64_t BY_CONTEXT[] = {2, 3, 2, 2, 8};
static const uint64_t BY_PRELIMINARY[] = {2, 2, 1, 2, 8};

static int walk(struct cursor c, const uint64_t *way, int levels) {
  struct record r;
  int more;
  if (levels == 0) return enable_lcu(c);
  while ((more = next(&c, &r)) > 0) {
    if (r.number == *way && walk(r.payload, way + 1, levels - 1) < 0) return -1;
  }
  return more;
}

int main(int argc, char **argv) {
  static uint8_t bytes[MAX_FILE];
  if (argc != 2) return 2;
  FILE *file = fopen(argv[1], "rb");
  if (file == NULL) return 2;
  size_t size = fread(bytes, 1, sizeof bytes, file);
  fclose(file);
  if (size < HEADER_BYTES || big32(bytes) != 0x01484546u || big32(bytes + 4) != 1) return 1;
  uint64_t message = big32(bytes + 8);
  uint64_t words = (uint64_t)big32(bytes + 16) << 32 | big32(bytes + 20);
  if (words > MAX_FILE || HEADER_BYTES + message + words != size) return 1;
  if (crc32_of(bytes + HEADER_BYTES, size - HEADER_BYTES) != big32(bytes + 12)) return 1;
  struct cursor root = {bytes + HEADER_BYTES, bytes + HEADER_BYTES + message};
  return walk(root, BY_CONTEXT, 5) < 0 || walk(root, BY_PRELIMINARY, 5) < 0;
}
