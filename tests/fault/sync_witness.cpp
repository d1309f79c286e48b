// Loaded into the service before all other libraries (LD_PRELOAD). Records every completed sync of a file: it writes a
// line with the name of the file into the file named by SYNC_WITNESS.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>

namespace {

std::string NameOf(int file) {
    const std::string link = "/proc/self/fd/" + std::to_string(file);
    std::array<char, 4096> path{};
    const auto length = readlink(link.c_str(), path.data(), path.size());
    if (length <= 0) return {};
    const std::string_view whole(path.data(), static_cast<std::size_t>(length));
    return std::string(whole.substr(whole.rfind('/') + 1));
}

int SyncAndTell(const char* function, int file) {
    using Sync = int (*)(int);
    const auto real = reinterpret_cast<Sync>(dlsym(RTLD_NEXT, function));
    const int result = real(file);
    const char* witness = std::getenv("SYNC_WITNESS");
    if (result != 0 || witness == nullptr) return result;
    const int notes = open(witness, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (notes < 0) std::abort();
    const std::string line = NameOf(file) + "\n";
    if (write(notes, line.data(), line.size()) != static_cast<ssize_t>(line.size())) std::abort();
    close(notes);
    return result;
}

}  // namespace

// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the C library has reserved names.
extern "C" int fsync(int file) { return SyncAndTell("fsync", file); }
extern "C" int fdatasync(int file) { return SyncAndTell("fdatasync", file); }
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
