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
    std::chrono::milliseconds append_time_max{60'000};   // For one INSERT, and for the wait for other INSERTs.
    std::chrono::milliseconds forget_time_max{600'000};  // ClickHouse rewrites all parts with rows of the operator.
    std::uint64_t question_memory_bytes = 0;             // 0: the server's limit.
    unsigned question_threads = 0;                       // 0: the server's limit.
    std::string ca_file = {};                            // For TLS. Empty: the certificates of the system.
};

// The analytics store on a ClickHouse server, 18.16 or newer. Any number of nodes may run queries. Only the node that
// projects calls Marks, Append and Forget.
//
// ClickHouse has no transactions, and an INSERT whose response is lost may still be running. These rules store every
// fact exactly once:
// - All rows of a Commit and its marks are one INSERT of one block into a table without partitions, which is atomic.
// - Each mark names the previous block, so that an operator's marks form a chain from 0 on. A duplicate INSERT or rows
//   lost on a damaged disk break the chain. Marks then deletes the facts of that operator, and they are projected
//   again.
// - Marks waits until no node has a running INSERT. The URL names the cluster if the next request can reach another
//   server; then all servers of the cluster are asked.
class ClickHouseStore final : public app::FactStore {
public:
    // This many rows fit into one INSERT with the memory that servers usually allow. A Commit with more rows fails.
    static constexpr std::size_t kAppendRowsMax = 500'000;

    ClickHouseStore(const ClickHouseUrl& url, const ClickHouseOptions& options);

    // Creates the table if it is missing. All other calls also try this until it has succeeded.
    ClickHouseStatus Prepare();

    Result<std::vector<app::BlockMark>> Marks() override;
    Result<std::vector<app::BlockMark>> LookAtMarks() override;
    // Fails if the projector's marks may be outdated. The projector then calls Marks and tries again.
    Result<std::unique_ptr<app::FactAppender>> Append() override;
    Status Forget(std::optional<OperatorId> owner) override;
    Status Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& each) override;
    Status CountDistinct(const app::DistinctQuestion& question,
                         const std::function<void(const app::DistinctRow&)>& each) override;

private:
    class Appender;
    using MarkTable = std::map<OperatorId, app::BlockMark>;
    // An operator's mark, and whether its marks form a chain.
    struct FoundMark {
        app::BlockMark mark;
        bool is_whole = false;
    };

    Status Commit(NativeBlock& block, std::span<const app::BlockMark> marks);
    Status AddMarks(NativeBlock& block, std::span<const app::BlockMark> marks) const;
    ClickHouseStatus Insert(NativeBlock& block);

    // Call these with append_mutex_ held.
    ClickHouseStatus ReadMarks();
    ClickHouseResult<std::vector<FoundMark>> FindMarks();
    // Waits until nothing changes the table any more: no INSERT and no Forget of any node.
    ClickHouseStatus AwaitQuiet();
    ClickHouseStatus ForgetOne(OperatorId owner);
    ClickHouseStatus ForgetAll();

    // Waits until a statement that counts something returns 0.
    ClickHouseStatus AwaitNone(const std::string& count_sql, std::chrono::milliseconds time_max);
    ClickHouseResult<std::uint64_t> Count(const std::string& sql);
    ClickHouseStatus Execute(const std::string& sql, std::span<const ClickHouseSetting> settings = {});
    ClickHouseStatus Ask(const std::string& sql, const ClickHouseClient::ReadRow& read);
    ClickHouseStatus MakeTable();
    // A system table of this server, or of all servers of the cluster.
    std::string SystemTable(std::string_view name) const;
    std::string AppendIdPrefix() const;
    std::vector<ClickHouseSetting> QuestionSettings() const;
    // The error for the caller. If the table is gone, the next call creates it again.
    Status StatusOf(const ClickHouseStatus& status);

    const ClickHouseOptions options_;
    const std::string cluster_;  // Empty: there is one server.
    const FactTable table_;
    const ClickHouseDialect dialect_;
    ClickHouseClient client_;
    std::atomic<bool> is_prepared_{false};
    std::atomic<bool> asks_replicas_{false};  // Whether the server has a function for all replicas of a cluster.

    std::mutex append_mutex_;          // Held while appending and while changing or reading marks.
    std::optional<MarkTable> marks_;   // Empty: unknown.
    bool is_commit_in_doubt_ = false;  // The outcome of the last commit is unknown; it may still happen.
    bool are_marks_changed_ = false;   // By this store, so the projector must read the marks again.
};

// Fails if the URL is malformed or the server rejects the user. A server that cannot be reached is no failure, because
// it may come back.
Result<std::unique_ptr<app::FactStore>> OpenClickHouseStore(const std::string& url,
                                                            const ClickHouseOptions& options = {});

}  // namespace fairlead::facts
