/*
 * A loader of model files with twenty planted faults, for comparing fuzzers. It reads the frame, verifies the checksum
 * as loaders do, and reads the message with its own reader; it refuses faulty files. Each planted fault is like a fault
 * of a real loader: an index without a target, a list that is shorter than its count, a oneof without a member. Instead
 * of an invalid access, the loader prints the fault and aborts, so that findings of any fuzzer can be identified.
 *
 *   loader FILE                 runs one file; exit code 3 for a refused file
 *   LLVMFuzzerTestOneInput      for libFuzzer and AFL++ (-DFUZZER)
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

struct Refusal {
  const char *why;
};

[[noreturn]] void fault(int number, const char *what) {
  fprintf(stderr, "planted fault %d: %s\n", number, what);
  abort();
}

struct View {
  const uint8_t *at = nullptr;
  const uint8_t *end = nullptr;
  size_t size() const { return static_cast<size_t>(end - at); }
  std::string text() const { return std::string(reinterpret_cast<const char *>(at), size()); }
};

struct Field {
  uint32_t number = 0;
  int type = 0;
  uint64_t value = 0;
  View bytes;
};

uint64_t varint(View &from) {
  uint64_t value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    if (from.at >= from.end) throw Refusal{"the message ends within a number"};
    const uint8_t byte = *from.at++;
    if (shift < 64) value |= static_cast<uint64_t>(byte & 127) << shift;
    if (byte < 128) return value;
  }
  throw Refusal{"a number has more than ten bytes"};
}

bool next(View &from, Field &field) {
  if (from.at >= from.end) return false;
  const uint64_t tag = varint(from);
  field.number = static_cast<uint32_t>(tag >> 3);
  field.type = static_cast<int>(tag & 7);
  if (field.number == 0) throw Refusal{"a field has number 0"};
  if (field.type == 0) {
    field.value = varint(from);
  } else if (field.type == 1 || field.type == 5) {
    const size_t width = field.type == 1 ? 8 : 4;
    if (from.size() < width) throw Refusal{"the message ends within a fixed number"};
    from.at += width;
  } else if (field.type == 2) {
    const uint64_t length = varint(from);
    if (length > from.size()) throw Refusal{"a length is past the end"};
    field.bytes = {from.at, from.at + length};
    from.at += length;
  } else {
    throw Refusal{"a field has no known type"};
  }
  return true;
}

/* The values of a message: for a scalar the last value, for messages and lists all values. */
struct Message {
  std::map<uint32_t, uint64_t> numbers;
  std::map<uint32_t, std::vector<View>> parts;
  std::map<uint32_t, std::vector<uint64_t>> lists;

  explicit Message(View from) {
    Field field;
    while (next(from, field)) {
      if (field.type == 0) {
        numbers[field.number] = field.value;
        lists[field.number].push_back(field.value);
      } else if (field.type == 2) {
        parts[field.number].push_back(field.bytes);
      }
    }
  }
  uint32_t number(uint32_t field) const {
    const auto found = numbers.find(field);
    return found == numbers.end() ? 0 : static_cast<uint32_t>(found->second);
  }
  const std::vector<View> &all(uint32_t field) const {
    static const std::vector<View> none;
    const auto found = parts.find(field);
    return found == parts.end() ? none : found->second;
  }
  View one(uint32_t field) const { return all(field).empty() ? View{} : all(field).back(); }
  bool has(uint32_t field) const { return !all(field).empty(); }
  /* Returns the elements of a list, from packed and single records. */
  std::vector<uint64_t> list(uint32_t field) const {
    const auto found = lists.find(field);
    std::vector<uint64_t> values = found == lists.end() ? std::vector<uint64_t>{} : found->second;
    for (View packed : all(field))
      while (packed.at < packed.end) values.push_back(varint(packed));
    return values;
  }
};

struct Group {
  std::vector<std::string> networks;
  size_t contexts = 0;
  uint32_t channels = 1;
  std::set<std::string> outputs;
  uint64_t words = 0;
};

/* Size of the section to which pointers point. */
uint64_t section = 0;

void read_base(View from, bool boundary) {
  const Message base(from);
  const uint32_t height = base.number(1), width = base.number(3), features = base.number(5);
  const uint32_t bytes = base.number(12);
  if (base.number(8) >= 32) fault(1, "a stream past the table of streams");
  const uint64_t product = uint64_t{height} * width * features;
  if (boundary && product > UINT32_MAX) fault(2, "a size that does not fit in 32 bits");
  if (bytes > 4) fault(3, "a size of elements that no table has");
  const Message more(base.one(11));
  if (base.number(7) == 6 && more.has(1)) {
    const Message nms(more.one(1));
    if (nms.number(4) == 0) fault(4, "a division by the size of boxes");
    const Message defuse(nms.one(6));
    if (nms.number(5) != 0 && defuse.number(1) > 8) fault(5, "a group of classes past the table");
  }
}

unsigned read_mux(View from, int depth, Group &group) {
  const Message mux(from);
  const Message data(mux.one(3));
  if (depth > 4) fault(6, "muxes nested deeper than there is room");
  if (data.number(1) > mux.all(5).size()) fault(7, "fewer predecessors than their number");
  if (data.number(3) > data.list(4).size()) fault(8, "fewer ratios than their number");
  unsigned leaves = 0;
  for (View predecessor : mux.all(5)) {
    const Message edge(predecessor);
    if (edge.has(2)) {
      leaves += read_mux(edge.one(2), depth + 1, group);
    } else {
      const Message layer(edge.one(1));
      group.outputs.insert(layer.one(1).text());
      leaves++;
    }
  }
  return leaves;
}

void read_layer(View from, Group &group) {
  const Message layer(from);
  const Message info(layer.one(5));
  const uint32_t connection = info.number(3);
  if (connection > 3) fault(9, "a kind of connection that no table has");
  for (View peer : info.all(8)) {
    if (Message(peer).number(1) >= group.contexts) fault(10, "a connection to a context that there is not");
  }
  if (layer.number(6) > 0 && layer.number(6) >= group.networks.size())
    fault(11, "a layer of a network that there is not");
  if (layer.has(4)) {
    read_mux(layer.one(4), 0, group);
    return;
  }
  if (!layer.has(3)) throw Refusal{"a layer of no kind"};
  const Message tensor(layer.one(3));
  const std::string name = tensor.one(1).text();
  if (name.size() >= 128) fault(12, "a name longer than names are");
  if (connection == 0 && layer.number(1) == 1) group.outputs.insert(name);
  if (!tensor.has(2)) throw Refusal{"a layer without a base"};
  read_base(tensor.one(2), connection == 0);
}

void read_action(View from, Group &group) {
  const Message action(from);
  bool known = false;
  for (uint32_t kind = 2; kind <= 20; kind++) known = known || action.has(kind);
  if (!known) fault(13, "an action of no kind");
  if (action.has(8)) {
    const Message lcu(action.one(8));
    if (lcu.number(6) > 0 && lcu.number(6) >= group.networks.size())
      fault(14, "an action of a network that there is not");
  }
  if (action.has(3)) {
    const Message write(action.one(3));
    if (write.number(2) >= group.channels) fault(15, "a write to a channel that there is not");
    if (write.one(1).size() % 4 != 0) fault(16, "half a word to be written");
  }
  if (action.has(16)) {
    const Message pointer(action.one(16));
    if (uint64_t{pointer.number(1)} + pointer.number(2) > section) fault(17, "a pointer past the words of the file");
  }
}

void read_operation(View from, Group &group) {
  const Message operation(from);
  if (!operation.has(1)) throw Refusal{"an operation without a trigger"};
  const Message trigger(operation.one(1));
  bool known = false;
  for (uint32_t kind = 2; kind <= 7; kind++) known = known || trigger.has(kind);
  if (!known) fault(18, "a trigger of no kind");
  for (View action : operation.all(2)) read_action(action, group);
}

void read_group(View from) {
  const Message message(from);
  const Message metadata(message.one(1));
  Group group;
  for (View name : message.all(6)) group.networks.push_back(name.text());
  group.contexts = message.all(3).size();
  if (metadata.number(5) > 1) group.channels = metadata.number(5);
  if (group.contexts == 0) throw Refusal{"a group without contexts"};
  const Message preliminary(message.one(2));
  for (View operation : preliminary.all(1)) read_operation(operation, group);
  for (View part : message.all(3)) {
    const Message context(part);
    for (View operation : context.all(2)) read_operation(operation, group);
    const Message inside(context.one(3));
    for (View layer : inside.all(2)) read_layer(layer, group);
  }
  for (View name : message.all(4)) {
    if (group.outputs.count(name.text()) == 0 && group.outputs.size() > 1)
      fault(19, "an output in the list that there is not");
  }
}

uint32_t crc32_of(View bytes) {
  uint32_t crc = 0xffffffffu;
  for (const uint8_t *at = bytes.at; at < bytes.end; at++) {
    crc ^= *at;
    for (int bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0xedb88320u & -(crc & 1));
  }
  return ~crc;
}

uint32_t big_endian(const uint8_t *at) {
  return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}

/* Returns the message of a file: bare, or framed in version 1, whose CRC-32 covers all bytes after the header. */
View message_of(View file) {
  section = 0;
  if (file.size() < 12 || big_endian(file.at) != 0x01484546) return file;
  if (big_endian(file.at + 4) != 1) throw Refusal{"a frame of another version"};
  if (file.size() < 28) throw Refusal{"the file ends within its header"};
  const uint32_t size = big_endian(file.at + 8);
  const View rest{file.at + 28, file.end};
  if (crc32_of(rest) != big_endian(file.at + 12)) throw Refusal{"the checksum is wrong"};
  section = uint64_t{big_endian(file.at + 20)} << 32 | big_endian(file.at + 24);
  if (size > rest.size()) fault(20, "a message that goes on past the file");
  return {rest.at, rest.at + size};
}

bool load(View file) {
  const Message model(message_of(file));
  if (!model.has(2)) throw Refusal{"there is no network group"};
  for (View group : model.all(2)) read_group(group);
  return true;
}

}  // namespace

#ifdef FUZZER
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    load({data, data + size});
  } catch (const Refusal &) {
  }
  return 0;
}
#else
int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "rb") : stdin;
  if (in == nullptr) return 2;
  std::vector<uint8_t> file(1 << 20);
  file.resize(fread(file.data(), 1, file.size(), in));
  try {
    load({file.data(), file.data() + file.size()});
  } catch (const Refusal &refusal) {
    fprintf(stderr, "refused: %s\n", refusal.why);
    return 3;
  }
  puts("loaded");
  return 0;
}
#endif
