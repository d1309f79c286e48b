#pragma once

#include "app/ports/catalogue_store.hpp"

namespace fairlead::app {

// A store without operators. A test overrides what it needs.
class EmptyCatalogueStore : public CatalogueStore {
public:
    void Apply(CatalogueChange, StatusDone) override {}
    void FindRecords(OperatorId, AnswerDone<bool>) override {}
    void FindRequest(OperatorId, RequestKey, AnswerDone<std::optional<std::string>>) override {}
    void ReadImage(OperatorId, ImageId, AnswerDone<std::optional<std::string>>) override {}
    void AddAuditToAll(AuditEntry, StatusDone) override {}
    void NoteKeyUse(std::vector<KeyUse>) override {}
    Result<std::vector<OperatorVersion>> OperatorVersions() override { return std::vector<OperatorVersion>(); }
    Result<OperatorRecords> LoadOperator(OperatorId) override { return OperatorRecords(); }
    Result<bool> EmailExists(const std::string&) override { return false; }
    Result<std::string> SettingOrStore(const std::string&, const std::string& value) override { return value; }
    Status ReplaceSettings(const std::map<std::string, std::string>&) override { return {}; }
    void ListenForCatalogueChanges(std::function<void()>) override {}
};

}  // namespace fairlead::app
