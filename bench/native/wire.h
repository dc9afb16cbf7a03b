// The wire format for the hand-written scan. Every function takes the position by reference and moves it.
//
// Bounds: the caller provides kSlack readable bytes after the file. So a varint can be read without a check of
// the message's end; the caller checks the position afterwards. Only lengths are checked before they are used.
#ifndef PROTOMDL_BENCH_WIRE_H_
#define PROTOMDL_BENCH_WIRE_H_

#include <cstddef>
#include <cstdint>
#include <cstring>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace scan {

inline constexpr size_t kSlack = 16;
inline constexpr int kMaxDepth = 100;

enum WireType : int { kVarint = 0, kI64 = 1, kLen = 2, kStart = 3, kEnd = 4, kI32 = 5 };

// Without this attribute, the compiler calls functions for varints and fields, and the scan takes twice as long.
#define PROTOMDL_INLINE [[gnu::always_inline]] inline
#define PROTOMDL_RARE(condition) __builtin_expect(!!(condition), 0)

// Returns the low seven bits of each byte as one number.
inline uint64_t Gather(uint64_t bytes) {
#ifdef __BMI2__
  return _pext_u64(bytes, 0x7f7f7f7f7f7f7f7fu);
#else
  bytes &= 0x7f7f7f7f7f7f7f7fu;
  bytes = (bytes & 0x007f007f007f007fu) | (bytes & 0x7f007f007f007f00u) >> 1;
  bytes = (bytes & 0x00003fff00003fffu) | (bytes & 0x3fff00003fff0000u) >> 2;
  return (bytes & 0x000000000fffffffu) | (bytes & 0x0fffffff00000000u) >> 4;
#endif
}

// Reads a varint of nine or ten bytes. Returns false if the varint is longer.
[[gnu::noinline]] inline bool LongestVarint(const uint8_t*& p, uint64_t& value, uint64_t& notes) {
  value = 0;
  for (int shift = 0; shift < 70; shift += 7) {
    const uint64_t byte = *p++;
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) {
      if (byte == 0 || (shift == 63 && byte > 1)) notes++;
      return true;
    }
  }
  return false;
}

// Reads a varint of more than one byte. Counts a finding for overlong varints, and for values of more than 64 bits.
// The length is found without a branch, because the processor would predict the branch wrongly half of the time.
PROTOMDL_INLINE bool LongVarint(const uint8_t*& p, uint64_t& value, uint64_t& notes) {
  uint64_t word;
  std::memcpy(&word, p, 8);
  const uint64_t stops = ~word & 0x8080808080808080u;
  if (PROTOMDL_RARE(stops == 0)) return LongestVarint(p, value, notes);
  const uint64_t used = word & (stops ^ (stops - 1));
  const int last = __builtin_ctzll(stops) >> 3;
  value = Gather(used);
  if (PROTOMDL_RARE(used >> (8 * last) == 0)) notes++;
  p += last + 1;
  return true;
}

PROTOMDL_INLINE bool Varint(const uint8_t*& p, uint64_t& value, uint64_t& notes) {
  if (*p < 0x80) {
    value = *p++;
    return true;
  }
  return LongVarint(p, value, notes);
}

// Reads the length of a payload: `p` becomes the payload's first byte, `end` the first byte after the payload.
// Returns false if the payload extends past `limit`.
PROTOMDL_INLINE bool Payload(const uint8_t*& p, const uint8_t* limit, const uint8_t*& end, uint64_t& notes) {
  uint64_t length;
  if (PROTOMDL_RARE(!Varint(p, length, notes))) return false;
  if (PROTOMDL_RARE(p > limit || length > static_cast<uint64_t>(limit - p) || length > 0x7fffffff)) return false;
  end = p + length;
  return true;
}

inline bool IsUtf8(const uint8_t* p, const uint8_t* end) {
  while (p < end) {
    if (end - p >= 8) {
      uint64_t word;
      std::memcpy(&word, p, 8);
      if ((word & 0x8080808080808080u) == 0) {
        p += 8;
        continue;
      }
    }
    const uint8_t first = *p++;
    if (first < 0x80) continue;
    // Number of following bytes, and the valid range of the first of these bytes, which excludes overlong forms,
    // surrogates and code points above U+10FFFF.
    int follow;
    uint8_t low = 0x80, high = 0xbf;
    if (first >= 0xc2 && first <= 0xdf) {
      follow = 1;
    } else if (first >= 0xe0 && first <= 0xef) {
      follow = 2;
      if (first == 0xe0) low = 0xa0;
      if (first == 0xed) high = 0x9f;
    } else if (first >= 0xf0 && first <= 0xf4) {
      follow = 3;
      if (first == 0xf0) low = 0x90;
      if (first == 0xf4) high = 0x8f;
    } else {
      return false;
    }
    if (end - p < follow || *p < low || *p > high) return false;
    p++;
    for (int i = 1; i < follow; i++) {
      if ((*p++ & 0xc0) != 0x80) return false;
    }
  }
  return true;
}

// Skips the value after an unknown field's tag. Returns false if parsers refuse the value.
inline bool SkipValue(const uint8_t*& p, const uint8_t* limit, uint32_t tag, int depth, uint64_t& notes) {
  uint64_t value;
  const uint8_t* end;
  switch (tag & 7) {
    case kVarint: {
      uint64_t unseen = 0;  // overlong varints of unknown fields are not findings
      return Varint(p, value, unseen) && p <= limit;
    }
    case kI64:
      p += 8;
      return p <= limit;
    case kI32:
      p += 4;
      return p <= limit;
    case kLen:
      if (!Payload(p, limit, end, notes)) return false;
      p = end;
      return true;
    case kStart:
      if (depth >= kMaxDepth) return false;
      while (p < limit) {
        uint64_t inner;
        if (!Varint(p, inner, notes) || inner > 0xffffffff || inner >> 3 == 0) return false;
        if ((inner & 7) == kEnd) return p <= limit && inner >> 3 == tag >> 3;
        if (!SkipValue(p, limit, static_cast<uint32_t>(inner), depth + 1, notes)) return false;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace scan

#endif  // PROTOMDL_BENCH_WIRE_H_
