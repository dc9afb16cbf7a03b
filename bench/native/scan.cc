// A scan of the model format, written by hand for this schema only, as a standard of comparison. It makes the
// checks of the validator's core set (wire format, oneofs, references) and counts the findings, without their
// codes and positions.
//
//   scan memory   the file is read into memory before the first run
//   scan mmap     each run maps the file, scans it, and unmaps it
//   scan count    same as `memory`, but counts messages instead of findings
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "driver.h"
#include "schema.h"

namespace {

struct Result {
  int64_t notes;
  int64_t messages;
};

// `bytes` has scan::kSlack readable bytes after it.
Result ScanModel(const uint8_t* bytes, size_t size) {
  scan::State state;
  // The fault that stops the scan is one finding; the checks across records are then left out.
  if (scan::Mdl::Scan(bytes, bytes + size, state)) {
    scan::Judge(state);
  } else {
    state.notes++;
  }
  return {static_cast<int64_t>(state.notes), static_cast<int64_t>(state.messages)};
}

struct Memory final : bench::Work {
  explicit Memory(bool count) : count(count) {}
  void Load(const std::string& path) override { bytes = bench::ReadFile(path, scan::kSlack); }
  int64_t Run() override {
    const Result result = ScanModel(bytes.data(), bytes.size() - scan::kSlack);
    return count ? result.messages : result.notes;
  }
  const bool count;
  std::vector<uint8_t> bytes;
};

struct Mapped final : bench::Work {
  void Load(const std::string& name) override { path = name; }
  int64_t Run() override {
    const int file = open(path.c_str(), O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0) bench::Fail("cannot open " + path);
    const size_t size = static_cast<size_t>(status.st_size);
    // A page of zeros follows the mapped file, because a file that fills its last page has no slack.
    const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    const size_t reserved = size + 2 * page;
    void* all = mmap(nullptr, reserved, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (all == MAP_FAILED) bench::Fail("cannot reserve memory");
    if (mmap(all, size, PROT_READ, MAP_PRIVATE | MAP_FIXED, file, 0) == MAP_FAILED) bench::Fail("cannot map");
    const Result result = ScanModel(static_cast<const uint8_t*>(all), size);
    munmap(all, reserved);
    close(file);
    return result.notes;
  }
  std::string path;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc == 2 ? argv[1] : "";
  if (mode == "mmap") {
    Mapped mapped;
    return bench::AnswerFor(mapped);
  }
  if (mode != "memory" && mode != "count") bench::Fail("usage: scan memory|mmap|count");
  Memory memory(mode == "count");
  return bench::AnswerFor(memory);
}
