#include "ledger/transaction/catalogue_change.hpp"

#include <variant>

#include "ledger/catalogue/record_rows.hpp"
#include "ledger/catalogue/settings_rows.hpp"
#include "ledger/engine/trusted_clock.hpp"
#include "ledger/outbox/message_rows.hpp"
#include "ledger/outbox/report_run_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/record/seal_rows.hpp"
#include "ledger/transaction/locked_operator.hpp"
#include "ledger/transaction/request_keys.hpp"
#include "ledger/transaction/statement_period_change.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kLockVersion("SELECT catalogue_version FROM operators WHERE operator_id = $1 {for_update}");
constexpr Sql kMoveVersion("UPDATE operators SET catalogue_version = catalogue_version + 1 WHERE operator_id = $1");

Status CheckVersion(Connection& connection, const app::CatalogueChange& change) {
    const auto rows = TRY(connection.Query(kLockVersion, {Value::Of(change.owner)}));
    const std::int64_t version = rows.empty() ? 0 : rows.Integer(0);
    if (version == change.based_on_version) return {};
    return Fail(ErrorCode::kConflict, "the operator's data has changed in the meantime");
}

// `now` is the time of the checked clock. The change was decided by the system's clock.
Status CheckSettings(Connection& connection, const app::CatalogueChange& change, Timestamp now) {
    for (const auto& record : change.upserts) {
        const auto* self = std::get_if<catalogue::Operator>(&record);
        if (self == nullptr) continue;
        TRY(CheckDated(connection, change.owner, self->settings, now));
        TRY(CheckTwoPersonRule(connection, change.owner, *self, now));
        TRY(CheckPortalDomains(connection, change.owner, *self));
    }
    return {};
}

const commission::DealVersion* FindVersion(const commission::Plan& plan, DealId id, std::int32_t number) {
    const auto* deal = plan.FindDeal(id);
    return deal == nullptr ? nullptr : deal->Version(number);
}

// Versions of deals and withdrawals that the record already contains are not new.
bool IsNews(const commission::Plan& plan, const commission::Change& change) {
    if (const auto* added = std::get_if<commission::DealVersionAdded>(&change)) {
        return FindVersion(plan, added->deal, added->version.number) == nullptr;
    }
    if (const auto* withdrawn = std::get_if<commission::DealVersionWithdrawn>(&change)) {
        const auto* version = FindVersion(plan, withdrawn->deal, withdrawn->version);
        return version == nullptr || !version->withdrawn_at;
    }
    return true;
}

// Adds the parts of a change that affect commission to the record.
Status RecordMoney(LockedOperator& locked, const app::CatalogueChange& change) {
    // For the first change of an operator, Begin has recorded all of its data.
    if (locked.transaction().moment.last_commit == 0) return {};
    std::vector<commission::Change> changes;
    for (const auto& record : change.upserts) {
        for (auto& each : ChangesOf(record)) changes.push_back(std::move(each));
        const auto* affiliate = std::get_if<catalogue::Affiliate>(&record);
        if (affiliate == nullptr) continue;
        const auto period = TRY(StatementPeriodChangeOf(locked.transaction(), *affiliate));
        if (period) changes.emplace_back(*period);
    }
    std::erase_if(changes, [&](const auto& each) { return !IsNews(locked.transaction().cache.plan(), each); });
    return locked.StoreChanges(changes);
}

// The kind of seal that a record gets. Records without a seal do not affect money, or are recorded as changes.
template <class Record>
std::optional<SealedKind> SealedKindOf(const Record&) {
    return std::nullopt;
}
std::optional<SealedKind> SealedKindOf(const catalogue::Operator&) { return SealedKind::kOperator; }
std::optional<SealedKind> SealedKindOf(const catalogue::Brand&) { return SealedKind::kBrand; }
std::optional<SealedKind> SealedKindOf(const catalogue::Affiliate&) { return SealedKind::kAffiliate; }
std::optional<SealedKind> SealedKindOf(const catalogue::User&) { return SealedKind::kUser; }
std::optional<SealedKind> SealedKindOf(const catalogue::ApiKey&) { return SealedKind::kApiKey; }
std::optional<SealedKind> SealedKindOf(const catalogue::Link&) { return SealedKind::kLink; }

Status SealRecord(const OperatorTransaction& transaction, const app::CatalogueChange::Record& record) {
    const auto kind = std::visit([](const auto& one) { return SealedKindOf(one); }, record);
    if (!kind) return {};
    const Uuid id = std::visit([](const auto& one) { return one.id.uuid; }, record);
    return SealOne(transaction.connection, transaction.moment, transaction.record, *kind, {id, 0});
}

Status StoreReportRun(const OperatorTransaction& transaction, const outbox::ReportRun* run) {
    if (run == nullptr) return {};
    const OperatorMoment& moment = transaction.moment;
    TRY(InsertReportRun(transaction.connection, moment.owner, moment.recorded_at, *run));
    if (run->posts.empty()) return {};
    TRY(InsertReportPosts(transaction.connection, moment.owner, moment.recorded_at, transaction.record.messages(),
                          *run));
    transaction.record.AddMessages(run->posts.size());
    transaction.record.AddDestination(run->schedule);
    return {};
}

// Adds the change to the chain.
Status RecordChange(LockedOperator& locked, const app::CatalogueChange& change) {
    const OperatorTransaction& transaction = locked.transaction();
    TRY(RecordMoney(locked, change));
    for (const auto& record : change.upserts) TRY(SealRecord(transaction, record));
    TRY(InsertAudit(transaction.connection, transaction.moment, transaction.record, change.audit));
    TRY(StoreMails(transaction, change.mails));
    TRY(StoreReportRun(transaction, change.report_run.get()));
    return locked.Finish();
}

// A schedule can have many runs, so the key is stored with the id of the run.
std::string KeySubjectOf(const app::CatalogueChange& change) {
    return change.report_run ? "reportRun/" + change.report_run->id.ToString() : change.audit.front().subject;
}

}  // namespace

Status ApplyChange(Connection& connection, LedgerIndex& index, LockedOperator& locked,
                   const app::CatalogueChange& change) {
    if (change.only_first_operator) TRY(CheckNoOperator(connection));
    TRY(CheckVersion(connection, change));
    const Timestamp now = TRY(ReadClock(connection));
    TRY(CheckSettings(connection, change, now));
    if (change.key && !change.audit.empty()) {
        const auto earlier = TRY(UseRequestKey(connection, change.owner, change.key, KeySubjectOf(change), now));
        if (earlier) return Fail(ErrorCode::kRepeatedRequest, "an earlier request had this Idempotency-Key");
    }
    for (const auto& record : change.upserts) {
        const auto upsert = [&](const auto& one) { return Upsert(connection, change.owner, one); };
        TRY(std::visit(upsert, record));
    }
    TRY(locked.Begin(connection, index));
    TRY(RecordChange(locked, change));
    TRY(connection.Run(kMoveVersion, {Value::Of(change.owner)}));
    return connection.AnnounceCatalogueChange();
}

}  // namespace fairlead::ledger
