#pragma once

#include <string_view>

#include "domain/reporting/fact_row.hpp"

namespace fairlead::facts {

// How the values of a dimension are stored.
enum class DuckStorage : std::uint8_t {
    kWord,    // The number of an id or of a text in the table of words.
    kPlayer,  // Any number of ids, each as itself.
    kBytes,   // Any number of texts, each as itself.
};

constexpr DuckStorage StorageOf(reporting::Dimension dimension) {
    if (dimension == reporting::Dimension::kPlayer) return DuckStorage::kPlayer;
    return dimension < reporting::Dimension::kSub1 ? DuckStorage::kWord : DuckStorage::kBytes;
}

// Changes with what follows; a file of another version is set aside and filled anew.
inline constexpr int kDuckLayoutVersion = 1;

// The amount is amount_low + amount_high * 2^62, in units of Decimal. The high part is 0 in all but absurd amounts: a
// column of zeros costs nothing, and sums of 64 bits are several times as fast as those of 128.
inline constexpr int kAmountHighShift = 62;

// Texts are bytes, so that anything comes back as it was. There are no keys and no indexes: nothing is looked up.
inline constexpr const char* kDuckLayout = R"sql(
BEGIN TRANSACTION;
CREATE TABLE layout (version INTEGER);
CREATE TABLE marks (owner INTEGER, block BIGINT, recorded_at BIGINT);
CREATE TABLE words (number INTEGER, word BLOB);
CREATE TABLE facts (
    owner INTEGER, kind UTINYINT, minute INTEGER, weight BIGINT, amount_low BIGINT, amount_high BIGINT,
    currency INTEGER, brand INTEGER, affiliate INTEGER, campaign INTEGER, creative INTEGER, link INTEGER,
    source INTEGER, deal INTEGER, country INTEGER, geo_target INTEGER, device INTEGER, os INTEGER, browser INTEGER,
    player UUID, visitor UBIGINT,
    sub1 BLOB, sub2 BLOB, sub3 BLOB, sub4 BLOB, sub5 BLOB, product BLOB, game BLOB
);
INSERT INTO layout VALUES (1);
COMMIT;
)sql";

}  // namespace fairlead::facts
