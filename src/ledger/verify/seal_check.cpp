#include "ledger/verify/seal_check.hpp"

#include <algorithm>

namespace fairlead::ledger {
namespace {

constexpr std::int64_t kSealsAtOnce = 1000;

// "table users, user 01a1…", "table statement_steps, statement 01a1…, step 3".
std::string NameOfRow(const SealedTable& table, const SealedKey& key) {
    std::string name =
        "table " + std::string(table.table) + ", " + std::string(table.subject) + " " + key.id.ToString();
    if (table.number) name += ", step " + std::to_string(key.number);
    return name;
}

std::string ValueText(const std::optional<std::string>& value) {
    return value ? (value->empty() ? "(empty)" : *value) : "(none)";
}

// The members that can be read, such as "status paid, actor user/01a1…".
std::string DescribeMembers(const SealedTable& table, const MemberTexts& members) {
    std::string text;
    for (const MemberText& member : members) {
        const auto known = std::ranges::find(table.members, member.name, &SealedMember::name);
        const bool is_digest = known != table.members.end() && known->type == SealedType::kDigest;
        if (!member.value || is_digest) continue;
        text += (text.empty() ? "" : ", ") + member.name + " " + ValueText(member.value);
    }
    return text;
}

}  // namespace

Status SealCheck::ReadMore() {
    const auto seals = TRY(ReadSeals(connection_, owner_, reached_, kSealsAtOnce));
    read_.assign(seals.begin(), seals.end());
    return {};
}

Status SealCheck::AddUpTo(std::int64_t last, CommitRecord& record) {
    while (reached_ < last) {
        if (read_.empty()) TRY(ReadMore());
        const std::int64_t next = read_.empty() ? last + 1 : std::min(read_.front().number, last + 1);
        if (next != reached_ + 1) {
            differs_("table seals: seals " + std::to_string(reached_ + 1) + " to " + std::to_string(next - 1) +
                     " are missing");
        }
        reached_ = std::min(next, last);
        if (next > last) return {};
        SealRow& seal = read_.front();
        record.AddSeal(seal.number, seal.kind, seal.record, seal.content);
        if (const SealedTable* table = FindSealedTable(seal.kind); table != nullptr) {
            waiting_[table].push_back(std::move(seal));
            ++waiting_count_;
        }
        read_.pop_front();
        if (waiting_count_ >= kSealsAtOnce) TRY(CompareWaiting());
    }
    return {};
}

Status SealCheck::CompareWaiting() {
    for (const auto& [table, seals] : waiting_) TRY(Compare(*table, seals));
    waiting_.clear();
    waiting_count_ = 0;
    return {};
}

Status SealCheck::Compare(const SealedTable& table, std::span<const SealRow> seals) {
    std::vector<std::string> records;
    std::vector<SealedKey> keys;
    for (const SealRow& seal : seals) {
        records.push_back(seal.record);
        keys.push_back(SealedKey::Parse(table, seal.record).value_or(SealedKey()));
    }
    const auto newest = TRY(ReadNewestSeals(connection_, owner_, table.kind, records));
    const auto rows = TRY(ReadSealedRows(connection_, owner_, table, keys));
    for (std::size_t i = 0; i < seals.size(); ++i) {
        // Only the newest seal of a row is in force.
        if (newest[i] && newest[i]->number != seals[i].number) continue;
        if (rows[i]) {
            ++rows_[&table];
            CompareRow(table, seals[i], *rows[i]);
        } else {
            differs_(NameOfRow(table, keys[i]) +
                     " is missing. Sealed: " + DescribeMembers(table, DecodeMembers(seals[i].content)));
        }
    }
    return {};
}

void SealCheck::CompareRow(const SealedTable& table, const SealRow& seal, const SealedRow& found) {
    if (seal.content == EncodeMembers(found.members)) return;
    for (const MemberText& sealed : DecodeMembers(seal.content)) {
        const auto member = std::ranges::find(found.members, sealed.name, &MemberText::name);
        // A sealed member that this release does not know cannot be compared.
        if (member == found.members.end() || *member == sealed) continue;
        const auto known = std::ranges::find(table.members, sealed.name, &SealedMember::name);
        const std::string which = NameOfRow(table, found.key) + ": " + sealed.name;
        if (known->type == SealedType::kDigest) {
            differs_(which + " is not what was sealed");
        } else {
            differs_(which + ": sealed " + ValueText(sealed.value) + ", found " + ValueText(member->value));
        }
    }
}

Status SealCheck::Finish() {
    TRY(CompareWaiting());
    // Before the upgrade nothing was sealed.
    if (reached_ == 0) return {};
    for (const SealedTable& table : SealedTables()) {
        const auto count = TRY(CountSealedRows(connection_, owner_, table));
        if (count > rows_[&table]) TRY(FindUnsealed(table));
    }
    return {};
}

Status SealCheck::FindUnsealed(const SealedTable& table) {
    SealedKey after;
    while (true) {
        const auto rows = TRY(ReadSealedRowsAfter(connection_, owner_, table, after, kSealsAtOnce));
        std::vector<std::string> records;
        for (const SealedRow& row : rows) records.push_back(row.key.ToText(table));
        const auto seals = TRY(ReadNewestSeals(connection_, owner_, table.kind, records));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (seals[i]) continue;
            differs_(NameOfRow(table, rows[i].key) +
                     " was added without a seal. Found: " + DescribeMembers(table, rows[i].members));
        }
        if (std::ssize(rows) < kSealsAtOnce) return {};
        after = rows.back().key;
    }
}

}  // namespace fairlead::ledger
