#include "ledger/backup/backup_file.hpp"

#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/id/uuid.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

class BackupFiles : public testing::Test {
protected:
    BackupFiles() { fs::create_directories(folder_); }
    ~BackupFiles() override { fs::remove_all(folder_); }

    static void AddParts(BackupWriter& writer) {
        writer.StartPart(PartKind::kArchiveFile, "some/file.facts");
        EXPECT_TRUE(writer.Append("first piece, ", 13));
        EXPECT_TRUE(writer.Append("second piece", 12));
        writer.EndPart();
        writer.StartPart(PartKind::kTable, "events", {"operator_id", "seq"});
        EXPECT_TRUE(writer.Append("rows", 2));
        writer.EndPart();
        writer.StartPart(PartKind::kTable, "empty", {"a"});
        writer.EndPart();
    }

    void WriteOne() {
        auto writer = BackupWriter::Create(path_);
        ASSERT_TRUE(writer);
        AddParts(*writer);
        ASSERT_TRUE(writer->Finish({.schema = 7, .engine = "sqlite", .taken_at = Timestamp{42}, .parts = {}}));
    }

    std::string Bytes() const {
        std::ostringstream out;
        out << std::ifstream(path_, std::ios::binary).rdbuf();
        return out.str();
    }
    void Replace(const std::string& bytes) const { std::ofstream(path_, std::ios::binary | std::ios::trunc) << bytes; }

    // The error of the file, or an empty text.
    std::string Fault() const {
        const auto reader = BackupReader::Open(path_);
        if (!reader) return reader.error().message;
        const auto checked = reader->Check();
        return checked ? "" : checked.error().message;
    }

    fs::path folder_ = fs::temp_directory_path() / ("fairlead-backup-" + NewUuid().ToString());
    fs::path path_ = folder_ / "one.backup";
};

TEST_F(BackupFiles, AWrittenBackupCanBeRead) {
    WriteOne();
    const auto reader = BackupReader::Open(path_);
    ASSERT_TRUE(reader);
    EXPECT_TRUE(reader->Check());
    const BackupManifest& manifest = reader->manifest();
    EXPECT_EQ(manifest.schema, 7U);
    EXPECT_EQ(manifest.engine, "sqlite");
    EXPECT_EQ(manifest.taken_at, Timestamp{42});
    EXPECT_EQ(manifest.Rows(), 2U);
    ASSERT_EQ(manifest.parts.size(), 3U);
    EXPECT_EQ(manifest.parts[0].count, 25U);
    EXPECT_EQ(manifest.parts[1].columns, (std::vector<std::string>{"operator_id", "seq"}));
    EXPECT_EQ(manifest.Find(PartKind::kTable, "some/file.facts"), nullptr);
    const BackupPart* file = manifest.Find(PartKind::kArchiveFile, "some/file.facts");
    ASSERT_NE(file, nullptr);
    std::string read;
    ASSERT_TRUE(reader->Read(*file, [&](std::string_view piece) {
        read += piece;
        return Status();
    }));
    EXPECT_EQ(read, "first piece, second piece");
}

TEST_F(BackupFiles, OnlyTheOwnerCanReadIt) {
    WriteOne();
    struct stat state{};
    ASSERT_EQ(stat(path_.c_str(), &state), 0);
    EXPECT_EQ(state.st_mode & 0777, 0600U);
}

TEST_F(BackupFiles, EveryFlippedBitIsFound) {
    WriteOne();
    const std::string whole = Bytes();
    ASSERT_EQ(Fault(), "");
    for (std::size_t i = 0; i < whole.size(); ++i) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
        Replace(damaged);
        EXPECT_NE(Fault(), "") << "byte " << i;
    }
}

TEST_F(BackupFiles, EveryTruncationAndAdditionIsFound) {
    WriteOne();
    const std::string whole = Bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        Replace(whole.substr(0, size));
        EXPECT_NE(Fault(), "") << "the first " << size << " bytes";
    }
    Replace(whole + "x");
    EXPECT_NE(Fault(), "");
}

TEST_F(BackupFiles, AnotherFormatAndAnotherFileAreNamedAsSuch) {
    WriteOne();
    std::string bytes = Bytes();
    bytes[15] = 2;
    Replace(bytes);
    EXPECT_NE(Fault().find("is in format 2"), std::string::npos) << Fault();
    Replace("SQLite format 3, or something like it");
    EXPECT_NE(Fault().find("is not a Fairlead backup"), std::string::npos) << Fault();
    fs::remove(path_);
    EXPECT_NE(Fault().find("No such file"), std::string::npos) << Fault();
}

TEST_F(BackupFiles, AnUnfinishedBackupLeavesNothing) {
    {
        auto writer = BackupWriter::Create(path_);
        ASSERT_TRUE(writer);
        AddParts(*writer);
        EXPECT_FALSE(fs::exists(path_));
    }
    EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(BackupFiles, NothingIsReplaced) {
    Replace("something of mine");
    EXPECT_FALSE(BackupWriter::Create(path_));
    EXPECT_EQ(Bytes(), "something of mine");
    fs::remove(path_);
    // A file that was created during the backup is not replaced either.
    auto writer = BackupWriter::Create(path_);
    ASSERT_TRUE(writer);
    Replace("something of mine");
    EXPECT_FALSE(writer->Finish({.schema = 7, .engine = "sqlite", .taken_at = {}, .parts = {}}));
    EXPECT_EQ(Bytes(), "something of mine");
}

TEST_F(BackupFiles, TwoBackupsCannotWriteToOnePath) {
    const auto first = BackupWriter::Create(path_);
    ASSERT_TRUE(first);
    const auto second = BackupWriter::Create(path_);
    ASSERT_FALSE(second);
    EXPECT_NE(second.error().message.find("another backup"), std::string::npos);
}

TEST_F(BackupFiles, TheRemainsOfAKilledBackupAreOverwritten) {
    std::ofstream(path_.string() + ".part") << std::string(5000, 'x');
    fs::permissions(path_.string() + ".part", fs::perms::owner_read | fs::perms::owner_write);
    WriteOne();
    EXPECT_EQ(Fault(), "");
    EXPECT_FALSE(fs::exists(path_.string() + ".part"));
}

// Somebody else may have opened the file already, and would read the backup or change it.
TEST_F(BackupFiles, AFileThatOthersMayOpenIsNotUsed) {
    std::ofstream(path_.string() + ".part") << "";
    fs::permissions(path_.string() + ".part", fs::perms::all);
    const auto writer = BackupWriter::Create(path_);
    ASSERT_FALSE(writer);
    EXPECT_NE(writer.error().message.find("others may open it"), std::string::npos);
}

TEST_F(BackupFiles, ALinkIsNotFollowed) {
    const fs::path mine = path_.string() + ".mine";
    std::ofstream(mine) << "something of mine";
    fs::create_symlink(mine, path_.string() + ".part");
    EXPECT_FALSE(BackupWriter::Create(path_));
    EXPECT_EQ(fs::file_size(mine), std::string("something of mine").size());
}

}  // namespace
}  // namespace fairlead::ledger
