// Answers, for one message after another, whether libprotobuf accepts it, by the code path of
// `protoc --decode`: a DynamicMessage of the schema, ParsePartialFromZeroCopyStream.
//
//   accept MESSAGE_NAME
//
// Standard input: blocks of bytes, each after its length (32 bits, little-endian). The first is the schema,
// a FileDescriptorSet with what a file imports before it; every other one is a message. Standard output: one byte for each message, '1' or
// '0', at the latest when there is nothing more to read yet: many questions that come at once are answered at
// once. Ends with 0 at the end of the input, with 2 when the schema or the framing of the input is no good.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

namespace pb = google::protobuf;

namespace {

// Standard input, with the answers sent before it has to be waited for.
class Input {
 public:
  // Returns how many bytes there were; fewer than `size` at the end of the input.
  size_t Read(char* target, size_t size) {
    size_t got = 0;
    while (got < size) {
      if (from_ == to_ && !Fill()) break;
      const size_t part = std::min(size - got, to_ - from_);
      std::memcpy(target + got, buffer_ + from_, part);
      from_ += part;
      got += part;
    }
    return got;
  }

 private:
  bool Fill() {
    std::fflush(stdout);
    ssize_t got;
    do {
      got = read(STDIN_FILENO, buffer_, sizeof buffer_);
    } while (got < 0 && errno == EINTR);
    from_ = 0;
    to_ = got > 0 ? static_cast<size_t>(got) : 0;
    return got > 0;
  }

  char buffer_[1 << 16];
  size_t from_ = 0;
  size_t to_ = 0;
};

// Returns 1 when `bytes` holds a block, 0 at the end of the input, -1 when the input ends inside a block.
int ReadBlock(Input* input, std::vector<char>* bytes) {
  char head[4];
  const size_t got = input->Read(head, sizeof head);
  if (got == 0) return 0;
  if (got != sizeof head) return -1;
  uint32_t size = 0;
  for (int i = 3; i >= 0; i--) size = size << 8 | static_cast<unsigned char>(head[i]);
  bytes->resize(size);
  return input->Read(bytes->data(), size) == size ? 1 : -1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: accept MESSAGE_NAME\n";
    return 2;
  }
  pb::SetLogHandler(nullptr);  // it would print a line for each string that is not UTF-8

  static Input input;
  std::vector<char> bytes;
  pb::FileDescriptorSet schema;
  if (ReadBlock(&input, &bytes) != 1 || !schema.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
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
    const int got = ReadBlock(&input, &bytes);
    if (got <= 0) return got == 0 ? 0 : 2;  // what is left of the answers goes with the process
    message->Clear();
    pb::io::ArrayInputStream stream(bytes.data(), static_cast<int>(bytes.size()));
    const bool accepted = message->ParsePartialFromZeroCopyStream(&stream);
    std::fputc(accepted ? '1' : '0', stdout);
  }
}
