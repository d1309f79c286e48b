#pragma once

#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

#include "app/ports/facts.hpp"
#include "facts/clickhouse/clickhouse_client.hpp"
#include "facts/clickhouse/fact_table.hpp"
#include "facts/clickhouse/native_block.hpp"

namespace fairlead::facts {

struct ClickHouseOptions {
    std::chrono::milliseconds question_time_max{30'000};
    std::chrono::milliseconds append_time_max{60'000};   // Of one INSERT, and of waiting until others have ended.
    std::chrono::milliseconds forget_time_max{600'000};  // ClickHouse rewrites what an operator's rows lie among.
    std::uint64_t question_memory_bytes = 0;             // 0: what the server grants.
    unsigned question_threads = 0;                       // 0: what the server grants.
};

// The analytics store on a ClickHouse server, 18.16 or newer. Any number of nodes may ask questions; the one that
// projects calls Marks, Append and Forget.
//
// ClickHouse has no transactions, and an INSERT whose reply is lost may still be under way. What is stored once is
// stored once all the same:
// - All rows of a Commit and its marks are one INSERT of one block into a table without partitions, which is atomic.
// - Each mark says after which block it follows, so that an operator's marks form a chain from 0 on. Whatever has been
//   stored twice, and whatever a damaged disk has lost, breaks it; Marks then forgets that operator, to be projected
//   again.
// - Marks waits until no INSERT of whichever node is running any more.
class ClickHouseStore final : public app::FactStore {
public:
    // So much fits into one INSERT, with the memory that a server usually grants; a Commit of more rows fails.
    static constexpr std::size_t kAppendRowsMax = 500'000;

    ClickHouseStore(const ClickHouseUrl& url, const ClickHouseOptions& options);

    // Makes the table if there is none. All other calls do so too as long as it has not succeeded.
    ClickHouseStatus Prepare();

    Result<std::vector<app::BlockMark>> Marks() override;
    Result<std::vector<app::BlockMark>> LookAtMarks() override;
    // An Error where the marks may not be what the projector takes them for: it asks for them, then it comes back.
    Result<std::unique_ptr<app::FactAppender>> Append() override;
    Status Forget(std::optional<OperatorId> owner) override;
    Status Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& each) override;
    Status CountDistinct(const app::DistinctQuestion& question,
                         const std::function<void(const app::DistinctRow&)>& each) override;

private:
    class Appender;
    using MarkTable = std::map<OperatorId, app::BlockMark>;
    // An operator's mark, and whether the marks up to it form a chain.
    struct FoundMark {
        app::BlockMark mark;
        bool is_whole = false;
    };

    Status Commit(NativeBlock& block, std::span<const app::BlockMark> marks);
    Status AddMarks(NativeBlock& block, std::span<const app::BlockMark> marks) const;
    ClickHouseStatus Insert(NativeBlock& block);

    // These are called with append_mutex_ held.
    ClickHouseStatus ReadMarks();
    ClickHouseResult<std::vector<FoundMark>> FindMarks();
    // Until nothing changes the table any more: no INSERT and no Forget of whichever node.
    ClickHouseStatus AwaitQuiet();
    ClickHouseStatus ForgetOne(OperatorId owner);
    ClickHouseStatus ForgetAll();

    // Waits until a statement that counts something answers 0.
    ClickHouseStatus AwaitNone(const std::string& count_sql, std::chrono::milliseconds time_max);
    ClickHouseResult<std::uint64_t> Count(const std::string& sql);
    ClickHouseStatus Execute(const std::string& sql, std::span<const ClickHouseSetting> settings = {});
    ClickHouseStatus Ask(const std::string& sql, const ClickHouseClient::ReadRow& read);
    ClickHouseStatus MakeTable();
    std::string AppendIdPrefix() const;
    std::vector<ClickHouseSetting> QuestionSettings() const;
    // What the caller is told; where the table is gone, it is made anew by the next call.
    Status Told(const ClickHouseStatus& status);

    const ClickHouseOptions options_;
    const FactTable table_;
    const ClickHouseDialect dialect_;
    ClickHouseClient client_;
    std::atomic<bool> is_prepared_{false};

    std::mutex append_mutex_;          // Appending, and what it must not meet.
    std::optional<MarkTable> marks_;   // Nothing: they are not known.
    bool is_commit_in_doubt_ = false;  // The last one; it may still happen.
    bool are_marks_changed_ = false;   // By us, behind the projector's back.
};

// Fails where the URL is malformed or the server does not accept us; a server that cannot be reached may come later.
Result<std::unique_ptr<app::FactStore>> OpenClickHouseStore(const std::string& url,
                                                            const ClickHouseOptions& options = {});

}  // namespace fairlead::facts
