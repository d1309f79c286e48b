#include "ledger/seals/row_checks.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fairlead::ledger {
namespace {

constexpr char kChecksVersion = 1;
constexpr int kSpread = 11;  // Members that differ in the order of their words have different checks.

struct CheckedMember {
    std::string_view column;
    std::string_view table;  // If it is stored in another table.
};

// In the order in which CommitRecord adds them. A change of these lists needs another version.
constexpr std::array<CheckedMember, 3> kChangeChecks{{{"number", {}}, {"kind", {}}, {"content", {}}}};
constexpr std::array<CheckedMember, 18> kEventChecks{{{"seq", {}},
                                                      {"event_id", {}},
                                                      {"player_id", {}},
                                                      {"event_type", {}},
                                                      {"event_time", {}},
                                                      {"brand_id", {}},
                                                      {"idempotency_key", {}},
                                                      {"amount", {}},
                                                      {"currency", {}},
                                                      {"ngr_delta", {}},
                                                      {"external_ref", "players"},
                                                      {"click_id", {}},
                                                      {"country", {}},
                                                      {"product", {}},
                                                      {"game", {}},
                                                      {"user_agent", {}},
                                                      {"ip_hash", {}},
                                                      {"unknown_members", {}}}};
constexpr std::array<CheckedMember, 20> kAccrualChecks{
    {{"number", {}},     {"affiliate_id", {}}, {"player_id", {}}, {"brand_id", {}}, {"event_seq", {}},
     {"deal_id", {}},    {"deal_version", {}}, {"component", {}}, {"reason", {}},   {"period", {}},
     {"event_time", {}}, {"payable_from", {}}, {"late", {}},      {"amount", {}},   {"currency", {}},
     {"base", {}},       {"rate", {}},         {"source", {}},    {"reverses", {}}, {"seen", {}}}};
constexpr std::array<CheckedMember, 4> kSealChecks{{{"number", {}}, {"kind", {}}, {"record", {}}, {"content", {}}}};

struct CheckedColumns {
    std::string_view table;
    std::span<const CheckedMember> members;
};

// In the order of CheckedTable.
constexpr std::array<CheckedColumns, kCheckedTables> kCheckedColumns{
    {{"changes", kChangeChecks}, {"events", kEventChecks}, {"accruals", kAccrualChecks}, {"seals", kSealChecks}}};

// Each bit of the words flips one bit of the result.
std::uint8_t FoldBits(std::uint64_t words) {
    std::uint8_t check = 0;
    for (int i = 0; i < 8; ++i) {
        check = static_cast<std::uint8_t>(check ^ std::rotl(static_cast<std::uint8_t>(words >> (8 * i)), i));
    }
    return check;
}

std::uint64_t WordOf(std::string_view bytes) {
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), std::min(bytes.size(), sizeof(word)));
    return word;
}

std::uint8_t CheckOf(std::string_view member) {
    std::uint64_t words = member.size();
    for (; member.size() > sizeof(words); member.remove_prefix(sizeof(words))) {
        words = std::rotl(words, kSpread) ^ WordOf(member);
    }
    return FoldBits(member.empty() ? words : std::rotl(words, kSpread) ^ WordOf(member));
}

std::string NameOfMember(const CheckedColumns& columns, const CheckedMember& member, std::int64_t number) {
    std::string name = "table " + std::string(columns.table) + ", number " + std::to_string(number) + ", column ";
    if (!member.table.empty()) name += std::string(member.column) + " of table " + std::string(member.table);
    return member.table.empty() ? name + std::string(member.column) : name;
}

}  // namespace

void RowChecks::Add(CheckedTable table, std::string_view member) {
    checks_[static_cast<std::size_t>(table)] += static_cast<char>(CheckOf(member));
}

void RowChecks::Add(CheckedTable table, std::int64_t member) {
    checks_[static_cast<std::size_t>(table)] += static_cast<char>(FoldBits(static_cast<std::uint64_t>(member)));
}

bool RowChecks::empty() const {
    return std::ranges::all_of(checks_, [](const std::string& checks) { return checks.empty(); });
}

std::string RowChecks::Encode() const {
    std::string stored(1, kChecksVersion);
    for (const std::string& checks : checks_) stored += checks;
    return stored;
}

std::vector<std::string> FindDamagedMembers(std::string_view stored, const RowChecks& found,
                                            const CheckedRowsOfTables& rows) {
    if (!stored.starts_with(kChecksVersion)) return {};
    stored.remove_prefix(1);
    std::vector<std::string> damaged;
    for (std::size_t i = 0; i < kCheckedTables; ++i) {
        const CheckedColumns& columns = kCheckedColumns[i];
        const std::string_view present = found.Of(static_cast<CheckedTable>(i));
        const std::size_t expected = static_cast<std::size_t>(rows[i].count) * columns.members.size();
        if (stored.size() < expected) return {};
        for (std::size_t at = 0; at < expected && present.size() == expected; ++at) {
            if (stored[at] == present[at]) continue;
            const auto row = static_cast<std::int64_t>(at / columns.members.size());
            damaged.push_back(NameOfMember(columns, columns.members[at % columns.members.size()], rows[i].first + row));
        }
        stored.remove_prefix(expected);
    }
    return stored.empty() ? damaged : std::vector<std::string>();
}

}  // namespace fairlead::ledger
