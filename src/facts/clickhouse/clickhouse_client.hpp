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

// Why ClickHouse did not execute a statement.
struct ClickHouseFailure {
    enum class Reason : std::uint8_t {
        kUnreachable,  // No connection, so the statement was not executed.
        kUnknown,      // No response. The statement may have been executed.
        kTimedOut,     // The time limit was reached. The statement may have been executed, or may still be running.
        kRefused,      // The server rejects the user or the password.
        kNoTable,      // The table or its database does not exist.
        kNotCreated,   // The same on a cluster, where Fairlead does not create it.
        kTooLarge,     // The statement needs more memory than it may use.
        kFailed,
    };

    Reason reason = Reason::kFailed;

    // The error for the caller. The log has the details.
    Error ToError() const;
};

template <class T>
using ClickHouseResult = std::expected<T, ClickHouseFailure>;
using ClickHouseStatus = ClickHouseResult<void>;

struct ClickHouseSetting {
    std::string_view name;
    std::string value;
};

// Runs SQL over ClickHouse's HTTP interface. Safe from any thread. Calls are independent: the server keeps no state
// between them.
class ClickHouseClient {
public:
    struct Statement {
        std::string_view sql;
        std::span<const ClickHouseSetting> settings;  // Settings that the server does not know are left out.
        std::chrono::milliseconds time_max{0};
    };
    using ReadRow = RowBinaryStream::ReadRow;

    // `ca_file` has the certificates that the server's must be signed by. Empty: the system's.
    explicit ClickHouseClient(const ClickHouseUrl& url, const std::string& ca_file = {});

    // Asks which settings the server knows, because a server rejects unknown settings. Before this call no settings are
    // sent.
    ClickHouseStatus LearnSettings(std::chrono::milliseconds time_max);
    // Whether the server knows this setting of a statement or of a table's engine.
    bool Knows(std::string_view setting) const;

    ClickHouseStatus Execute(const Statement& statement);
    // The statement must end in FORMAT RowBinary. If the server fails, `read` is never called.
    ClickHouseStatus Query(const Statement& statement, const ReadRow& read);
    // Sends the data of an INSERT once. After a failure other than kUnreachable the INSERT may have happened, or may
    // still happen.
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
