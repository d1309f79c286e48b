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

// The analytics store in one file that only this process uses. If the file turns out to be damaged, the current call
// fails. As soon as no call uses the file, it is opened again or, if that does not help, set aside and replaced by an
// empty file. So the projector must read the marks after every failure of Append. If a query found the damage, the next
// Append fails.
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

    // Returns the file, which is in use as long as it is held. Repairs it first if necessary.
    Result<std::shared_ptr<DuckDatabase>> Use();
    Status Repair();
    void NoteMarksKnown(const std::shared_ptr<DuckDatabase>& database);
    bool AreMarksUnknown();
    Status Answer(const std::function<std::string(const DuckDialect&)>& sql, std::span<const app::Grouping> groups,
                  const std::function<void(const DuckRows&, DuckAnswer&)>& each);
    // Records the remedy for the file and returns an error that can be shown. Only a fault while writing sets aside a
    // file that can be opened, because a query may fail for its own reasons.
    std::unexpected<Error> HandleFault(const DuckFault& fault, bool in_writing);

    const std::string path_;
    const DuckOptions options_;

    std::mutex mutex_;  // Held while a file is repaired. All other calls wait for it.
    std::shared_ptr<DuckDatabase> database_;
    Remedy remedy_ = Remedy::kNone;
    bool is_repaired_ = false;  // Since the marks were last read, so they may have changed.
    std::chrono::steady_clock::time_point reopened_at_;
};

struct OpenedDuckStore {
    std::unique_ptr<DuckStore> store;
    bool was_set_aside = false;  // The file was unusable. The store is empty.
};

// Creates the file if it is missing. A file that is damaged or of another version is renamed to `<path>.damaged-<time>`
// and replaces the previous such file. If the cause is outside the file (a full disk, another process), each use tries
// again. kInvalidValue if the path is not an analytics store of this service.
Result<OpenedDuckStore> OpenDuckStore(const std::string& path, const DuckOptions& options);

}  // namespace fairlead::facts
