#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string_view>

#include "base/net/ip_address.hpp"

namespace fairlead::http {

// Logs refused connections and requests. A flood must not fill the log, so each reason is logged once in ten seconds,
// with the number of refusals since its last line. Safe from any thread.
class RefusalLog {
public:
    struct Refusal {
        std::string_view reason;  // A literal.
        IpAddress client;
        std::string_view route;  // The pattern of the route, never the path: a path can contain a secret.
    };

    void Note(const Refusal& refusal, std::int64_t now_micros);

    // Counts a refusal. Returns the number of refusals that a line should report now, or 0 if it is too early for a
    // line.
    std::int64_t Count(std::string_view reason, std::int64_t now_micros);

private:
    struct Sample {
        std::int64_t logged_at = 0;
        std::int64_t count = 0;
        bool logged = false;
    };

    std::mutex mutex_;
    std::map<std::string_view, Sample> samples_;
};

}  // namespace fairlead::http
