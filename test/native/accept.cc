// Answers, for one message after another, whether libprotobuf accepts it, by the code path of
// `protoc --decode`: a DynamicMessage of the schema, ParsePartialFromZeroCopyStream.
//
//   accept MESSAGE_NAME
//
// Standard input: blocks of bytes, each behind its length (32 bits, little-endian). The first is the schema,
// a FileDescriptorSet with what a file imports before it; every other one is a message. Standard output: one byte for each message, '1' or
// '0'. Ends with 0 at the end of the input, with 2 when the schema or the framing of the input is no good.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <cstdint>
#include <cstdio>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace pb = google::protobuf;

namespace {

// Returns 1 when `bytes` holds a block, 0 at the end of the input, -1 when the input ends inside a block.
int ReadBlock(std::vector<char>* bytes) {
  unsigned char head[4];
  const size_t got = std::fread(head, 1, sizeof head, stdin);
  if (got == 0) return 0;
  if (got != sizeof head) return -1;
  const uint32_t size = head[0] | head[1] << 8 | head[2] << 16 | static_cast<uint32_t>(head[3]) << 24;
  bytes->resize(size);
  return std::fread(bytes->data(), 1, size, stdin) == size ? 1 : -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: accept MESSAGE_NAME\n";
    return 2;
  }
  pb::SetLogHandler(nullptr);  // it would print a line for each string that is not UTF-8

  std::vector<char> bytes;
  pb::FileDescriptorSet schema;
  if (ReadBlock(&bytes) != 1 || !schema.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    std::cerr << "the first block is no FileDescriptorSet\n";
    return 2;
  }
  pb::DescriptorPool pool;
  for (const pb::FileDescriptorProto& file : schema.file()) {
    if (pool.BuildFile(file) == nullptr) {
      std::cerr << file.name() << " is refused\n";
      return 2;
    }
  }
  const pb::Descriptor* descriptor = pool.FindMessageTypeByName(argv[1]);
  if (descriptor == nullptr) {
    std::cerr << "no message " << argv[1] << " in the schema\n";
    return 2;
  }
  pb::DynamicMessageFactory factory(&pool);
  std::unique_ptr<pb::Message> message(factory.GetPrototype(descriptor)->New());

  for (;;) {
    const int got = ReadBlock(&bytes);
    if (got <= 0) return got == 0 ? 0 : 2;
    message->Clear();
    pb::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    const bool accepted = message->ParsePartialFromZeroCopyStream(&stream);
    std::fputc(accepted ? '1' : '0', stdout);
    std::fflush(stdout);
  }
}
