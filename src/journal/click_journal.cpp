#include "journal/click_journal.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

#include <fmt/format.h>
#include <sys/statvfs.h>

#include "journal/batch_bytes.hpp"
#include "telemetry/log.hpp"
#include "telemetry/thread_name.hpp"

namespace fairlead::journal {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".segment";
constexpr std::chrono::seconds kTryAgainAfter{1};
constexpr std::size_t kSegmentBytesMin = std::size_t{256} << 10;
constexpr std::size_t kSegmentBytesAtOnce = std::size_t{1} << 20;
// The ledger takes over this many clicks and impressions at once, without waiting for more.
constexpr std::int64_t kMuch = 2048;

// The number in the name of a segment, 0 for other files.
std::uint64_t FileNumber(const fs::path& path) {
    if (path.extension() != kExtension) return 0;
    const std::string stem = path.stem().string();
    std::uint64_t number = 0;
    std::from_chars(stem.data(), stem.data() + stem.size(), number);
    return number;
}

std::size_t FreeBytes(const fs::path& folder) {
    struct statvfs disk{};
    if (statvfs(folder.c_str(), &disk) != 0) return 0;
    return static_cast<std::size_t>(disk.f_bavail) * disk.f_frsize;
}

}  // namespace

ClickJournal::ClickJournal(const JournalOptions& options, app::Intake& intake, telemetry::Metrics& metrics)
    : options_(options),
      metrics_(metrics),
      spare_(options.folder),
      takeover_(std::make_unique<Takeover>(segments_, journal_, intake, metrics, [this](std::size_t weight) {
          waiting_ -= static_cast<std::int64_t>(weight);
          ShowSize();
      })) {}

ClickJournal::~ClickJournal() { Stop(); }

Result<std::unique_ptr<ClickJournal>> ClickJournal::Open(const JournalOptions& options, app::Intake& intake,
                                                         telemetry::Metrics& metrics) {
    std::error_code error;
    fs::create_directories(options.folder, error);
    if (error) {
        return Fail(ErrorCode::kUnavailable,
                    "cannot create the folder " + options.folder.string() + ": " + error.message());
    }
    std::unique_ptr<ClickJournal> journal(new ClickJournal(options, intake, metrics));
    TRY(journal->FindEarlier());
    if (auto begun = journal->NeedSegment(0); !begun) {
        telemetry::LogError("the click journal cannot be written; visitors wait for the ledger",
                            {{"reason", begun.error().message}});
        journal->failed_ = true;
        journal->open_ = false;
    }
    journal->writer_ = std::jthread([raw = journal.get()](const std::stop_token& stop) { raw->Write(stop); });
    journal->takeover_->Wake(true);
    return journal;
}

Status ClickJournal::FindEarlier() {
    std::vector<std::pair<std::uint64_t, fs::path>> found;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(options_.folder, error)) {
        if (const auto number = FileNumber(entry.path()); number > 0) found.emplace_back(number, entry.path());
    }
    if (error) return Fail(ErrorCode::kUnavailable, "cannot read " + options_.folder.string() + ": " + error.message());
    std::ranges::sort(found);
    for (const auto& [number, path] : found) {
        next_file_ = number + 1;
        const auto bytes = TRY(ReadRange(path, 0, kHeaderBytes));
        const auto header = ReadHeader(bytes);
        if (header) {
            segments_.AddEarlier(path, *header, static_cast<std::size_t>(fs::file_size(path, error)));
            continue;
        }
        // A crash while the file was made leaves one without a header, in which nothing was acknowledged.
        const bool unused = bytes.find_first_not_of('\0') == std::string::npos;
        if (!unused) {
            metrics_.journal_records_damaged.Increment();
            telemetry::LogError("a segment of the click journal is damaged and is set aside",
                                {{"file", path.string()}});
            fs::rename(path, path.string() + ".aside", error);
        } else {
            telemetry::LogWarn("an empty segment of the click journal is removed; nothing acknowledged was in it",
                               {{"file", path.string()}});
            fs::remove(path, error);
        }
    }
    return {};
}

bool ClickJournal::Append(const app::TrackedBatch& batch, app::StatusDone& done) {
    const auto weight = static_cast<std::int64_t>(batch.weight());
    if (!open_.load(std::memory_order_relaxed) || waiting_ + weight > options_.clicks_max) {
        metrics_.journal_refused.Increment(static_cast<double>(weight));
        return false;
    }
    Entry entry{.record = std::string(kFrameBytes, '\0'), .owner = batch.owner, .weight = batch.weight()};
    AppendBatch(entry.record, batch);
    entry.body_checksum = ChecksumOfBody(std::string_view(entry.record).substr(kFrameBytes));
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return false;
        entry.done = std::move(done);
        waiting_ += weight;
        pending_.push_back(std::move(entry));
    }
    arrived_.notify_one();
    return true;
}

void ClickJournal::TakeOverThen(OperatorId owner, std::move_only_function<void()> done) {
    std::int64_t sequence = 0;
    {
        const std::lock_guard lock(mutex_);
        if (const auto last = last_of_owner_.find(owner); last != last_of_owner_.end()) sequence = last->second;
    }
    if (takeover_->IsTaken(sequence)) return done();
    takeover_->WaitFor(sequence, std::move(done));
}

void ClickJournal::Stop() {
    {
        const std::lock_guard lock(mutex_);
        if (stopping_) return;
        stopping_ = true;
    }
    if (writer_.joinable()) {
        writer_.request_stop();
        writer_.join();
    }
    segments_.End();
    takeover_->Stop(options_.stop_ms_max);
    segments_.RemoveFinished();
}

void ClickJournal::Write(const std::stop_token& stop) {
    telemetry::NameThisThread("journal-writer");
    while (true) {
        auto group = TakePending(stop);
        if (!group.empty()) {
            WriteGroup(std::move(group));
        } else if (stop.stop_requested()) {
            return;
        }
        if (failed_) TryAgain();
    }
}

std::vector<ClickJournal::Entry> ClickJournal::TakePending(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const auto has_some = [this] { return !pending_.empty(); };
    if (failed_) {
        arrived_.wait_for(lock, stop, kTryAgainAfter, has_some);
    } else {
        arrived_.wait(lock, stop, has_some);
    }
    return std::exchange(pending_, {});
}

void ClickJournal::WriteGroup(std::vector<Entry> group) {
    const std::int64_t first = next_sequence_;
    for (Entry& entry : group) {
        WriteFrame(entry.record.data(), entry.record.size() - kFrameBytes, next_sequence_++, entry.body_checksum);
    }
    const Status written =
        failed_ ? Status(Fail(ErrorCode::kUnavailable, "the disk failed before")) : AppendToSegment(group);
    if (written) {
        AcknowledgeGroup(std::move(group), first);
    } else {
        LeaveToMemory(std::move(group), first, written.error());
    }
    ShowSize();
}

Status ClickJournal::AppendToSegment(const std::vector<Entry>& group) {
    std::vector<std::string_view> records;
    records.reserve(group.size());
    std::size_t bytes = 0;
    for (const Entry& entry : group) {
        records.push_back(entry.record);
        bytes += entry.record.size();
    }
    TRY(NeedSegment(bytes));
    TRY(segment_->Append(records));
    spare_.Prepare(spare_bytes_);
    segments_.Extend(segment_->size());
    return {};
}

// Begins a segment if there is none with space for this many bytes.
Status ClickJournal::NeedSegment(std::size_t bytes) {
    const bool fits = segment_ && (segment_->size() == kHeaderBytes || segment_->size() + bytes <= segment_bytes_);
    if (fits) return {};
    if (segment_) segments_.End();
    segment_.reset();
    const auto bytes_max =
        static_cast<std::size_t>(static_cast<double>(FreeBytes(options_.folder)) * options_.disk_share_max);
    spare_bytes_ = std::clamp(bytes_max / 4, kSegmentBytesMin, std::max(kSegmentBytesMin, options_.segment_bytes_max));
    if (segments_.bytes() + spare_bytes_ > bytes_max) {
        return Fail(ErrorCode::kUnavailable, "the click journal has reached its share of the free disk");
    }
    const SegmentHeader header{.journal = journal_, .first_sequence = next_sequence_, .created_at = Now()};
    const fs::path path = options_.folder / fmt::format("{:012}{}", next_file_++, kExtension);
    segment_bytes_ = TRY(MakeSegment(path));
    segment_ = TRY(SegmentFile::Begin(path, header));
    segments_.Begin(path, header, segment_bytes_);
    return {};
}

// Visitors wait while this file is created, so it is small.
Result<std::size_t> ClickJournal::MakeSegment(const fs::path& path) {
    if (const auto prepared = spare_.MoveTo(path)) return *prepared;
    const std::size_t bytes = std::min(spare_bytes_, kSegmentBytesAtOnce);
    TRY(MakeZeros(path, bytes));
    return bytes;
}

void ClickJournal::AcknowledgeGroup(std::vector<Entry> group, std::int64_t first_sequence) {
    {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < group.size(); ++i) {
            last_of_owner_[group[i].owner] = first_sequence + static_cast<std::int64_t>(i);
        }
    }
    for (Entry& entry : group) entry.done({});
    takeover_->Wake(waiting_ >= kMuch);
}

// These batches go to the ledger at once, after everything that is on disk. The ledger knows batches by their numbers,
// so it skips a batch that is found on the disk later.
void ClickJournal::LeaveToMemory(std::vector<Entry> group, std::int64_t first_sequence, const Error& error) {
    if (!failed_) {
        telemetry::LogError("the click journal cannot be written; visitors wait for the ledger",
                            {{"reason", error.message}});
    }
    metrics_.journal_failures.Increment();
    failed_ = true;
    open_ = false;
    std::vector<UnsyncedRecord> records;
    for (std::size_t i = 0; i < group.size(); ++i) {
        records.push_back(
            {std::move(group[i].record), first_sequence + static_cast<std::int64_t>(i), std::move(group[i].done)});
    }
    takeover_->AddUnsynced(std::move(records));
}

// A new segment must not begin before the ledger has the batches that are only in memory: their numbers are smaller.
void ClickJournal::TryAgain() {
    if (takeover_->HasUnsynced()) return;
    if (segment_) segments_.End();
    segment_.reset();
    if (!NeedSegment(0)) return;
    telemetry::LogInfo("the click journal can be written again");
    failed_ = false;
    open_ = true;
}

void ClickJournal::ShowSize() {
    metrics_.journal_entries.Set(static_cast<double>(waiting_));
    metrics_.journal_bytes.Set(static_cast<double>(segments_.bytes()));
}

}  // namespace fairlead::journal
