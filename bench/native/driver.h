// The native side of the protocol in contenders/driver.ts: a line with a request, a line with the answer.
#ifndef PROTOMDL_BENCH_DRIVER_H_
#define PROTOMDL_BENCH_DRIVER_H_

#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace bench {

struct Work {
  virtual ~Work() = default;
  virtual void Load(const std::string& path) = 0;
  // Does the timed work once. Returns the number that the work counted.
  virtual int64_t Run() = 0;
};

[[noreturn]] inline void Fail(const std::string& why) {
  std::cerr << why << "\n";
  std::exit(1);
}

// Returns the bytes of the file, and `slack` zero bytes after them.
inline std::vector<uint8_t> ReadFile(const std::string& path, size_t slack) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) Fail("cannot open " + path);
  const size_t size = static_cast<size_t>(file.tellg());
  std::vector<uint8_t> bytes(size + slack);
  file.seekg(0);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(size))) {
    Fail("cannot read " + path);
  }
  return bytes;
}

// Returns the peak memory of this process, in bytes. On Linux, the value is from /proc, because the value of
// getrusage starts with the memory of the parent process.
inline int64_t PeakMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("VmHWM:", 0) == 0) return std::atoll(line.c_str() + 6) * 1024;
  }
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * 1024L;
}

inline int AnswerFor(Work& work) {
  using Clock = std::chrono::steady_clock;
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.rfind("load ", 0) == 0) {
      work.Load(line.substr(5));
      std::cout << "ok" << std::endl;
    } else if (line.rfind("run", 0) == 0) {
      const double wanted = line.size() > 4 ? std::atof(line.c_str() + 4) * 1e6 : 0;
      const auto started = Clock::now();
      int64_t times = 0;
      int64_t counted = 0;
      double took = 0;
      do {
        counted = work.Run();
        times++;
        took = std::chrono::duration<double, std::nano>(Clock::now() - started).count();
      } while (took < wanted);
      std::cout << static_cast<int64_t>(took) << ' ' << times << ' ' << counted << std::endl;
    } else if (line == "memory") {
      std::cout << PeakMemory() << std::endl;
    } else {
      Fail("unknown request: " + line);
    }
  }
  return 0;
}

}  // namespace bench

#endif  // PROTOMDL_BENCH_DRIVER_H_
