#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ports/outgoing/outbox.hpp"
#include "base/crypto/secrets.hpp"
#include "domain/accruals/accrual.hpp"
#include "domain/outbox/mail.hpp"
#include "domain/outbox/webhook.hpp"
#include "domain/statements/statement.hpp"
#include "ledger/record/event_rows.hpp"
#include "ledger/seals/row_checks.hpp"

namespace fairlead::ledger {

// What the hash of a commit covers. Commits from before the upgrade to seals are narrow: without seals and block.
enum class ChainWidth : std::uint8_t { kNarrow, kWide };

// The rows of an operator that one transaction writes and that the hash chain covers: changes, events, accruals,
// statements and seals, each in order, and its block of facts. Their bytes do not depend on the engine, so that reading
// the rows back gives the same hash.
class CommitRecord {
public:
    void AddChange(std::int64_t number, std::string_view kind, std::string_view content);
    void AddEvent(const EventRow& row);
    void AddAccrual(const commission::Accrual& accrual);
    void AddStatement(StatementId id, const Bytes32& content_hash);
    void AddSeal(std::int64_t number, std::string_view kind, std::string_view sealed, std::string_view content);
    // The block of facts of the commit, which has at most one.
    void SetBlock(std::int64_t number, const Bytes32& digest);
    // Unpriced accruals are not part of the chain, because they are deleted later.
    void AddUnpriced() { ++unpriced_; }
    // Nor are messages: `verify` decides them again.
    void AddMessages(std::size_t count) { messages_ += static_cast<std::int64_t>(count); }
    // Adds a notice for webhooks. The end of the transaction writes it as messages.
    void AddNotice(outbox::Notice notice) { notices_.push_back(std::move(notice)); }
    std::vector<outbox::Notice> TakeNotices() { return std::exchange(notices_, {}); }
    // The same for mails to people.
    void AddMailNotice(outbox::MailNotice notice) { mail_notices_.push_back(std::move(notice)); }
    std::vector<outbox::MailNotice> TakeMailNotices() { return std::exchange(mail_notices_, {}); }
    // This destination has new messages.
    void AddDestination(DestinationId destination) { stored_.destinations.insert(destination); }
    // Messages of this destination wait again.
    void AddReplayed(DestinationId destination) {
        stored_.destinations.insert(destination);
        stored_.replayed = true;
    }

    bool empty() const { return changes_ + events_ + accruals_ + statements_ + seals_ + block_no_ == 0; }
    std::int64_t changes() const { return changes_; }
    std::int64_t events() const { return events_; }
    std::int64_t accruals() const { return accruals_; }
    std::int64_t seals() const { return seals_; }
    std::int64_t unpriced() const { return unpriced_; }
    std::int64_t messages() const { return messages_; }
    const app::StoredMessages& stored_messages() const { return stored_; }
    std::int64_t block_no() const { return block_no_; }  // 0: none.
    const Bytes32& block_digest() const { return block_digest_; }
    // The checks of the members of its changes, events, accruals and seals. Empty after LeaveOutChecks.
    const RowChecks& checks() const { return checks_; }
    // Computes no checks for rows that are added later. Call it on an engine that does not store them.
    void LeaveOutChecks() { has_checks_ = false; }

    // Ends the record and returns its hash.
    Bytes32 Hash(const Bytes32& previous, std::int64_t commit_no, Timestamp recorded_at,
                 ChainWidth width = ChainWidth::kWide);
    // What Hash has returned; zeros before.
    const Bytes32& hash() const { return hash_; }

private:
    // Where the checks of added rows go; null if they are left out.
    RowChecks* wanted_checks() { return has_checks_ ? &checks_ : nullptr; }

    Digester256 change_digest_;
    Digester256 event_digest_;
    Digester256 accrual_digest_;
    Digester256 statement_digest_;
    Digester256 seal_digest_;
    Bytes32 block_digest_{};
    RowChecks checks_;
    bool has_checks_ = true;
    std::int64_t changes_ = 0;
    std::int64_t events_ = 0;
    std::int64_t accruals_ = 0;
    std::int64_t statements_ = 0;
    std::int64_t seals_ = 0;
    std::int64_t block_no_ = 0;
    std::int64_t unpriced_ = 0;
    std::int64_t messages_ = 0;
    app::StoredMessages stored_;
    std::vector<outbox::Notice> notices_;
    std::vector<outbox::MailNotice> mail_notices_;
    std::string scratch_;
    Bytes32 hash_{};
};

}  // namespace fairlead::ledger
