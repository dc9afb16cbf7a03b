// libprotobuf: parses the model into messages, on the heap or in an arena, without reading the messages.
//
//   libprotobuf heap|arena
#include <google/protobuf/arena.h>
#include <malloc.h>

#include <memory>

#include "driver.h"
#include "mdl.pb.h"

namespace {

template <bool kArena>
struct Parse final : bench::Work {
  std::vector<uint8_t> bytes;

  void Load(const std::string& path) override { bytes = bench::ReadFile(path, 0); }

  int64_t Run() override {
    if constexpr (kArena) {
      google::protobuf::Arena arena;
      return Groups(*google::protobuf::Arena::CreateMessage<ProtoMDLMdl>(&arena));
    } else {
      return Groups(*std::make_unique<ProtoMDLMdl>());
    }
  }

  int64_t Groups(ProtoMDLMdl& model) {
    if (!model.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) bench::Fail("not accepted");
    return model.network_groups_size();
  }
};

}  // namespace

int main(int argc, char** argv) {
  // The process keeps freed memory, as a process that parses many files does. Otherwise every turn of the arena
  // would include the system's time for 340 MB of fresh pages, which is longer than the time for parsing.
  mallopt(M_TRIM_THRESHOLD, 0x7fffffff);
  mallopt(M_MMAP_THRESHOLD, 0x7fffffff);
  mallopt(M_TOP_PAD, 64 << 20);
  const std::string mode = argc == 2 ? argv[1] : "";
  if (mode == "heap") {
    Parse<false> parse;
    return bench::AnswerFor(parse);
  }
  if (mode == "arena") {
    Parse<true> parse;
    return bench::AnswerFor(parse);
  }
  bench::Fail("usage: libprotobuf heap|arena");
}
