/*
 * A loader of model files with faults in it, for campaigns to find. It reads the frame and as much of the message
 * as it needs, refuses what it notices (exit code 3, a line on standard error), and has eight faults, each marked
 * FAULT: they are of the kinds that loaders have.
 *
 *   loader FILE      or the file on standard input, without arguments
 */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct view {
  const uint8_t *at, *end;
};

struct field {
  uint32_t number;
  int type;
  uint64_t value;
  struct view bytes;
};

struct group {
  struct view names[256];
  unsigned networks;
  unsigned *enabled; /* by network */
  int claimed_area;
};

static void refuse(const char *why) {
  fprintf(stderr, "loader: error: %s\n", why);
  exit(3);
}

static uint64_t varint(struct view *from) {
  uint64_t value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (from->at >= from->end) refuse("the message ends within a number");
    uint8_t byte = *from->at++;
    if (shift < 64) value |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return value;
  }
  refuse("a number has more than ten bytes");
  return 0;
}

/* Reads the next field; 0 at the end. */
static int next(struct view *from, struct field *field) {
  if (from->at >= from->end) return 0;
  uint64_t tag = varint(from);
  field->number = (uint32_t)(tag >> 3);
  field->type = (int)(tag & 7);
  if (field->number == 0) refuse("a field has number 0");
  switch (field->type) {
    case 0:
      field->value = varint(from);
      return 1;
    case 1:
    case 5: {
      size_t width = field->type == 1 ? 8 : 4;
      if ((size_t)(from->end - from->at) < width) refuse("the message ends within a fixed number");
      from->at += width;
      return 1;
    }
    case 2: {
      uint64_t length = varint(from);
      if (length > (uint64_t)(from->end - from->at)) refuse("a length is past the end");
      field->bytes.at = from->at;
      field->bytes.end = from->at + length;
      from->at += length;
      return 1;
    }
    default:
      refuse("a field has no known type");
      return 0;
  }
}

static size_t length_of(struct view view) { return (size_t)(view.end - view.at); }

static int is(const struct field *field, uint32_t number, int type) {
  return field->number == number && field->type == type;
}

static void read_enable_lcu(struct view from, struct group *group) {
  struct field field;
  uint32_t network = 0;
  int address = 1, count = 1;
  while (next(&from, &field)) {
    if (is(&field, 3, 0)) address = (int)field.value;
    if (is(&field, 4, 0)) count = (int)field.value;
    if (is(&field, 6, 0)) network = (uint32_t)field.value;
  }
  /* FAULT 1: a network that there is not. */
  group->enabled[network]++;
  /* FAULT 2: a product that does not fit. */
  group->claimed_area = address * count;
}

static void read_action(struct view from, struct group *group) {
  struct field field;
  int known = 0;
  while (next(&from, &field)) {
    if (field.type != 2) continue;
    if (field.number == 8) read_enable_lcu(field.bytes, group);
    if (field.number == 10) {
      struct view inner = field.bytes;
      struct field value;
      while (next(&inner, &value)) {
        /* FAULT 3: an enum taken at its word. */
        if (is(&value, 2, 0)) assert(value.value < 4 && "connection type");
      }
    }
    known = 1;
  }
  if (!known) refuse("an action is of no kind");
}

static void read_operation(struct view from, struct group *group) {
  struct field field;
  struct view trigger = {0, 0};
  int has_trigger = 0;
  while (next(&from, &field)) {
    if (is(&field, 1, 2)) {
      trigger = field.bytes;
      has_trigger = 1;
    }
    if (is(&field, 2, 2)) read_action(field.bytes, group);
  }
  if (!has_trigger) refuse("an operation without a trigger");
  const struct view *kind = NULL;
  struct view found;
  while (next(&trigger, &field)) {
    if (field.type == 2) {
      found = field.bytes;
      kind = &found;
    }
  }
  /* FAULT 4: a trigger of no kind. */
  volatile const uint8_t *first = kind->at;
  (void)first;
}

static unsigned read_edge(struct view from, int mux_number) {
  /* What makes a recursion of a hundred levels too deep. */
  volatile char room[128 * 1024];
  char name[512];
  struct field field;
  unsigned edges = 1;
  name[0] = 0;
  while (next(&from, &field)) {
    if (!is(&field, (uint32_t)mux_number, 2)) continue;
    struct view mux = field.bytes;
    while (next(&mux, &field)) {
      if (is(&field, 1, 2) && length_of(field.bytes) < sizeof name) {
        memcpy(name, field.bytes.at, length_of(field.bytes));
      }
      /* FAULT 5: as deep as the file says. */
      if (is(&field, 5, 2)) edges += read_edge(field.bytes, 2);
    }
  }
  room[0] = name[0];
  (void)room;
  return edges;
}

static void read_context(struct view from, struct group *group) {
  struct field field;
  uint32_t index = 0;
  while (next(&from, &field)) {
    if (is(&field, 1, 0)) index = (uint32_t)field.value;
    if (is(&field, 2, 2)) read_operation(field.bytes, group);
    if (is(&field, 3, 2)) {
      struct view metadata = field.bytes;
      struct field layer;
      while (next(&metadata, &layer)) {
        if (is(&layer, 2, 2)) read_edge(layer.bytes, 4);
      }
    }
  }
  /* FAULT 6: odd numbers are never reached. */
  if (index > 100000) refuse("a context has a strange index");
  for (volatile uint32_t i = 1000; i != (index < 1000 ? 1000 : index); i += 2) {
  }
}

static void read_group(struct view from) {
  struct group group = {.networks = 0};
  struct view all = from;
  struct field field;
  while (next(&all, &field)) {
    if (!is(&field, 6, 2)) continue;
    if (group.networks == 256) refuse("too many networks");
    char name[128];
    /* FAULT 7: a name longer than names are. */
    memcpy(name, field.bytes.at, length_of(field.bytes));
    if (name[0] == 0) refuse("a network without a name");
    group.names[group.networks++] = field.bytes;
  }
  group.enabled = calloc(group.networks + 1, sizeof *group.enabled);
  while (next(&from, &field)) {
    if (is(&field, 2, 2)) {
      struct view preliminary = field.bytes;
      struct field operation;
      while (next(&preliminary, &operation)) {
        if (is(&operation, 1, 2)) read_operation(operation.bytes, &group);
      }
    }
    if (is(&field, 3, 2)) read_context(field.bytes, &group);
  }
  free(group.enabled);
}

static uint32_t big_endian(const uint8_t *at) {
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static struct view message_of(const uint8_t *file, size_t size) {
  static const size_t headers[] = {32, 28, 44, 56};
  struct view message = {file, file + size};
  if (size < 12 || big_endian(file) != 0x01484546) return message;
  uint32_t version = big_endian(file + 4), claimed = big_endian(file + 8);
  if (version > 3) refuse("the frame is of a version that is not known");
  size_t header = headers[version];
  if (size < header) refuse("the file ends within its header");
  /* FAULT 8: a size past the end is believed, up to a page. */
  if (claimed > size + 4096) refuse("the file is shorter than its header says");
  message.at += header;
  message.end = message.at + claimed;
  return message;
}

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[argc - 1], "rb") : stdin;
  if (in == NULL) refuse("the file cannot be opened");
  size_t size = 0, room = 1 << 16;
  uint8_t *file = malloc(room);
  for (size_t read; (read = fread(file + size, 1, room - size, in)) > 0;) {
    size += read;
    if (size == room) file = realloc(file, room *= 2);
  }
  file = realloc(file, size > 0 ? size : 1);
  struct view message = message_of(file, size);
  struct field field;
  unsigned groups = 0;
  while (next(&message, &field)) {
    if (is(&field, 2, 2)) {
      read_group(field.bytes);
      groups++;
    }
  }
  if (groups == 0) refuse("there is no network group");
  printf("loaded %u groups\n", groups);
  free(file);
  return 0;
}
