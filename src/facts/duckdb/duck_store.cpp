#include "facts/duckdb/duck_store.hpp"

#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "facts/duckdb/duck_answer.hpp"
#include "facts/duckdb/duck_appender.hpp"
#include "facts/duckdb/duck_database.hpp"
#include "facts/duckdb/duck_dialect.hpp"
#include "facts/duckdb/set_aside.hpp"
#include "telemetry/log.hpp"

namespace fairlead::facts {
namespace {

// If a file fails again so soon after it was opened, the cause is in the file.
constexpr std::chrono::minutes kTrialAfterReopening{10};

// Enough for the writes between two checks, and for a checkpoint.
constexpr std::uintmax_t kRoomMin = 128 << 20;

// If the disk fills up while DuckDB writes, queries at that moment can crash the process.
bool HasRoom(const std::string& path) {
    std::error_code error;
    const auto space = std::filesystem::space(path, error);
    return error || space.available >= kRoomMin;
}

DuckFault WordsMissing() { return {DuckFaultKind::kDamaged, "a word is missing"}; }

}  // namespace

class DuckStore::Appender final : public app::FactAppender {
public:
    Appender(DuckStore& store, std::shared_ptr<DuckDatabase> database, std::unique_ptr<DuckFactWriter> writer)
        : store_(store), database_(std::move(database)), writer_(std::move(writer)) {}

    void Add(const reporting::FactRow& row) override { writer_->Add(row); }

    Status Commit(std::span<const app::BlockMark> marks) override {
        const auto committed = writer_->Commit(marks);
        if (!committed) return store_.HandleFault(committed.error(), true);
        return {};
    }

private:
    DuckStore& store_;
    std::shared_ptr<DuckDatabase> database_;
    std::unique_ptr<DuckFactWriter> writer_;  // Destroyed before the database that it writes to.
};

DuckStore::DuckStore(std::string path, const DuckOptions& options, std::shared_ptr<DuckDatabase> database)
    : path_(std::move(path)), options_(options), database_(std::move(database)) {}

DuckStore::~DuckStore() = default;

Result<std::shared_ptr<DuckDatabase>> DuckStore::Use() {
    const std::lock_guard lock(mutex_);
    if (remedy_ != Remedy::kNone || database_ == nullptr) {
        TRY(Repair());
    }
    return database_;
}

void DuckStore::NoteMarksKnown(const std::shared_ptr<DuckDatabase>& database) {
    const std::lock_guard lock(mutex_);
    if (database == database_) is_repaired_ = false;
}

bool DuckStore::AreMarksUnknown() {
    const std::lock_guard lock(mutex_);
    return is_repaired_;
}

Status DuckStore::Repair() {
    // Every user of the file got it under the lock that is held here, so there will be no more users.
    if (database_ != nullptr && database_.use_count() > 1) {
        return Fail(ErrorCode::kFactsFailed, "The analytics store is being repaired.");
    }
    database_.reset();
    if (remedy_ == Remedy::kSetAside) {
        TRY(SetAside(path_));
    }
    auto opened = TRY(OpenOrSetAside(path_, options_));
    database_ = std::move(opened.database);
    remedy_ = Remedy::kNone;
    is_repaired_ = true;
    reopened_at_ = std::chrono::steady_clock::now();
    return {};
}

std::unexpected<Error> DuckStore::HandleFault(const DuckFault& fault, bool in_writing) {
    if (fault.kind == DuckFaultKind::kTimedOut) {
        return Fail(ErrorCode::kTimedOut, "The report took too long.");
    }
    telemetry::LogError("the analytics store failed", {{"file", path_}, {"reason", fault.message}});
    const std::lock_guard lock(mutex_);
    if (fault.kind == DuckFaultKind::kInvalidated && remedy_ == Remedy::kNone) {
        const auto since = std::chrono::steady_clock::now() - reopened_at_;
        const bool fails_again =
            in_writing && reopened_at_ != std::chrono::steady_clock::time_point() && since < kTrialAfterReopening;
        remedy_ = fails_again ? Remedy::kSetAside : Remedy::kReopen;
    }
    if (fault.kind == DuckFaultKind::kDamaged) remedy_ = Remedy::kSetAside;
    return Fail(ErrorCode::kFactsFailed, "The analytics store cannot answer now.");
}

Result<std::vector<app::BlockMark>> DuckStore::Marks() {
    const auto database = TRY(Use());
    std::vector<app::BlockMark> marks;
    const auto sql = [](const auto&) {
        return "SELECT word, block, recorded_at FROM marks JOIN words ON number = owner GROUP BY ALL";
    };
    const auto asked = database->AskWithin(sql, [&](const DuckRows& rows) {
        for (std::size_t row = 0; row < rows.count(); ++row) {
            const auto bytes = rows.Bytes(0, row);
            app::BlockMark mark{.block = rows.Int64(1, row), .recorded_at = {rows.Int64(2, row)}};
            std::ranges::copy(bytes.substr(0, mark.owner.uuid.bytes.size()), mark.owner.uuid.bytes.begin());
            marks.push_back(mark);
        }
    });
    if (!asked) return HandleFault(asked.error(), true);
    NoteMarksKnown(database);
    return marks;
}

Result<std::unique_ptr<app::FactAppender>> DuckStore::Append() {
    const auto database = TRY(Use());
    if (AreMarksUnknown()) {
        return Fail(ErrorCode::kFactsFailed, "The analytics store was repaired. Its marks must be read again.");
    }
    if (!HasRoom(path_)) return Fail(ErrorCode::kFactsFailed, "There is too little free space on the disk.");
    auto writer = DuckFactWriter::Begin(*database);
    if (!writer) return HandleFault(writer.error(), true);
    return std::make_unique<Appender>(*this, database, std::move(*writer));
}

Status DuckStore::Forget(std::optional<OperatorId> owner) {
    const auto database = TRY(Use());
    const auto where = owner ? " WHERE " + DuckDialect(database->words(), {}).IsOwnedBy(*owner) : std::string();
    auto connection = database->Connect();
    if (!connection) return HandleFault(connection.error(), true);
    const auto script = fmt::format("BEGIN TRANSACTION; DELETE FROM facts{0}; DELETE FROM marks{0}; COMMIT", where);
    if (const auto forgotten = Run(connection->get(), script); !forgotten) return HandleFault(forgotten.error(), true);
    return {};
}

Status DuckStore::Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& each) {
    if (SelectsNothing(question.selection)) return {};
    return Answer([&](const DuckDialect& dialect) { return SumSql(question, dialect); }, question.groups,
                  [&](const DuckRows& rows, DuckAnswer& answer) { answer.EachSum(rows, question, each); });
}

Status DuckStore::CountDistinct(const app::DistinctQuestion& question,
                                const std::function<void(const app::DistinctRow&)>& each) {
    if (SelectsNothing(question.selection)) return {};
    return Answer([&](const DuckDialect& dialect) { return DistinctSql(question, dialect); }, question.groups,
                  [&](const DuckRows& rows, DuckAnswer& answer) { answer.EachCount(rows, each); });
}

Status DuckStore::Answer(const std::function<std::string(const DuckDialect&)>& sql,
                         std::span<const app::Grouping> groups,
                         const std::function<void(const DuckRows&, DuckAnswer&)>& each) {
    const auto database = TRY(Use());
    DuckAnswer answer(groups, database->words());
    const auto asked = database->AskWithin(sql, [&](const DuckRows& rows) { each(rows, answer); });
    if (!asked) return HandleFault(asked.error(), false);
    if (!answer.IsWhole()) return HandleFault(WordsMissing(), false);
    return {};
}

Result<OpenedDuckStore> OpenDuckStore(const std::string& path, const DuckOptions& options) {
    auto opened = OpenOrSetAside(path, options);
    // Recording matters more than reports, so the service starts anyway. The obstacle may be gone at the next try.
    if (!opened && opened.error().code == ErrorCode::kFactsFailed) {
        return OpenedDuckStore{std::make_unique<DuckStore>(path, options, nullptr), false};
    }
    if (!opened) return std::unexpected(opened.error());
    return OpenedDuckStore{std::make_unique<DuckStore>(path, options, std::move(opened->database)),
                           opened->was_set_aside};
}

}  // namespace fairlead::facts
