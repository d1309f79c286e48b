#include "ledger/follow/series_survey.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

// Reads the records of a series, one after the other.
class SeriesReader {
public:
    explicit SeriesReader(const Series& series) : series_(series), last_(LastSegment(series)) {}

    // Nothing at the end.
    Result<std::optional<ChangeRecord>> Next() {
        while (true) {
            if (!reader_) {
                if (segment_ > last_) return std::nullopt;
                TRY(OpenSegment());
            }
            auto record = TRY(reader_->Next());
            if (record) {
                TRY(CheckOrder(*record));
                return record;
            }
            TRY(EndSegment());
        }
    }
    // Whether the record that was returned last is part of the base.
    bool in_base() const { return segment_ == 0; }
    const fs::path& torn() const { return torn_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    Status OpenSegment() {
        path_ = segment_ == 0 ? series_.BaseChanges() : series_.Segment(segment_);
        if (!fs::exists(path_)) {
            return Fail(ErrorCode::kUnavailable, "the file of changes " + path_.string() + " is missing");
        }
        auto reader = TRY(ChangesReader::Open(path_));
        reader_.emplace(std::move(reader));
        return {};
    }

    Status EndSegment() {
        bytes_ += reader_->whole_bytes();
        const bool torn = reader_->is_torn();
        reader_.reset();
        if (torn && (segment_ == 0 || segment_ < last_)) {
            return Fail(ErrorCode::kUnavailable, "the file of changes " + path_.string() + " is damaged at its end");
        }
        if (torn) torn_ = path_;
        ++segment_;
        return {};
    }

    // Each record continues the previous one, or begins the next run of the log.
    Status CheckOrder(const ChangeRecord& record) {
        const bool continues = record.from == position_ ||
                               (record.from.frame == 0 && record.from.salts == position_.salts && position_.frame == 0);
        const bool begins = record.from.frame == 0 && (is_first_ || IsNextRun(position_, record.from.salts));
        is_first_ = false;
        position_ = record.to;
        if (continues || begins) return {};
        return Fail(ErrorCode::kUnavailable,
                    "the file of changes " + path_.string() + " does not continue the previous one");
    }

    const Series& series_;
    std::uint64_t last_;
    std::uint64_t segment_ = 0;  // 0 is the base.
    fs::path path_;
    fs::path torn_;
    std::uint64_t bytes_ = 0;
    std::optional<ChangesReader> reader_;
    LogPosition position_;
    bool is_first_ = true;
};

std::size_t PagesToCommit(const ChangeRecord& record) {
    for (std::size_t i = record.pages.size(); i > 0; --i) {
        if (record.pages[i - 1].pages_after > 0) return i;
    }
    return 0;
}

}  // namespace

Result<SeriesSurvey> SurveySeries(const Series& series) {
    SeriesSurvey survey;
    SeriesReader reader(series);
    bool has_base = false;
    while (true) {
        auto record = reader.Next();
        if (!record && (!has_base || reader.in_base())) return std::unexpected(record.error());
        if (!record) survey.damage = record.error();
        if (!record || !*record) break;
        if (reader.in_base()) {
            has_base = true;
            survey.start = (*record)->seen_at;
        } else {
            survey.records.push_back({(*record)->seen_at, PagesToCommit(**record)});
        }
    }
    survey.torn = reader.torn();
    survey.bytes = reader.bytes();
    if (has_base) return survey;
    return Fail(ErrorCode::kUnavailable, "the file of changes " + series.BaseChanges().string() + " is damaged");
}

Status ReadRecords(const Series& series, std::size_t count, const TakeRecord& take) {
    SeriesReader reader(series);
    std::size_t taken = 0;
    while (true) {
        const auto record = reader.Next();
        // The first record that is not needed may be damaged.
        const bool is_base = reader.in_base();
        if (!is_base && taken++ == count) return {};
        if (!record) return std::unexpected(record.error());
        if (!*record) return {};
        const auto goes_on = TRY(take(**record, is_base));
        if (!goes_on) return {};
    }
}

}  // namespace fairlead::ledger
