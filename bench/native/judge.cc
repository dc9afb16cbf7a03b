// The checks across records, after the whole message has been scanned.
#include "facts.h"

namespace scan {
namespace {

constexpr uint32_t kMultiNetwork = 8;
constexpr uint32_t kPreliminaryRunAsap = 12;
constexpr uint32_t kDualDirection = 20;

Indices Streams(const Context& context, uint32_t direction) {
  Indices streams;
  for (const Edge& edge : context.edges) {
    if (edge.direction == direction) streams.Add(edge.sys_index);
  }
  return streams;
}

void JudgeStreams(const Context& context, State& s) {
  const Indices inputs = Streams(context, kToDevice);
  const Indices outputs = Streams(context, kToHost);
  if (!context.inputs.IsPartOf(inputs)) s.notes++;
  if (!context.sent.IsPartOf(outputs)) s.notes++;
  if (!context.received.IsPartOf(inputs)) s.notes++;
  const bool dual = s.header_version > 0 && s.extensions.count(kDualDirection) != 0;
  std::set<std::pair<uint32_t, uint32_t>> seen;
  for (const Edge& edge : context.edges) {
    if (!seen.insert({edge.direction, edge.sys_index}).second) s.notes++;
    if (!dual && seen.count({1 - edge.direction, edge.sys_index}) != 0) s.notes++;
  }
}

void JudgeConnections(const Group& group, uint32_t position, State& s) {
  const Context& context = group.contexts[position];
  uint32_t ddr_inputs = 0;
  uint32_t ddr_outputs = 0;
  for (const Edge& edge : context.edges) {
    if (!edge.has_switch_info) continue;
    if (edge.own_context != position) s.notes++;
    if (edge.connection != kIntermediate && edge.connection != kDdr) continue;
    const Peer& peer = edge.peer();
    if (peer.context >= group.contexts.size() || peer.sys_index > 255 || edge.connected == 0) s.notes++;
    const bool one = edge.direction == kToDevice ? edge.connected > 0 : edge.connected == 1;
    if (one && !(edge.scalar == edge.first)) s.notes++;
    if (edge.connection == kIntermediate) continue;
    if (edge.connected > 1 || peer.context != position) s.notes++;
    (edge.direction == kToDevice ? ddr_inputs : ddr_outputs)++;
    if (edge.direction == kToDevice) continue;
    const auto matches = std::count_if(context.edges.begin(), context.edges.end(), [&](const Edge& other) {
      return other.connection == kDdr && other.direction == kToDevice && other.sys_index == peer.sys_index;
    });
    if (matches != 1) s.notes++;
  }
  if (ddr_inputs != ddr_outputs) s.notes++;
}

// A tensor that a context reads must have been written by an earlier context, and a written tensor must be read.
void JudgeIntermediate(const Group& group, State& s) {
  std::set<std::pair<uint32_t, uint32_t>> written;
  std::set<std::pair<uint32_t, uint32_t>> read;
  for (uint32_t i = 0; i < group.contexts.size(); i++) {
    for (const Edge& edge : group.contexts[i].edges) {
      if (edge.connection != kIntermediate) continue;
      if (edge.direction == kToHost) {
        written.insert({i, edge.sys_index});
      } else {
        const Peer& peer = edge.peer();
        read.insert({peer.context, peer.sys_index});
        if (peer.context >= i) s.notes++;
      }
    }
  }
  for (const auto& source : read) s.notes += written.count(source) == 0;
  for (const auto& source : written) s.notes += read.count(source) == 0;
}

void JudgeGroup(const Group& group, State& s) {
  const bool several = s.header_version > 0 && s.optional_extensions.count(kMultiNetwork) != 0;
  if (!several || group.networks > 0) {
    const uint32_t limit = several ? group.networks : 1;
    if (group.max_network >= limit) s.notes++;
    for (const Context& context : group.contexts) {
      for (const Edge& edge : context.edges) s.notes += edge.network >= limit;
    }
  }
  if (group.max_cfg_channel >= std::max(1u, group.cfg_channels)) s.notes++;
  for (uint32_t i = 0; i < group.contexts.size(); i++) {
    if (group.contexts[i].index != i) s.notes++;
    JudgeStreams(group.contexts[i], s);
    JudgeConnections(group, i, s);
  }
  JudgeIntermediate(group, s);
  const bool asap = s.header_version > 0 && s.extensions.count(kPreliminaryRunAsap) != 0;
  if (asap && !group.contexts.empty() &&
      !group.preliminary_inputs.IsPartOf(Streams(group.contexts[0], kToDevice))) {
    s.notes++;
  }
}

}  // namespace

void Judge(State& s) {
  if (s.groups.empty()) s.notes++;
  for (const Group& group : s.groups) JudgeGroup(group, s);
}

}  // namespace scan
