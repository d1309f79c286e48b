#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "facts/contract/fixture.hpp"
#include "facts/duckdb/duck_store.hpp"

namespace fairlead::facts {
namespace {

namespace filesystem = std::filesystem;

// Tests that apply only to DuckDB: it stores a file, and files can be damaged.
class DuckDamage : public testing::Test {
protected:
    DuckDamage() : folder_(filesystem::temp_directory_path() / ("fairlead-damage-" + NewUuid().ToString())) {
        filesystem::create_directories(folder_);
    }
    ~DuckDamage() override { filesystem::remove_all(folder_); }

    filesystem::path File() const { return folder_ / "facts.duckdb"; }
    filesystem::path Log() const { return folder_ / "facts.duckdb.wal"; }

    OpenedDuckStore Open(const DuckOptions& options = {}) {
        auto opened = OpenDuckStore(File(), options);
        EXPECT_TRUE(opened) << opened.error().message;
        return std::move(*opened);
    }

    static void Fill(app::FactStore& store, int rows) {
        auto appender = *store.Append();
        for (int i = 0; i < rows; ++i) {
            auto row = ClickAt(i);
            row.visitor = static_cast<std::uint64_t>(i) * std::uint64_t{0x9E3779B97F4A7C15};
            appender->Add(row);
        }
        const app::BlockMark mark{TheOperator(), 1, Timestamp{1}};
        ASSERT_TRUE(appender->Commit(std::span(&mark, 1)));
    }

    static std::int64_t Weight(app::FactStore& store) {
        std::int64_t weight = 0;
        EXPECT_TRUE(store.Sum({.selection = AllOf(TheOperator())}, [&](const auto& row) { weight += row.weight; }));
        return weight;
    }

    std::size_t FilesAside() const {
        std::size_t count = 0;
        for (const auto& entry : filesystem::directory_iterator(folder_)) {
            if (entry.path().filename().string().starts_with("facts.duckdb.damaged-")) ++count;
        }
        return count;
    }

    // Keep copies the files while they are open. Restore puts the copies back.
    void Keep() {
        filesystem::create_directory(folder_ / "kept");
        for (const auto& file : {File(), Log()}) filesystem::copy(file, folder_ / "kept");
    }
    void Restore() {
        filesystem::remove(Log());
        for (const auto& file : {File(), Log()}) {
            filesystem::copy_file(folder_ / "kept" / file.filename(), file,
                                  filesystem::copy_options::overwrite_existing);
        }
    }

    // Checks that the store is empty and can be used.
    void ExpectNew(app::FactStore& store) {
        EXPECT_TRUE(store.Marks()->empty());
        EXPECT_EQ(Weight(store), 0);
        Fill(store, 10);
        EXPECT_EQ(Weight(store), 10);
    }

    filesystem::path folder_;
};

void Overwrite(const filesystem::path& path, std::uintmax_t from, std::uintmax_t count) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(from));
    for (std::uintmax_t i = 0; i < count; ++i) file.put(static_cast<char>(i * 31 + 7));
}

}  // namespace

TEST_F(DuckDamage, AFileFullOfSomethingElseIsSetAsideWithItsLog) {
    Open();
    std::ofstream(File()) << std::string(20'000, 'x');
    std::ofstream(Log()) << "its log";
    auto opened = Open();
    EXPECT_TRUE(opened.was_set_aside);
    EXPECT_EQ(FilesAside(), 2U);
    ExpectNew(*opened.store);
}

TEST_F(DuckDamage, AForeignFileIsNotChanged) {
    std::ofstream(File()) << "SQLite format 3";
    EXPECT_FALSE(OpenDuckStore(File().string(), {}));
    EXPECT_EQ(filesystem::file_size(File()), 15U);
    filesystem::remove(File());
    filesystem::create_directory(File());
    EXPECT_FALSE(OpenDuckStore(File().string(), {}));
    EXPECT_TRUE(filesystem::is_directory(File()));
    EXPECT_FALSE(OpenDuckStore((folder_ / "nowhere" / "facts").string(), {}));
    EXPECT_EQ(FilesAside(), 0U);
}

TEST_F(DuckDamage, AnEmptyFileIsFilled) {
    std::ofstream(File()).flush();
    ExpectNew(*Open().store);
}

TEST_F(DuckDamage, ATruncatedFileIsSetAside) {
    Fill(*Open().store, 130'000);
    filesystem::resize_file(File(), filesystem::file_size(File()) / 2);
    auto opened = Open();
    if (!opened.was_set_aside) {
        // The damage shows only when the missing part is read.
        EXPECT_FALSE(opened.store->CountDistinct({.selection = AllOf(TheOperator()), .entity = app::Entity::kVisit},
                                                 [](const auto&) {}));
        // The projector still has the old marks.
        EXPECT_FALSE(opened.store->Append());
    }
    ExpectNew(*opened.store);
    EXPECT_GE(FilesAside(), 1U);
}

// A killed process leaves the file and its log as they are at that moment.
TEST_F(DuckDamage, CommittedFactsSurviveAKill) {
    {
        const auto opened = Open();
        Fill(*opened.store, 5000);
        auto lost = *opened.store->Append();
        for (int i = 0; i < 5000; ++i) lost->Add(ClickAt(i));
        Keep();
    }
    Restore();
    const auto opened = Open();
    EXPECT_FALSE(opened.was_set_aside);
    EXPECT_EQ(Weight(*opened.store), 5000);
    EXPECT_EQ(opened.store->Marks()->size(), 1U);
}

// DuckDB leaves out a part that looks like a truncated log. The marks then show what is missing.
TEST_F(DuckDamage, ALogOfGarbageLeavesRowsAndMarksThatAgree) {
    {
        const auto opened = Open();
        Fill(*opened.store, 5000);
        Keep();
    }
    const auto size = filesystem::file_size(folder_ / "kept" / Log().filename());
    int left_out = 0;
    for (const auto from : {std::uintmax_t{0}, size / 4, size / 2, size - 100}) {
        Restore();
        Overwrite(Log(), from, 100);
        const auto opened = Open();
        const auto marks = opened.store->Marks();
        ASSERT_TRUE(marks);
        EXPECT_EQ(Weight(*opened.store), marks->empty() ? 0 : 5000) << "garbage from " << from;
        if (marks->empty()) ++left_out;
    }
    EXPECT_GE(left_out, 1) << "no garbage was in an important place";
}

TEST_F(DuckDamage, DamageThatShowsInAQuestionLeavesAnEmptyStore) {
    Fill(*Open().store, 130'000);
    const auto size = filesystem::file_size(File());
    Overwrite(File(), 20'000, size - 20'000);
    auto opened = Open();
    if (!opened.was_set_aside) {
        EXPECT_FALSE(opened.store->CountDistinct({.selection = AllOf(TheOperator()), .entity = app::Entity::kVisit},
                                                 [](const auto&) {}));
    }
    ExpectNew(*opened.store);
    EXPECT_GE(FilesAside(), 1U);
}

TEST_F(DuckDamage, OnlyTheLastDamagedFileIsKept) {
    Open();
    for (int i = 0; i < 3; ++i) {
        std::ofstream(File(), std::ios::trunc) << std::string(20'000, 'x');
        EXPECT_TRUE(Open().was_set_aside);
    }
    EXPECT_EQ(FilesAside(), 1U);
}

TEST_F(DuckDamage, AQuestionThatTakesTooLongFails) {
    Fill(*Open().store, 200'000);
    auto opened = Open({.question_time_max = std::chrono::milliseconds(1)});
    const auto asked = opened.store->CountDistinct(
        {.selection = AllOf(TheOperator()), .groups = {app::TimeBucket::kHour}, .entity = app::Entity::kVisit},
        [](const auto&) {});
    ASSERT_FALSE(asked);
    EXPECT_EQ(asked.error().code, ErrorCode::kTimedOut);
    EXPECT_EQ(FilesAside(), 0U);
}

TEST_F(DuckDamage, ItsThreadsAreNicerThanOurs) {
    constexpr int kNiceness = 7;
    const auto opened = Open({.threads = 3, .niceness = kNiceness});
    const std::string expected = std::to_string(getpriority(PRIO_PROCESS, 0) + kNiceness);
    int nicer = 0;
    for (const auto& task : filesystem::directory_iterator("/proc/self/task")) {
        std::ifstream stat(task.path() / "stat");
        std::string field;
        // The 19th field; the program's name, the 2nd, has no spaces.
        for (int i = 0; i < 19; ++i) stat >> field;
        nicer += field == expected ? 1 : 0;
    }
    EXPECT_EQ(nicer, 2);
}

}  // namespace fairlead::facts
