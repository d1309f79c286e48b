#pragma once

#include <string>
#include <unordered_map>

#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

// Collects the heads of one segment, each different head once.
class ClickHeads {
public:
    // Returns the index of this head in the segment. Adds the head if it is new.
    std::uint32_t Find(const ClickHead& head, ClickSegment& segment) {
        bytes_.clear();
        AppendClickHead(bytes_, head);
        // Most clicks have the same head as the previous one.
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
