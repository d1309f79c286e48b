#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

// What reports still count of a click that was dropped: it has no id, no address and no agent, and cannot be found.
struct DroppedClick {
    Timestamp time;  // When it was recorded: that of its block.
    BrandId brand;
    std::uint64_t visitor = 0;  // What VisitorOf said of the click.
    std::string country;
    Origin origin;

    bool operator==(const DroppedClick&) const = default;
};

// What tells visitors apart in reports: a digest of address and agent. It is stored: it may never change.
std::uint64_t VisitorOf(const Click& click);

DroppedClick Drop(Click click);

// Where some clicks of a block were dropped, those that stay keep their places, which their ids name:
//   kept    := heads:varint head* rows:varint kept_row*       kept_row    := index:varint row
//   dropped := heads:varint head* rows:varint dropped_row*    dropped_row := head:varint visitor:8 bytes, and the
//   SubIDs
// Heads and rows are those of domain/tracking/click.hpp; the agent digest in the heads of dropped clicks is all zeros.
void AppendKeptClicks(std::string& out, std::span<const Click> clicks);
void AppendDroppedClicks(std::string& out, std::span<const DroppedClick> clicks);
void ReadKeptClicks(ByteReader& reader, Timestamp time, std::vector<Click>& clicks);
void ReadDroppedClicks(ByteReader& reader, Timestamp time, std::vector<DroppedClick>& clicks);

}  // namespace fairlead::tracking
