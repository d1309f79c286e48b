#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "app/ports/catalogue_store.hpp"
#include "ledger/engine/engine.hpp"
#include "ledger/transaction/ledger_tasks.hpp"

namespace fairlead::ledger {

// The catalogue in its tables. Blocking reads use a separate connection, so that they do not wait for writers.
class RelationalCatalogueStore final : public app::CatalogueStore {
public:
    RelationalCatalogueStore(const LedgerTasks& tasks, LedgerEngine& engine) : tasks_(tasks), engine_(engine) {}

    void Apply(app::CatalogueChange change, app::StatusDone done) override;
    void FindRequest(OperatorId owner, app::RequestKey key, app::AnswerDone<std::optional<std::string>> done) override;
    void FindRecords(OperatorId owner, app::AnswerDone<bool> done) override;
    void ReadImage(OperatorId owner, ImageId image, app::AnswerDone<std::optional<std::string>> done) override;
    void AddAuditToAll(app::AuditEntry entry, app::StatusDone done) override;
    void NoteKeyUse(std::vector<app::KeyUse> uses) override;
    Result<std::vector<app::OperatorVersion>> OperatorVersions() override;
    std::uint64_t Epoch() const override { return engine_.epoch->current(); }
    Result<app::OperatorRecords> LoadOperator(OperatorId id) override;
    Result<bool> EmailExists(const std::string& email) override;
    Result<std::string> SettingOrStore(const std::string& name, const std::string& value) override;
    Status ReplaceSettings(const std::map<std::string, std::string>& values) override;
    void ListenForCatalogueChanges(std::function<void()> changed) override;

    void StopListening() { listener_.reset(); }

private:
    template <class Read>
    auto WithReader(Read read) -> decltype(read(std::declval<Connection&>()));

    void CompareWithSeen(const std::vector<app::OperatorVersion>& versions);

    LedgerTasks tasks_;
    LedgerEngine& engine_;
    std::mutex mutex_;
    std::map<OperatorId, std::int64_t> seen_;  // The version of every operator, as it was read last.
    std::unique_ptr<ChangeListener> listener_;
};

}  // namespace fairlead::ledger
