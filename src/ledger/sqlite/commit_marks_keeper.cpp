#include "ledger/sqlite/commit_marks_keeper.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>

#include <fcntl.h>

#include "ledger/archive/disk_file.hpp"
#include "ledger/sqlite/commit_marks.hpp"
#include "ledger/transaction/transactions.hpp"
#include "telemetry/log.hpp"
#include "telemetry/run_guarded.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::ledger {
namespace {

constexpr std::chrono::seconds kMarkEvery{1};

}  // namespace

CommitMarksKeeper::CommitMarksKeeper(std::string path, std::unique_ptr<ConnectionSource> reader)
    : path_(std::move(path)), reader_(std::move(reader)), thread_([this](const std::stop_token& stop) { Run(stop); }) {}

CommitMarksKeeper::~CommitMarksKeeper() {
    thread_.request_stop();
    thread_.join();
    Write();
}

void CommitMarksKeeper::Run(const std::stop_token& stop) {
    telemetry::NameThisThread("commit-marks");
    while (!stop.stop_requested()) {
        telemetry::RunGuarded("commit-marks", [this] { Write(); });
        std::unique_lock lock(mutex_);
        stopping_.wait_for(lock, stop, kMarkEvery, [] { return false; });
    }
}

// The marks only help to notice a loss, so a failure does not stop anything.
void CommitMarksKeeper::Write() {
    const Status done = TryWrite();
    if (!done && !failing_) {
        telemetry::LogWarn("the file of marks cannot be written", {{"reason", std::string_view(done.error().message)}});
    }
    failing_ = !done;
}

Status CommitMarksKeeper::TryWrite() {
    const auto connection = TRY(reader_->Acquire());
    const auto marks = TRY(OrFailure(*connection, ReadCommitMarks));
    std::string text = EncodeCommitMarks(marks);
    if (text == written_) return {};
    const std::string unfinished = CommitMarksPath(path_) + std::string(kUnfinishedEnding);
    const DiskFile file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
    if (!file.is_open() || !file.Write(text)) return Fail(ErrorCode::kUnavailable, std::strerror(errno));
    std::error_code error;
    std::filesystem::rename(unfinished, CommitMarksPath(path_), error);
    if (error) return Fail(ErrorCode::kUnavailable, error.message());
    written_ = std::move(text);
    return {};
}

}  // namespace fairlead::ledger
