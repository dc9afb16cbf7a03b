// Message types as C++ types: a message type is the list of its fields. From each list the compiler makes a
// function that tries each field at the position where an encoder would put it, the next expected tag first.
#ifndef PROTOMDL_BENCH_FIELDS_H_
#define PROTOMDL_BENCH_FIELDS_H_

#include "facts.h"
#include "wire.h"

namespace scan {

// The default use of a value: the value is ignored.
struct Ignore {
  static void Take(State&, uint32_t) {}
};

template <class Use = Ignore>
struct UInt32 {
  static constexpr int kType = kVarint;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t*, State& s) {
    uint64_t value;
    if (PROTOMDL_RARE(!Varint(p, value, s.notes))) return false;
    if (PROTOMDL_RARE(value > 0xffffffff)) s.notes++;
    Use::Take(s, static_cast<uint32_t>(value));
    return true;
  }
};

// Enums are open: any 32-bit value is valid. Negative values are written with 64 bits.
template <class Use = Ignore>
struct Enum {
  static constexpr int kType = kVarint;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t*, State& s) {
    uint64_t value;
    if (PROTOMDL_RARE(!Varint(p, value, s.notes))) return false;
    if (PROTOMDL_RARE(static_cast<int64_t>(value) != static_cast<int32_t>(value))) s.notes++;
    Use::Take(s, static_cast<uint32_t>(value));
    return true;
  }
};

struct UInt64 {
  static constexpr int kType = kVarint;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t*, State& s) {
    uint64_t value;
    return Varint(p, value, s.notes);
  }
};

using Bool = UInt64;

struct Float {
  static constexpr int kType = kI32;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t*, State&) {
    p += 4;
    return true;
  }
};

struct Double {
  static constexpr int kType = kI64;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t*, State&) {
    p += 8;
    return true;
  }
};

struct Bytes {
  static constexpr int kType = kLen;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* limit, State& s) {
    const uint8_t* end;
    if (PROTOMDL_RARE(!Payload(p, limit, end, s.notes))) return false;
    p = end;
    return true;
  }
};

template <class Use = Ignore>
struct String {
  static constexpr int kType = kLen;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* limit, State& s) {
    const uint8_t* end;
    if (PROTOMDL_RARE(!Payload(p, limit, end, s.notes))) return false;
    if (PROTOMDL_RARE(!IsUtf8(p, end))) return false;
    Use::Take(s, 0);
    p = end;
    return true;
  }
};

template <class Kind>
struct Packed {
  static constexpr int kType = kLen;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* limit, State& s) {
    const uint8_t* end;
    if (!Payload(p, limit, end, s.notes)) return false;
    while (p < end) {
      if (!Kind::Read(p, end, s)) return false;
    }
    return p == end;
  }
};

template <class Type>
struct Child {
  static constexpr int kType = kLen;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* limit, State& s) {
    const uint8_t* end;
    if (PROTOMDL_RARE(!Payload(p, limit, end, s.notes))) return false;
    if (PROTOMDL_RARE(!Type::Scan(p, end, s))) return false;
    p = end;
    return true;
  }
};

// A field's tag: one byte for numbers up to 15, two bytes for larger numbers. No tag of the schema has three bytes.
template <int kNumber, int kType>
struct Tagged {
  static_assert(kNumber < 2048);
  static constexpr int kField = kNumber;
  static constexpr int kTagSize = kNumber < 16 ? 1 : 2;
  static constexpr uint8_t kFirst = ((kNumber << 3 | kType) & 0x7f) | (kNumber < 16 ? 0 : 0x80);
  static constexpr uint8_t kSecond = kNumber >> 4;
  // May read one byte past the end of the message, which the slack allows.
  PROTOMDL_INLINE static bool IsAt(const uint8_t* p) {
    if constexpr (kTagSize == 1) return *p == kFirst;
    return p[0] == kFirst && p[1] == kSecond;
  }
};

// A singular field. If a scalar has several records, the last record counts.
template <int kNumber, class Kind>
struct One : Tagged<kNumber, Kind::kType> {
  using Tag = Tagged<kNumber, Kind::kType>;
  static constexpr unsigned kMember = 0;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* end, State& s, unsigned&) {
    return Kind::Read(p, end, s);
  }
  PROTOMDL_INLINE static bool Expect(const uint8_t*& p, const uint8_t* end, State& s, unsigned&) {
    if (p >= end || !Tag::IsAt(p)) return true;
    p += Tag::kTagSize;
    return Kind::Read(p, end, s);
  }
};

template <int kNumber, class Kind>
struct Many : One<kNumber, Kind> {
  PROTOMDL_INLINE static bool Expect(const uint8_t*& p, const uint8_t* end, State& s, unsigned&) {
    while (p < end && Many::IsAt(p)) {
      p += Many::kTagSize;
      if (PROTOMDL_RARE(!Kind::Read(p, end, s))) return false;
    }
    return true;
  }
};

// A member of the message's oneof.
template <int kNumber, class Type>
struct Member : Tagged<kNumber, kLen> {
  using Tag = Tagged<kNumber, kLen>;
  static constexpr unsigned kMember = 1u << kNumber;
  PROTOMDL_INLINE static bool Read(const uint8_t*& p, const uint8_t* end, State& s, unsigned& seen) {
    seen |= kMember;
    return Child<Type>::Read(p, end, s);
  }
  PROTOMDL_INLINE static bool Expect(const uint8_t*& p, const uint8_t* end, State& s, unsigned& seen) {
    if (p >= end || !Tag::IsAt(p)) return true;
    p += Tag::kTagSize;
    return Read(p, end, s, seen);
  }
};

// Base of a message type: `Self` may hide Enter and Leave with functions to run before and after its fields.
template <class Self, class... Fields>
struct Message {
  static constexpr bool kHasOneof = ((Fields::kMember != 0) || ... || false);

  static void Enter(State&) {}
  static bool Leave(State&) { return true; }

  static bool Scan(const uint8_t* p, const uint8_t* end, State& s) {
    unsigned seen = 0;
    s.messages++;
    Self::Enter(s);
    if (PROTOMDL_RARE(!(Fields::Expect(p, end, s, seen) && ... && true))) return false;
    if (PROTOMDL_RARE(p != end) && !Rest(p, end, s, seen)) return false;
    if constexpr (kHasOneof) {
      if (PROTOMDL_RARE(seen == 0 || (seen & (seen - 1)) != 0)) s.notes++;
    }
    return Self::Leave(s);
  }

  // Reads the records from the first one that is not in the order of the schema, or not in the schema.
  [[gnu::noinline]] static bool Rest(const uint8_t* p, const uint8_t* end, State& s, unsigned& seen) {
    while (p < end) {
      const uint8_t* const tag = p;
      bool good = true;
      const bool known =
          ((Fields::IsAt(tag) && (p += Fields::kTagSize, good = Fields::Read(p, end, s, seen), true)) || ... ||
           false);
      if (PROTOMDL_RARE(!good)) return false;
      if (!known && !Unknown(p, end, s)) return false;
    }
    return p == end;
  }

  static bool Unknown(const uint8_t*& p, const uint8_t* end, State& s) {
    uint64_t tag;
    if (!Varint(p, tag, s.notes) || p > end || tag > 0xffffffff || tag >> 3 == 0) return false;
    // A known field with another wire type is skipped like an unknown field, and is a finding.
    if (((tag >> 3 == Fields::kField) || ... || false)) {
      s.notes++;
    } else {
      s.unknown++;
    }
    return SkipValue(p, end, static_cast<uint32_t>(tag), s.depth, s.notes);
  }
};

}  // namespace scan

#endif  // PROTOMDL_BENCH_FIELDS_H_
