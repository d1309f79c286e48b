#include "ledger/relational_catalogue_store.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "app/await.hpp"
#include "ledger/catalogue/catalogue_rows.hpp"
#include "ledger/catalogue/record_rows.hpp"
#include "ledger/catalogue/settings_rows.hpp"
#include "ledger/record/audit_rows.hpp"
#include "ledger/transaction/catalogue_change.hpp"
#include "ledger/transaction/request_keys.hpp"

namespace fairlead::ledger {
namespace {

// In one transaction, so that a failure leaves no operator with the entry and others without it. Locks are taken in the
// order of the operators' ids, so that two nodes never wait for each other in a circle.
Status AddAuditToEach(Connection& connection, const LedgerTasks& tasks, const app::AuditEntry& entry) {
    std::deque<LockedOperator> operators;
    const Status added = InUncheckedIndexedTransaction(connection, tasks.index(), [&](Connection& open) -> Status {
        const Timestamp now = TRY(ReadClockToConfirm(open));
        for (const app::OperatorVersion& each : TRY(ReadOperatorVersions(open))) {
            LockedOperator& locked = operators.emplace_back(tasks.caches(), each.id);
            TRY(locked.Begin(open, tasks.index(), now));
            const OperatorTransaction& transaction = locked.transaction();
            TRY(InsertAudit(open, transaction.moment, transaction.record, entry));
            TRY(locked.Finish());
        }
        return {};
    });
    if (added) std::ranges::for_each(operators, KeepCache);
    return added;
}

}  // namespace

void RelationalCatalogueStore::Apply(app::CatalogueChange change, app::StatusDone done) {
    const OperatorId owner = change.owner;
    tasks_.RunOnWriter(owner, std::move(done), [tasks = tasks_, change = std::move(change)](Connection& connection) {
        LockedOperator locked(tasks.caches(), change.owner);
        const Status applied = InIndexedTransaction(connection, tasks.index(), [&](Connection& open) {
            return ApplyChange(open, tasks.index(), locked, change);
        });
        if (applied) KeepCache(locked);
        return applied;
    });
}

void RelationalCatalogueStore::FindRequest(OperatorId owner, app::RequestKey key,
                                           app::AnswerDone<std::optional<std::string>> done) {
    tasks_.ReadOnWriter(owner, std::move(done),
                        [owner, key](Connection& open) { return FindRequestKey(open, owner, key); });
}

void RelationalCatalogueStore::FindRecords(OperatorId owner, app::AnswerDone<bool> done) {
    tasks_.ReadOnWriter(owner, std::move(done), [owner](Connection& open) { return HasRecords(open, owner); });
}

void RelationalCatalogueStore::ReadImage(OperatorId owner, ImageId image,
                                         app::AnswerDone<std::optional<std::string>> done) {
    tasks_.Read(owner, std::move(done),
                [owner, image](Connection& open) { return ReadImageContent(open, owner, image); });
}

void RelationalCatalogueStore::AddAuditToAll(app::AuditEntry entry, app::StatusDone done) {
    tasks_.RunOnWriter(
        LedgerTasks::kNoOperator, std::move(done),
        [tasks = tasks_, entry = std::move(entry)](Connection& open) { return AddAuditToEach(open, tasks, entry); });
}

void RelationalCatalogueStore::NoteKeyUse(std::vector<app::KeyUse> uses) {
    // An error is ignored, because the next use of the key is noted again.
    tasks_.Write(LedgerTasks::kNoOperator, app::StatusDone([](const Status&) {}),
                 [uses = std::move(uses)](Connection& open) { return NoteKeyUses(open, uses); });
}

template <class Read>
auto RelationalCatalogueStore::WithReader(Read read) -> decltype(read(std::declval<Connection&>())) {
    const std::lock_guard lock(mutex_);
    auto connection = TRY(engine_.catalogue_reader->Acquire());
    return InReadingTransaction(*connection, read);
}

Result<std::vector<app::OperatorVersion>> RelationalCatalogueStore::OperatorVersions() {
    return WithReader([this](Connection& connection) -> Result<std::vector<app::OperatorVersion>> {
        auto versions = TRY(ReadOperatorVersions(connection));
        CompareWithSeen(versions);
        return versions;
    });
}

// Versions only grow, and operators are never deleted.
void RelationalCatalogueStore::CompareWithSeen(const std::vector<app::OperatorVersion>& versions) {
    std::map<OperatorId, std::int64_t> now;
    for (const auto& [id, version] : versions) now.emplace(id, version);
    for (const auto& [id, version] : seen_) {
        const auto found = now.find(id);
        if (found != now.end() && found->second >= version) continue;
        engine_.epoch->ReportMovedBackwards(id, "version " + std::to_string(version) + " of the catalogue");
    }
    seen_ = std::move(now);
}

Result<app::OperatorRecords> RelationalCatalogueStore::LoadOperator(OperatorId id) {
    return WithReader([&](Connection& connection) { return ReadOperator(connection, id); });
}

Result<bool> RelationalCatalogueStore::EmailExists(const std::string& email) {
    return WithReader([&](Connection& connection) { return ReadEmailExists(connection, email); });
}

Result<std::string> RelationalCatalogueStore::SettingOrStore(const std::string& name, const std::string& value) {
    return app::Await<std::string>([&](auto done) {
        tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done),
                            [&](Connection& open) { return ReadSettingOrStore(open, name, value); });
    });
}

Status RelationalCatalogueStore::ReplaceSettings(const std::map<std::string, std::string>& values) {
    return app::Await<Status>([&](auto done) {
        tasks_.WriteUndated(LedgerTasks::kNoOperator, std::move(done), [&](Connection& open) -> Status {
            for (const auto& [name, value] : values) TRY(ReplaceSetting(open, name, value));
            return {};
        });
    });
}

void RelationalCatalogueStore::ListenForCatalogueChanges(std::function<void()> changed) {
    if (engine_.listen) listener_ = engine_.listen(std::move(changed));
}

}  // namespace fairlead::ledger
