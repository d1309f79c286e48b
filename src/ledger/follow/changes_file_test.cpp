#include "ledger/follow/changes_file.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/id/uuid.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kSmallPage = 512;

class ChangesFiles : public testing::Test {
protected:
    ChangesFiles() { fs::create_directories(folder_); }
    ~ChangesFiles() override { fs::remove_all(folder_); }

    // Three records: of two pages, of none, of one.
    void WriteThree() {
        auto writer = ChangesWriter::Create(path_);
        ASSERT_TRUE(writer);
        const LogPosition start{.salts = {7, 8}, .frame = 0, .checksum = {}};
        const LogPosition middle{.salts = {7, 8}, .frame = 2, .checksum = {1, 2}};
        const LogPosition end{.salts = {7, 8}, .frame = 3, .checksum = {3, 4}};
        ASSERT_TRUE(writer->Append({Timestamp{100}, start, middle, kSmallPage, {{1, 0, first_}, {9, 9, second_}}, {}}));
        ends_.push_back(writer->bytes());
        ASSERT_TRUE(writer->Append({Timestamp{200}, middle, middle, kSmallPage, {}, {}}));
        ends_.push_back(writer->bytes());
        ASSERT_TRUE(writer->Append({Timestamp{300}, middle, end, kSmallPage, {{9, 10, first_}}, {}}));
        ends_.push_back(writer->bytes());
        ASSERT_TRUE(writer->Sync());
    }

    std::string Bytes() const {
        std::ostringstream out;
        out << std::ifstream(path_, std::ios::binary).rdbuf();
        return out.str();
    }
    void Replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes; }

    struct Outcome {
        std::vector<std::int64_t> times;
        std::string fault;
        bool torn = false;
        std::uint64_t whole_bytes = 0;
    };
    Outcome ReadAll() const {
        Outcome outcome;
        auto reader = ChangesReader::Open(path_);
        if (!reader) return {{}, reader.error().message, false, 0};
        while (true) {
            const auto record = reader->Next();
            if (!record) outcome.fault = record.error().message;
            if (!record || !*record) break;
            outcome.times.push_back((*record)->seen_at.micros);
        }
        outcome.torn = reader->is_torn();
        outcome.whole_bytes = reader->whole_bytes();
        return outcome;
    }

    fs::path folder_ = fs::temp_directory_path() / ("fairlead-changes-" + NewUuid().ToString());
    fs::path path_ = folder_ / "0000000001.changes";
    std::string first_ = std::string(kSmallPage, 'a');
    std::string second_ = std::string(kSmallPage, 'b');
    std::vector<std::uint64_t> ends_;
};

TEST_F(ChangesFiles, RecordsAreReadAsTheyWereWritten) {
    WriteThree();
    auto reader = ChangesReader::Open(path_);
    ASSERT_TRUE(reader);
    const auto record = reader->Next();
    ASSERT_TRUE(record && *record);
    EXPECT_EQ((*record)->to, (LogPosition{.salts = {7, 8}, .frame = 2, .checksum = {1, 2}}));
    ASSERT_EQ((*record)->pages.size(), 2U);
    EXPECT_EQ((*record)->pages[0].bytes, first_);
    EXPECT_EQ((*record)->pages[1].number, 9U);
    EXPECT_EQ((*record)->pages[1].pages_after, 9U);
    EXPECT_EQ((*record)->pages[1].bytes, second_);
    EXPECT_EQ(ReadAll().times, (std::vector<std::int64_t>{100, 200, 300}));
    EXPECT_FALSE(ReadAll().torn);
}

TEST_F(ChangesFiles, AnIncompleteLastRecordIsLeftOut) {
    WriteThree();
    const std::string whole = Bytes();
    for (std::size_t size = ends_[1]; size < whole.size(); ++size) {
        Replace(whole.substr(0, size));
        const Outcome outcome = ReadAll();
        EXPECT_EQ(outcome.times, (std::vector<std::int64_t>{100, 200})) << size;
        EXPECT_EQ(outcome.fault, "") << size;
        EXPECT_EQ(outcome.torn, size > ends_[1]) << size;
        EXPECT_EQ(outcome.whole_bytes, ends_[1]) << size;
    }
}

TEST_F(ChangesFiles, ARecordThatTheDiskLeftEmptyIsIncomplete) {
    WriteThree();
    std::string bytes = Bytes();
    std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(ends_[1]), bytes.end(), '\0');
    Replace(bytes);
    EXPECT_EQ(ReadAll().times.size(), 2U);
    EXPECT_EQ(ReadAll().fault, "");
    EXPECT_TRUE(ReadAll().torn);
}

TEST_F(ChangesFiles, EveryFlippedByteBeforeTheLastRecordIsDamage) {
    WriteThree();
    const std::string whole = Bytes();
    for (std::size_t at = 0; at < ends_[1]; ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        Replace(damaged);
        const Outcome outcome = ReadAll();
        EXPECT_NE(outcome.fault.find(path_.string()), std::string::npos) << at << " " << outcome.fault;
        EXPECT_FALSE(outcome.torn) << at;
    }
}

TEST_F(ChangesFiles, AFileIsNeverReplaced) {
    WriteThree();
    EXPECT_FALSE(ChangesWriter::Create(path_));
    EXPECT_EQ(ReadAll().times.size(), 3U);
}

}  // namespace
}  // namespace fairlead::ledger
