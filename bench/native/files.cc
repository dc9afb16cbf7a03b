// Measures the part of the system in reading a folder of files: opens each file, gets its size, reads it and closes
// it, in the order of the folder. The bytes are not used.
//
//   files FOLDER            reads whole files
//   files FOLDER BYTES      reads at most this number of bytes at the beginning of each file
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

int Fail(const std::string& why) {
  std::perror(why.c_str());
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2 && argc != 3) {
    std::fputs("usage: files FOLDER [BYTES]\n", stderr);
    return 2;
  }
  const std::string folder = argv[1];
  const size_t most = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : SIZE_MAX;
  DIR* entries = opendir(folder.c_str());
  if (entries == nullptr) return Fail(folder);
  std::vector<std::string> paths;
  while (const dirent* entry = readdir(entries)) {
    if (entry->d_name[0] != '.') paths.push_back(folder + "/" + entry->d_name);
  }
  closedir(entries);
  std::vector<char> bytes;
  size_t total = 0;
  for (const std::string& path : paths) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return Fail(path);
    struct stat status;
    if (fstat(file, &status) != 0) return Fail(path);
    const size_t wanted = std::min(most, static_cast<size_t>(status.st_size));
    if (bytes.size() < wanted) bytes.resize(wanted);
    for (size_t at = 0; at < wanted;) {
      const ssize_t got = pread(file, bytes.data() + at, wanted - at, static_cast<off_t>(at));
      if (got < 0) return Fail(path);
      if (got == 0) break;
      at += static_cast<size_t>(got);
    }
    total += wanted;
    close(file);
  }
  std::printf("%zu files, %zu bytes\n", paths.size(), total);
  return 0;
}
