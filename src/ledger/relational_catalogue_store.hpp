#pragma once

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
    void NoteKeyUse(std::vector<app::KeyUse> uses) override;
    Result<std::vector<app::OperatorVersion>> OperatorVersions() override;
    Result<app::OperatorRecords> LoadOperator(OperatorId id) override;
    Result<bool> EmailExists(const std::string& email) override;
    Result<std::string> SettingOrStore(const std::string& name, const std::string& value) override;
    void ListenForCatalogueChanges(std::function<void()> changed) override;

    void StopListening() { listener_.reset(); }

private:
    template <class Read>
    auto WithReader(Read read) -> decltype(read(std::declval<Connection&>()));

    LedgerTasks tasks_;
    LedgerEngine& engine_;
    std::mutex mutex_;
    std::unique_ptr<ChangeListener> listener_;
};

}  // namespace fairlead::ledger
