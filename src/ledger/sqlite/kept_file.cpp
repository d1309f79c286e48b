#include "ledger/sqlite/kept_file.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include <sys/stat.h>

namespace fairlead::ledger {
namespace {

struct Kept {
    dev_t device = 0;
    ino_t number = 0;
    int flags = 0;
    std::shared_ptr<const DiskFile> file;
};

bool HasName(const Kept& kept) {
    struct stat state{};
    return fstat(kept.file->descriptor(), &state) == 0 && state.st_nlink > 0;
}

class KeptFiles {
public:
    std::shared_ptr<const DiskFile> Open(const std::string& path, int flags) {
        const std::lock_guard lock(mutex_);
        std::erase_if(kept_, [](const Kept& one) { return !HasName(one); });
        struct stat state{};
        const bool exists = stat(path.c_str(), &state) == 0;
        const auto known = std::ranges::find_if(kept_, [&](const Kept& one) {
            return exists && one.device == state.st_dev && one.number == state.st_ino && one.flags == flags;
        });
        if (known != kept_.end()) return known->file;
        auto file = std::make_shared<const DiskFile>(path, flags);
        if (file->is_open() && fstat(file->descriptor(), &state) == 0) {
            kept_.push_back({state.st_dev, state.st_ino, flags, file});
        }
        return file;
    }

private:
    std::mutex mutex_;
    std::vector<Kept> kept_;
};

}  // namespace

std::shared_ptr<const DiskFile> KeptFile(const std::string& path, int flags) {
    static KeptFiles files;
    return files.Open(path, flags);
}

}  // namespace fairlead::ledger
