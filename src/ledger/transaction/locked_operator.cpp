#include "ledger/transaction/locked_operator.hpp"

#include <algorithm>

#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/outbox/mail_recipients.hpp"
#include "ledger/outbox/message_rows.hpp"
#include "ledger/record/seal_rows.hpp"

namespace fairlead::ledger {

Status LockedOperator::Begin(Connection& connection, LedgerIndex& index, std::optional<Timestamp> now) {
    if (!connection.keeps_row_checks()) record_.LeaveOutChecks();
    const auto moment = TRY(LockOperator(connection, owner_, now));
    moment_ = moment;
    TRY(lease_.cache().CatchUp(connection, moment_));
    transaction_.emplace(connection, index, moment_, lease_.cache(), record_, facts_);
    TRY(moment_.last_commit > 0 ? RecordUpgrade() : RecordBeginning());
    return StartSeals(connection, moment_, record_);
}

// The record of an operator begins with all of its data that affects commission.
Status LockedOperator::RecordBeginning() {
    const auto records = TRY(ReadOperator(transaction_->connection, owner_));
    return StoreChanges(ChangesOf(records));
}

// Earlier releases did not record the status of affiliates, kept no NGR totals per product, and had other rules. The
// first transaction after the upgrade records what is missing, and the rules that apply from now on.
Status LockedOperator::RecordUpgrade() {
    if (lease_.cache().is_upgraded()) return {};
    if (!lease_.cache().plan().ngr_by_product()) {
        const commission::Change by_product = commission::NgrKeptByProduct();
        TRY(StoreChanges(std::span(&by_product, 1)));
    }
    const auto missing = lease_.cache().plan().WithoutStatus();
    const bool new_rules = lease_.cache().plan().rules() < commission::kRulesNow;
    if (!missing.empty() || new_rules) {
        const auto records = TRY(ReadOperator(transaction_->connection, owner_));
        std::vector<commission::Change> changes;
        if (new_rules) changes.emplace_back(commission::RulesChanged());
        for (const catalogue::Affiliate& affiliate : records.affiliates) {
            const bool records_it = new_rules || std::ranges::binary_search(missing, affiliate.id);
            if (records_it) changes.push_back(ChangesOf(affiliate).front());
        }
        TRY(StoreChanges(changes));
    }
    lease_.cache().NoteUpgraded();
    return {};
}

Status LockedOperator::StoreChanges(std::span<const commission::Change> changes) {
    std::vector<commission::Change> dated(changes.begin(), changes.end());
    for (commission::Change& change : dated) {
        auto* affiliate = std::get_if<commission::AffiliateChanged>(&change);
        if (affiliate != nullptr && affiliate->suspended.value_or(false)) affiliate->last_event = moment_.last_seq;
    }
    TRY(ledger::StoreChanges(transaction_->connection, moment_, dated, record_));
    for (const commission::Change& change : dated) lease_.cache().Apply(change);
    return {};
}

Status LockedOperator::StoreNotices() {
    const auto notices = record_.TakeNotices();
    std::vector<AddressedNotice> addressed;
    for (const outbox::Notice& notice : notices) {
        for (const outbox::WebhookSubscription& webhook : lease_.cache().plan().subscriptions().webhooks()) {
            if (webhook.Has(notice.type)) addressed.push_back({webhook.id, &notice});
        }
    }
    if (addressed.empty()) return {};
    TRY(InsertNotices(transaction_->connection, owner_, moment_.recorded_at, record_.messages(), addressed));
    record_.AddMessages(addressed.size());
    for (const AddressedNotice& each : addressed) record_.AddDestination(each.destination);
    return {};
}

Status LockedOperator::StoreMailNotices() {
    const auto notices = record_.TakeMailNotices();
    if (notices.empty() || !lease_.cache().writes_mails()) return {};
    const auto mails = TRY(MailsOf(transaction_->connection, owner_, notices));
    return StoreMails(*transaction_, mails);
}

Status StoreMails(const OperatorTransaction& transaction, std::span<const outbox::SealedMail> mails) {
    if (mails.empty()) return {};
    const OperatorMoment& moment = transaction.moment;
    TRY(InsertMails(transaction.connection, moment.owner, moment.recorded_at, transaction.record.messages(), mails));
    transaction.record.AddMessages(mails.size());
    transaction.record.AddDestination(outbox::MailDestination(moment.owner));
    return {};
}

Status LockedOperator::Finish(std::span<const Posting> click_postings) {
    TRY(StoreNotices());
    TRY(StoreMailNotices());
    TRY(Advance(transaction_->connection, moment_, record_, facts_));
    if (facts_.empty()) return {};
    // Called even without clicks, so that the index records its progress.
    return transaction_->index.AddClicks(transaction_->connection, owner_, moment_.recorded_at, click_postings);
}

void LockedOperator::Keep() {
    if (transaction_) lease_.Keep(moment_, record_, facts_);
}

}  // namespace fairlead::ledger
