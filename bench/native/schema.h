// The messages of the model format, leaves first, and the values that the checks need. Include this file only in
// scan.cc: the namespace is anonymous, so that the compiler can inline every function.
#ifndef PROTOMDL_BENCH_SCHEMA_H_
#define PROTOMDL_BENCH_SCHEMA_H_

#include "fields.h"

namespace scan {
namespace {

// Use of a value: calls a function with the value.
template <auto kFunction>
struct Do {
  static void Take(State& s, uint32_t value) { kFunction(s, value); }
};

template <int kNumber>
using U32 = One<kNumber, UInt32<>>;
template <int kNumber>
using U64 = One<kNumber, UInt64>;
template <int kNumber>
using Flag = One<kNumber, Bool>;
template <int kNumber>
using Text = One<kNumber, String<>>;
template <int kNumber>
using Texts = Many<kNumber, String<>>;
template <int kNumber, class Type>
using Sub = One<kNumber, Child<Type>>;
template <int kNumber, class Type>
using Subs = Many<kNumber, Child<Type>>;
// The index in a message that is a reference.
template <int kNumber>
using Index = One<kNumber, UInt32<Do<[](State& s, uint32_t value) { s.value = value; }>>>;

// ── triggers ─────────────────────────────────────────────────────────────────────────────────────────────

struct TriggerLcu : Message<TriggerLcu, U32<1>, U32<2>> {};
struct TriggerNone : Message<TriggerNone> {};
struct TriggerNms : Message<TriggerNms, U32<1>, U32<2>, U32<3>, U32<4>, U32<5>, U32<6>> {};

template <bool kInOperation>
struct SentTrigger : Message<SentTrigger<kInOperation>, Index<1>> {
  static void Enter(State& s) { s.value = 0; }
  static bool Leave(State& s) {
    if (kInOperation) s.context.sent.Add(s.value);
    return true;
  }
};

template <bool kInOperation>
struct ReceivedTrigger : Message<ReceivedTrigger<kInOperation>, Index<1>> {
  static void Enter(State& s) { s.value = 0; }
  static bool Leave(State& s) {
    if (kInOperation) s.context.received.Add(s.value);
    return true;
  }
};

// References of triggers are checked only in operations.
template <bool kInOperation>
struct Trigger
    : Message<Trigger<kInOperation>, U32<1>, Member<2, TriggerLcu>, Member<3, TriggerNone>,
              Member<4, SentTrigger<kInOperation>>, Member<5, ReceivedTrigger<kInOperation>>,
              Member<6, TriggerNms>, Member<7, SentTrigger<kInOperation>>> {};

// ── actions ──────────────────────────────────────────────────────────────────────────────────────────────

struct WriteData : Message<WriteData, U64<1>, One<2, Bytes>> {};
template <int kNumber>
using CfgChannel = One<kNumber, UInt32<Do<[](State& s, uint32_t value) {
                         s.group.max_cfg_channel = std::max(s.group.max_cfg_channel, value);
                       }>>>;
template <int kNumber>
using NetworkIndex = One<kNumber, UInt32<Do<[](State& s, uint32_t value) {
                           s.group.max_network = std::max(s.group.max_network, value);
                         }>>>;
struct WriteDataCcw : Message<WriteDataCcw, One<1, Bytes>, CfgChannel<2>> {};
struct InitialL3 : Message<InitialL3, U32<1>, U32<2>, Flag<3>> {};
struct EnableSequencer
    : Message<EnableSequencer, U32<1>, U32<2>, U32<3>, U64<4>, U64<5>, U32<6>, U32<7>, U32<8>, U32<9>, U32<10>,
              Sub<11, InitialL3>> {};
struct WaitForSequencer : Message<WaitForSequencer, U32<1>> {};
struct WaitForModule : Message<WaitForModule, U32<1>> {};
struct DisableLcu : Message<DisableLcu, U32<1>, U32<2>, U32<5>> {};
struct EnableLcu
    : Message<EnableLcu, U32<1>, U32<2>, U32<3>, U32<4>, U32<5>, NetworkIndex<6>> {};
struct ActionNone : Message<ActionNone> {};
struct AllowInput : Message<AllowInput, Index<1>, One<2, Enum<>>> {
  static void Enter(State& s) { s.value = 0; }
  static bool Leave(State& s) {
    s.Inputs().Add(s.value);
    return true;
  }
};

// Actions of later tool chains.
struct DebugSleep : Message<DebugSleep, U64<1>> {};
struct DebugHalt : Message<DebugHalt> {};
struct Debug : Message<Debug, One<1, Enum<>>, Sub<2, DebugSleep>, Sub<3, DebugHalt>> {};
struct EnableNms : Message<EnableNms, U32<1>, NetworkIndex<2>, U32<3>, U32<4>, U32<5>> {};
struct WriteDataByType
    : Message<WriteDataByType, U64<1>, One<2, Enum<>>, One<3, Bytes>, U32<4>, NetworkIndex<5>, U32<6>> {};
struct SwitchLcuBatch : Message<SwitchLcuBatch, U32<1>, U32<2>, NetworkIndex<6>> {};
struct WriteDataCcwPtr : Message<WriteDataCcwPtr, U64<1>, U32<2>, CfgChannel<3>> {};
struct AllowConfigChannel : Message<AllowConfigChannel, U32<1>> {};
struct DisableDataChannels : Message<DisableDataChannels> {};

struct Action
    : Message<Action, U32<1>, Member<2, WriteData>, Member<3, WriteDataCcw>, Member<4, WriteData>,
              Member<5, EnableSequencer>, Member<6, WaitForSequencer>, Member<7, DisableLcu>,
              Member<8, EnableLcu>, Member<9, ActionNone>, Member<10, AllowInput>, Member<11, WaitForModule>,
              Member<12, Debug>, Member<13, EnableNms>, Member<14, WriteDataByType>, Member<15, SwitchLcuBatch>,
              Member<16, WriteDataCcwPtr>, Member<17, AllowConfigChannel>, Member<18, DisableDataChannels>> {};

struct Operation : Message<Operation, Sub<1, Trigger<true>>, Subs<2, Action>> {};
struct PreliminaryConfig : Message<PreliminaryConfig, Subs<1, Operation>> {};

// ── edge layers ──────────────────────────────────────────────────────────────────────────────────────────

struct NmsDefuseInfo : Message<NmsDefuseInfo, U64<1>, Text<3>> {};
struct NmsInfo : Message<NmsInfo, U32<1>, U64<2>, U64<3>, U64<4>, Flag<5>, Sub<6, NmsDefuseInfo>, U64<7>, U32<8>,
                         One<9, Enum<>>> {};
struct AdditionalInfo : Message<AdditionalInfo, Sub<1, NmsInfo>> {};
struct ResourceIndices : Message<ResourceIndices, U32<1>, U32<2>> {};

struct EdgeLayerBase
    : Message<EdgeLayerBase, U32<1>, U32<2>, U32<3>, U32<4>, U32<5>, U32<6>, U32<7>,
              One<8, UInt32<Do<[](State& s, uint32_t value) {
                    // The sys_index of a mux's part has no meaning.
                    if (s.muxes.size() <= 1) s.edge.sys_index = value;
                  }>>>,
              U32<9>, U32<10>, Sub<11, AdditionalInfo>, U32<12>, Subs<13, ResourceIndices>, Flag<14>, U32<15>,
              U32<16>> {};

struct NumericInfo : Message<NumericInfo, One<1, Float>, One<2, Float>, One<3, Float>, One<4, Float>,
                                    One<5, Packed<Double>>, Many<5, Double>, One<6, Packed<Double>>, Many<6, Double>> {};
struct EdgeLayerInfo
    : Message<EdgeLayerInfo, Text<1>, Sub<2, EdgeLayerBase>, Sub<3, NumericInfo>, Text<4>, Texts<5>, Flag<6>> {};

struct MuxData
    : Message<MuxData, One<1, UInt32<Do<[](State& s, uint32_t value) { s.muxes.back().said = value; }>>>, U32<2>,
              U32<3>, One<4, Packed<UInt32<>>>, Many<4, UInt32<>>> {};

struct EdgeLayerMux;
struct EdgeLayerPlanes;

// A predecessor of a mux is a layer, another mux, or planes.
struct Predecessor
    : Message<Predecessor, Member<1, EdgeLayerInfo>, Member<2, EdgeLayerMux>, Member<3, EdgeLayerPlanes>> {
  static void Enter(State& s) {
    s.muxes.back().actual++;
    s.muxes.emplace_back();  // so that a layer inside is recognised as a part; a nested mux adds another entry
  }
  static bool Leave(State& s) {
    s.muxes.pop_back();
    return true;
  }
};

struct EdgeLayerMux
    : Message<EdgeLayerMux, Text<1>, Sub<2, EdgeLayerBase>, Sub<3, MuxData>, Text<4>, Subs<5, Predecessor>,
              Texts<6>> {
  // Level of an edge layer's mux below the root, and maximum number of levels inside a layer.
  static constexpr int kAbove = 5;
  static constexpr int kBelow = 4;

  static bool Scan(const uint8_t* p, const uint8_t* end, State& s) {
    if (kAbove + s.above + static_cast<int>(s.muxes.size()) + kBelow > kMaxDepth) return false;
    return Message::Scan(p, end, s);
  }
  static void Enter(State& s) { s.muxes.emplace_back(); }
  static bool Leave(State& s) {
    const Mux& mux = s.muxes.back();
    if (mux.said != mux.actual || mux.said == 0) s.notes++;
    s.muxes.pop_back();
    return true;
  }
};

struct EdgeLayerPlanes
    : Message<EdgeLayerPlanes, Text<1>, One<2, Enum<>>, Subs<3, Predecessor>, U32<4>, U32<5>, U32<6>> {
  static bool Scan(const uint8_t* p, const uint8_t* end, State& s) {
    if (EdgeLayerMux::kAbove + s.above + static_cast<int>(s.muxes.size()) + EdgeLayerMux::kBelow > kMaxDepth) {
      return false;
    }
    return Message::Scan(p, end, s);
  }
  static void Enter(State& s) { s.muxes.emplace_back(); }
  static bool Leave(State& s) {
    s.muxes.pop_back();
    return true;
  }
};

struct ConnectedContext
    : Message<ConnectedContext,
              One<1, UInt32<Do<[](State& s, uint32_t value) { s.connected.context = value; }>>>, Text<2>,
              One<3, UInt32<Do<[](State& s, uint32_t value) { s.connected.sys_index = value; }>>>, U32<4>> {
  static void Enter(State& s) { s.connected = {}; }
  static bool Leave(State& s) {
    if (s.edge.connected++ == 0) s.edge.first = s.connected;
    return true;
  }
};

struct ContextSwitchInformation
    : Message<ContextSwitchInformation,
              One<1, UInt32<Do<[](State& s, uint32_t value) { s.edge.own_context = value; }>>>, Text<2>,
              One<3, Enum<Do<[](State& s, uint32_t value) { s.edge.connection = value; }>>>,
              One<4, UInt32<Do<[](State& s, uint32_t value) { s.edge.scalar.context = value; }>>>, Text<5>, U32<6>,
              One<7, UInt32<Do<[](State& s, uint32_t value) { s.edge.scalar.sys_index = value; }>>>,
              Subs<8, ConnectedContext>, One<9, Enum<>>> {
  static void Enter(State& s) { s.edge.has_switch_info = true; }
};

struct EdgeLayer
    : Message<EdgeLayer, One<1, Enum<Do<[](State& s, uint32_t value) { s.edge.direction = value; }>>>,
              One<2, Enum<>>, Member<3, EdgeLayerInfo>, Member<4, EdgeLayerMux>, Sub<5, ContextSwitchInformation>,
              One<6, UInt32<Do<[](State& s, uint32_t value) { s.edge.network = value; }>>>, U32<7>,
              Member<8, EdgeLayerPlanes>> {
  static void Enter(State& s) { s.edge = {}; }
  static bool Leave(State& s) {
    s.context.edges.push_back(s.edge);
    return true;
  }
};

// ── contexts, groups, the root ───────────────────────────────────────────────────────────────────────────

struct ClusterEndGuarantee : Message<ClusterEndGuarantee, U32<1>, Sub<2, Trigger<false>>> {};
struct OrderedTrigger : Message<OrderedTrigger, Sub<1, Trigger<false>>, U64<2>> {};
struct HwPackageInfo : Message<HwPackageInfo, U32<1>, U32<2>, U32<3>> {};
struct ShmiglueInfo : Message<ShmiglueInfo, Flag<1>, U32<2>> {};
struct ContextMetadata
    : Message<ContextMetadata, Text<1>, Subs<2, EdgeLayer>, Subs<3, ClusterEndGuarantee>, Subs<4, OrderedTrigger>,
              Texts<5>, Sub<6, HwPackageInfo>, Sub<7, ShmiglueInfo>> {};

struct ContextMessage
    : Message<ContextMessage, One<1, UInt32<Do<[](State& s, uint32_t value) { s.context.index = value; }>>>,
              Subs<2, Operation>, Sub<3, ContextMetadata>> {
  static void Enter(State& s) {
    s.context = {};
    s.in_context = true;
  }
  static bool Leave(State& s) {
    s.group.contexts.push_back(std::move(s.context));
    s.in_context = false;
    return true;
  }
};

struct EdgeLayerFused : Message<EdgeLayerFused, Sub<1, EdgeLayerInfo>, Texts<2>, Sub<3, NmsInfo>> {};
struct FusedLayersMetadata : Message<FusedLayersMetadata, Flag<1>, Texts<2>, Subs<3, EdgeLayerFused>> {};
struct CfgChannelConfig : Message<CfgChannelConfig, U32<1>, U32<2>> {};
struct GroupMetadata
    : Message<GroupMetadata, Text<1>, U32<2>, Flag<3>, One<4, Double>,
              One<5, UInt32<Do<[](State& s, uint32_t value) { s.group.cfg_channels = value; }>>>, One<6, Double>,
              Subs<7, CfgChannelConfig>, U64<8>> {};
using NetworkName = Many<6, String<Do<[](State& s, uint32_t) { s.group.networks++; }>>>;

// A message with contexts, which has its own facts; the facts of the enclosing message are restored afterwards.
template <class Self, class... Fields>
struct Holder : Message<Self, Fields...> {
  // Number of levels that each nested message with contexts adds, and maximum number of levels inside it.
  static constexpr int kLevels = 2;
  static constexpr int kBelow = 8;

  static bool Scan(const uint8_t* p, const uint8_t* end, State& s) {
    if (s.above + kBelow > kMaxDepth) return false;
    Group outer = std::move(s.group);
    s.group = {};
    s.above += kLevels;
    const bool good = Message<Self, Fields...>::Scan(p, end, s);
    s.above -= kLevels;
    if (good) s.groups.push_back(std::move(s.group));
    s.group = std::move(outer);
    return good;
  }
};

struct PhysicalLayout : Message<PhysicalLayout, U32<1>> {};

// ── graphs of later tool chains ──────────────────────────────────────────────────────────────────────────

struct TensorShape : Message<TensorShape, U32<1>, U32<2>, U32<3>, U32<4>, U32<5>, U32<6>> {};
struct NmsShape : Message<NmsShape, U32<1>, U32<2>, U32<3>, U32<4>> {};
struct Pad
    : Message<Pad, U32<1>, Text<2>, One<3, Enum<>>, One<4, Enum<>>, Sub<5, NumericInfo>, Sub<6, TensorShape>,
              Sub<7, NmsShape>, One<8, Enum<>>> {};
struct PadEdge : Message<PadEdge, U32<1>, U32<2>> {};
struct YoloDecoder
    : Message<YoloDecoder, One<2, Packed<UInt32<>>>, Many<2, UInt32<>>, One<3, Packed<UInt32<>>>,
              Many<3, UInt32<>>, U32<4>, U32<5>> {};
struct YoloNms : Message<YoloNms, One<1, Double>, One<2, Double>, U32<3>, Subs<4, YoloDecoder>> {};
struct YoloxDecoder : Message<YoloxDecoder, U32<1>, U32<2>, U32<3>, U32<4>> {};
struct YoloxNms : Message<YoloxNms, One<1, Double>, One<2, Double>, Subs<3, YoloxDecoder>> {};
struct SsdDecoder
    : Message<SsdDecoder, One<1, Packed<Float>>, Many<1, Float>, One<2, Packed<Float>>, Many<2, Float>, U32<3>,
              U32<4>> {};
struct SsdNms
    : Message<SsdNms, One<1, Double>, One<2, Double>, U32<3>, U32<4>, U32<5>, U32<6>, U32<7>, U32<8>,
              Subs<9, SsdDecoder>> {};
struct IouNms : Message<IouNms> {};
struct YoloSegProto : Message<YoloSegProto, U32<1>, U32<2>, Text<3>> {};
struct YoloSegNms
    : Message<YoloSegNms, One<1, Double>, One<2, Double>, Subs<3, YoloDecoder>, Sub<4, YoloSegProto>,
              One<5, Double>> {};
struct Yolov8Decoder : Message<Yolov8Decoder, U32<1>, U32<2>, U32<3>> {};
struct Yolov8Nms
    : Message<Yolov8Nms, One<1, Double>, One<2, Double>, U32<3>, Subs<4, Yolov8Decoder>, U32<5>> {};
struct NmsOp
    : Message<NmsOp, One<1, Double>, One<2, Double>, U32<3>, U32<4>, Flag<5>, U32<6>, Sub<7, YoloNms>,
              Sub<8, YoloxNms>, Sub<9, SsdNms>, Sub<10, IouNms>, Sub<11, YoloSegNms>, Sub<12, Yolov8Nms>,
              Flag<13>> {};
struct LogitsOp : Message<LogitsOp, One<1, Enum<>>> {};

struct PartialCoreOp;
struct CoreOp
    : Holder<CoreOp, Sub<1, GroupMetadata>, Sub<2, PreliminaryConfig>, Subs<3, ContextMessage>, Texts<4>,
             Sub<5, FusedLayersMetadata>, NetworkName, Subs<7, PartialCoreOp>> {};
struct PartialCoreOp : Message<PartialCoreOp, Sub<1, CoreOp>, Sub<2, PhysicalLayout>> {};
struct Op
    : Message<Op, Text<1>, Subs<2, Pad>, Subs<3, Pad>, Sub<4, CoreOp>, Sub<5, NmsOp>, Sub<6, LogitsOp>> {};

struct PartialGroup;
struct NetworkGroup
    : Holder<NetworkGroup, Sub<1, GroupMetadata>, Sub<2, PreliminaryConfig>, Subs<3, ContextMessage>, Texts<4>,
             Sub<5, FusedLayersMetadata>, NetworkName, Subs<7, PartialGroup>, Subs<8, Op>, Subs<9, PadEdge>,
             Text<10>, U32<11>> {};
struct PartialGroup : Message<PartialGroup, Sub<1, NetworkGroup>, Sub<2, PhysicalLayout>> {};

struct SdkVersion : Message<SdkVersion, U32<1>, U32<2>, U32<3>> {};
struct ExternalResource : Message<ExternalResource, U64<1>, U64<2>, Text<3>, U64<4>> {};
struct Header
    : Message<Header, One<1, Enum<>>, U64<2>, Text<3>,
              One<4, UInt32<Do<[](State& s, uint32_t value) { s.header_version = value; }>>>,
              Sub<5, SdkVersion>> {};
struct IncludedFeatures
    : Message<IncludedFeatures, Flag<1>, Flag<2>, Flag<3>, U32<4>, Flag<5>, Flag<6>, Flag<7>, Flag<8>> {};

using ExtensionType = One<1, UInt32<Do<[](State& s, uint32_t value) { s.extension = value; }>>>;
struct Extension : Message<Extension, ExtensionType, Text<2>> {
  static void Enter(State& s) { s.extension = 0; }
  static bool Leave(State& s) {
    s.extensions.insert(s.extension);
    return true;
  }
};
struct OptionalExtension : Message<OptionalExtension, ExtensionType, Text<2>> {
  static void Enter(State& s) { s.extension = 0; }
  static bool Leave(State& s) {
    s.optional_extensions.insert(s.extension);
    return true;
  }
};

struct Mdl
    : Message<Mdl, Sub<1, Header>, Subs<2, NetworkGroup>, One<3, Bytes>, Sub<4, IncludedFeatures>,
              Subs<5, Extension>, Subs<6, OptionalExtension>, Subs<7, ExternalResource>> {};

}  // namespace
}  // namespace scan

#endif  // PROTOMDL_BENCH_SCHEMA_H_
