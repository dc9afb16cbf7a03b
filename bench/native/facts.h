// The facts that the scan keeps for the checks across records, which check the same references as the validator.
#ifndef PROTOMDL_BENCH_FACTS_H_
#define PROTOMDL_BENCH_FACTS_H_

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace scan {

enum Connection : uint32_t { kBoundary = 0, kIntermediate = 1, kDdr = 2 };
enum Direction : uint32_t { kToDevice = 0, kToHost = 1 };

struct Peer {
  uint32_t context = 0;
  uint32_t sys_index = 0;
  bool operator==(const Peer& other) const { return context == other.context && sys_index == other.sys_index; }
};

struct Edge {
  uint32_t direction = kToDevice;
  uint32_t network = 0;
  uint32_t sys_index = 0;
  uint32_t connection = kBoundary;
  uint32_t own_context = 0;
  bool has_switch_info = false;
  Peer scalar;
  Peer first;  // first element of connected_contexts
  uint32_t connected = 0;
  // Older loaders read the pair of scalar fields, newer loaders read the list.
  const Peer& peer() const { return connected > 0 ? first : scalar; }
};

// A set of indices of streams: each index up to 255, and whether any index was above 255.
struct Indices {
  uint64_t bits[4] = {};
  bool beyond = false;
  void Add(uint32_t value) {
    if (value > 255) {
      beyond = true;
    } else {
      bits[value >> 6] |= uint64_t{1} << (value & 63);
    }
  }
  bool IsPartOf(const Indices& all) const {
    for (int i = 0; i < 4; i++) {
      if (bits[i] & ~all.bits[i]) return false;
    }
    return !beyond;
  }
};

struct Context {
  uint32_t index = 0;
  std::vector<Edge> edges;
  Indices inputs;    // sys_index of allow_input_dataflow actions
  Indices sent;      // streams that triggers of operations wait for
  Indices received;
};

struct Group {
  uint32_t networks = 0;
  uint32_t cfg_channels = 0;
  uint32_t max_network = 0;      // largest reference to a network until now
  uint32_t max_cfg_channel = 0;  // largest reference to a configuration channel until now
  Indices preliminary_inputs;
  std::vector<Context> contexts;
};

struct Mux {
  uint32_t said = 0;
  uint32_t actual = 0;
};

struct State {
  uint64_t messages = 0;
  uint64_t notes = 0;    // findings
  uint64_t unknown = 0;  // fields outside the schema, which are not counted as findings
  int depth = 0;
  int above = -2;  // levels of groups and core ops around the scanned group or core op
  uint32_t value = 0;     // the index in the message that is scanned, if the message is a reference
  uint32_t extension = 0;
  Peer connected;
  Edge edge;
  Context context;
  bool in_context = false;
  Group group;
  std::vector<Mux> muxes;
  std::vector<Group> groups;
  uint64_t header_version = 0;
  std::set<uint32_t> extensions;
  std::set<uint32_t> optional_extensions;

  Indices& Inputs() { return in_context ? context.inputs : group.preliminary_inputs; }
};

void Judge(State& s);

}  // namespace scan

#endif  // PROTOMDL_BENCH_FACTS_H_
