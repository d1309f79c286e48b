#pragma once

#include <string>
#include <unordered_map>

#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

// Puts the heads of one segment together: each different one once.
class ClickHeads {
public:
    // The place of this head in the segment, to which it is added if it is new.
    std::uint32_t Find(const ClickHead& head, ClickSegment& segment) {
        bytes_.clear();
        AppendClickHead(bytes_, head);
        // Most clicks are like the one before.
        if (bytes_ == last_bytes_) return last_;
        const auto [known, is_new] = places_.try_emplace(bytes_, segment.head_count);
        if (is_new) {
            segment.heads += bytes_;
            ++segment.head_count;
        }
        last_ = known->second;
        last_bytes_.swap(bytes_);
        return last_;
    }

private:
    std::unordered_map<std::string, std::uint32_t> places_;
    std::string bytes_;
    std::string last_bytes_;
    std::uint32_t last_ = 0;
};

}  // namespace fairlead::tracking
