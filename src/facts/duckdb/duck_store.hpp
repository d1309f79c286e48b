#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "app/ports/facts.hpp"
#include "facts/duckdb/duck_options.hpp"

namespace fairlead::facts {

class DuckAnswer;
class DuckDatabase;
class DuckDialect;
class DuckRows;
struct DuckFault;

// The analytics store in one file of this process's own. When the file turns out to be damaged, what was asked fails;
// as soon as nobody uses the file any more it is opened again or, where that does not help, set aside for an empty one.
// So whoever appends asks for the marks after every failure; where a question has met the damage, the next Append is
// one.
class DuckStore final : public app::FactStore {
public:
    DuckStore(std::string path, const DuckOptions& options, std::shared_ptr<DuckDatabase> database);
    ~DuckStore() override;

    Result<std::vector<app::BlockMark>> Marks() override;
    Result<std::unique_ptr<app::FactAppender>> Append() override;
    Status Forget(std::optional<OperatorId> owner) override;
    Status Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& each) override;
    Status CountDistinct(const app::DistinctQuestion& question,
                         const std::function<void(const app::DistinctRow&)>& each) override;

private:
    class Appender;
    enum class Remedy : std::uint8_t { kNone, kReopen, kSetAside };

    // The file, in use as long as it is held. Repairs it first where that is needed.
    Result<std::shared_ptr<DuckDatabase>> Use();
    Status Repair();
    void NoteMarksKnown(const std::shared_ptr<DuckDatabase>& database);
    bool AreMarksUnknown();
    Status Answer(const std::function<std::string(const DuckDialect&)>& sql, std::span<const app::Grouping> groups,
                  const std::function<void(const DuckRows&, DuckAnswer&)>& each);
    // Notes what must be done about the file, and makes of the fault what may be shown. Only faults in writing let a
    // file be set aside that can be opened: a question may have a fault of its own.
    std::unexpected<Error> Judge(const DuckFault& fault, bool in_writing);

    const std::string path_;
    const DuckOptions options_;

    std::mutex mutex_;  // Held while a file is repaired: all others wait for it.
    std::shared_ptr<DuckDatabase> database_;
    Remedy remedy_ = Remedy::kNone;
    bool is_repaired_ = false;  // Since the marks were asked for the last time: they may not be what they were.
    std::chrono::steady_clock::time_point reopened_at_;
};

struct OpenedDuckStore {
    std::unique_ptr<DuckStore> store;
    bool was_set_aside = false;  // There was a file that was of no use: the store is empty.
};

// Makes the file where there is none. One that is damaged or of another version is renamed to `<path>.damaged-<time>`,
// in the place of the one before. Where the reason is not in the file (a full disk, another process that has it), each
// use tries again. kInvalidValue where the path leads to something that is no store of this service.
Result<OpenedDuckStore> OpenDuckStore(const std::string& path, const DuckOptions& options);

}  // namespace fairlead::facts
