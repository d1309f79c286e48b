#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/errors.hpp"
#include "base/id/ids.hpp"
#include "base/time/time.hpp"

namespace fairlead::app {

// A request of an API key, or one event of its batch, that was refused. It contains no values of the event except its
// key.
struct RefusedRequest {
    std::int64_t number = 0;  // Set by the log. Later refusals have greater numbers.
    Timestamp first_at;
    Timestamp at;            // The last time, if it was repeated.
    std::int64_t count = 1;  // How often the same was refused in succession.
    ApiKeyId key;
    int status = 400;  // The status of the request, or the status that the event would have alone.
    std::string request_id;
    bool dry_run = false;
    std::optional<std::size_t> position;  // In the batch.
    std::optional<std::string> idempotency_key;
    std::vector<Error> errors;
};

// The last refused requests of each API key, in the memory of this node. Bounded per key and in total: above the total,
// the oldest refusals are dropped first. Safe from any thread.
class RefusedRequests {
public:
    static constexpr std::size_t kPerKeyMax = 1000;
    static constexpr std::size_t kErrorsPerRequestMax = 20;
    static constexpr std::size_t kTextLengthMax = 500;
    static constexpr std::size_t kBytesMax = 32 * 1024 * 1024;

    explicit RefusedRequests(std::size_t bytes_max = kBytesMax) : bytes_max_(bytes_max) {}

    // Long texts are cut. If a refusal differs from the previous one of the key only in time and id, it is counted with
    // that one.
    void Note(OperatorId owner, RefusedRequest refused);

    struct Query {
        OperatorId owner;
        std::optional<ApiKeyId> key;
        std::optional<std::int64_t> before;  // The cursor: a number.
        std::size_t limit = 50;
    };
    // Newest first.
    std::vector<RefusedRequest> Read(const Query& query) const;

private:
    struct KeyLog {
        OperatorId owner;
        std::deque<RefusedRequest> refusals;  // Oldest first.
    };

    void DropFirst(KeyLog& log);
    void DropOldest();

    const std::size_t bytes_max_;
    mutable std::mutex mutex_;
    std::unordered_map<ApiKeyId, KeyLog> logs_;
    std::int64_t last_number_ = 0;
    std::size_t bytes_ = 0;
};

}  // namespace fairlead::app
