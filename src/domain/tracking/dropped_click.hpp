#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "domain/tracking/click.hpp"

namespace fairlead::tracking {

// The rest of a dropped click, which reports still count. It has no id, no address and no user agent, and cannot be
// found.
struct DroppedClick {
    Timestamp time;  // The time of its batch.
    BrandId brand;
    std::uint64_t visitor = 0;  // The VisitorOf of the click.
    std::string country;
    Origin origin;

    bool operator==(const DroppedClick&) const = default;
};

// Identifies a visitor in reports: a digest of address and user agent. It is stored, so the function must never change.
std::uint64_t VisitorOf(const Click& click);

DroppedClick Drop(Click click);

// In a block from which clicks were dropped, the other clicks keep their index, because their ids contain it:
//   kept    := heads:varint head* rows:varint kept_row*       kept_row    := index:varint row
//   dropped := heads:varint head* rows:varint dropped_row*    dropped_row := head:varint visitor:8 bytes, then SubIDs
// Heads and rows are those of domain/tracking/click.hpp. The agent digest in the heads of dropped clicks is all zeros.
void AppendKeptClicks(std::string& out, std::span<const Click> clicks);
void AppendDroppedClicks(std::string& out, std::span<const DroppedClick> clicks);
void ReadKeptClicks(ByteReader& reader, Timestamp time, std::vector<Click>& clicks);
void ReadDroppedClicks(ByteReader& reader, Timestamp time, std::vector<DroppedClick>& clicks);

}  // namespace fairlead::tracking
