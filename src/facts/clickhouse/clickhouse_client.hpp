#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "facts/clickhouse/clickhouse_url.hpp"
#include "facts/clickhouse/http_client.hpp"
#include "facts/clickhouse/row_binary.hpp"

namespace fairlead::facts {

// Why ClickHouse has not done what it was asked.
struct ClickHouseFailure {
    enum class Reason : std::uint8_t {
        kUnreachable,  // Nobody listens: nothing has happened.
        kUnknown,      // No answer: it may have happened.
        kTimedOut,     // Not within the limit: it may have happened, or still happen.
        kRefused,      // It does not accept who we are.
        kNoTable,      // The table or its database is gone.
        kTooLarge,     // It needs more memory than it may have.
        kFailed,
    };

    Reason reason = Reason::kFailed;

    // What whoever asked is told. Details are in the log.
    Error ToError() const;
};

template <class T>
using ClickHouseResult = std::expected<T, ClickHouseFailure>;
using ClickHouseStatus = ClickHouseResult<void>;

struct ClickHouseSetting {
    std::string_view name;
    std::string value;
};

// SQL over ClickHouse's HTTP interface. Safe from any thread, without a state in the server: every call stands for
// itself.
class ClickHouseClient {
public:
    struct Statement {
        std::string_view sql;
        std::span<const ClickHouseSetting> settings;  // Those that the server does not know are left out.
        std::chrono::milliseconds time_max{0};
    };
    using ReadRow = RowBinaryStream::ReadRow;

    explicit ClickHouseClient(const ClickHouseUrl& url);

    // Asks which settings the server knows: a setting that it does not know is an error to it. Before that none is
    // sent.
    ClickHouseStatus LearnSettings(std::chrono::milliseconds time_max);
    // Of a statement, or of the engine of a table.
    bool Knows(std::string_view setting) const;

    ClickHouseStatus Execute(const Statement& statement);
    // The statement ends in FORMAT RowBinary. Nothing is read of an answer that fails on the server's side.
    ClickHouseStatus Query(const Statement& statement, const ReadRow& read);
    // Sends data for an INSERT. It is sent once: a failure other than kUnreachable does not say that it did not happen,
    // nor that it will not.
    ClickHouseStatus Insert(const Statement& statement, std::string_view query_id,
                            std::span<const std::string_view> data);

private:
    using Names = std::set<std::string, std::less<>>;

    std::string SettingsOf(const Statement& statement) const;
    ClickHouseStatus Post(const HttpClient::Call& call, const HttpSink& sink);

    HttpClient http_;
    mutable std::mutex mutex_;
    std::shared_ptr<const Names> known_ = std::make_shared<const Names>();
};

}  // namespace fairlead::facts
