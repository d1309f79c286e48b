#pragma once

#include <string_view>

#include "domain/reporting/fact_row.hpp"

namespace fairlead::facts {

// How the values of a dimension are stored.
enum class DuckStorage : std::uint8_t {
    kWord,    // The number of an id or text in the table of words.
    kPlayer,  // An id with many different values, stored as it is.
    kBytes,   // A text with many different values, stored as it is.
};

constexpr DuckStorage StorageOf(reporting::Dimension dimension) {
    if (dimension == reporting::Dimension::kPlayer) return DuckStorage::kPlayer;
    return dimension < reporting::Dimension::kSub1 ? DuckStorage::kWord : DuckStorage::kBytes;
}

// Must change with the layout below. A file with another version is set aside and replaced by a new one.
inline constexpr int kDuckLayoutVersion = 2;

// The amount is amount_low + amount_high * 2^62, in units of Decimal. The high part of a realistic amount is 0.
// A column of zeros costs nothing, and 64-bit sums are several times as fast as 128-bit sums.
inline constexpr int kAmountHighShift = 62;

// Texts are stored as bytes, so that any text is returned unchanged. There are no keys and no indexes, because nothing
// is looked up.
inline constexpr const char* kDuckLayout = R"sql(
BEGIN TRANSACTION;
CREATE TABLE layout (version INTEGER);
CREATE TABLE marks (owner INTEGER, block BIGINT, recorded_at BIGINT);
CREATE TABLE words (number INTEGER, word BLOB);
CREATE TABLE facts (
    owner INTEGER, kind UTINYINT, minute INTEGER, weight BIGINT, amount_low BIGINT, amount_high BIGINT,
    currency INTEGER, brand INTEGER, affiliate INTEGER, campaign INTEGER, creative INTEGER, link INTEGER,
    source INTEGER, deal INTEGER, country INTEGER, geo_target INTEGER, device INTEGER, os INTEGER, browser INTEGER,
    period INTEGER, player UUID, visitor UBIGINT,
    sub1 BLOB, sub2 BLOB, sub3 BLOB, sub4 BLOB, sub5 BLOB, product BLOB, game BLOB
);
INSERT INTO layout VALUES (2);
COMMIT;
)sql";

}  // namespace fairlead::facts
