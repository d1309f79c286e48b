#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/await.hpp"
#include "app/catalogue/manage_catalogue.hpp"
#include "app/ports/outgoing/sheet_writer.hpp"
#include "app/schedules/report_scheduler.hpp"
#include "app/signals/signal_watch.hpp"
#include "ledger/archive/block_archive.hpp"
#include "ledger/relational_ledger.hpp"
#include "ledger/sqlite/sqlite_engine.hpp"

namespace fairlead::ledger {
namespace {

namespace fs = std::filesystem;

// Which operators were asked about. The first question throws.
class FirstQuestionThrows {
public:
    void Ask(OperatorId owner) {
        const std::lock_guard lock(mutex_);
        asked_.insert(owner);
        changed_.notify_all();
        if (asked_.size() == 1) throw std::runtime_error("the first one fails");
    }
    // Blocks until so many operators were asked about; false after two minutes.
    bool AwaitOperators(std::size_t count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::minutes(2), [&] { return asked_.size() >= count; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::set<OperatorId> asked_;
};

class ThrowingFacts final : public app::FactStore {
public:
    explicit ThrowingFacts(FirstQuestionThrows& questions) : questions_(questions) {}

    Result<std::vector<app::BlockMark>> Marks() override { return std::vector<app::BlockMark>(); }
    Result<std::unique_ptr<app::FactAppender>> Append() override { return Fail(ErrorCode::kUnavailable, "no facts"); }
    Status Forget(std::optional<OperatorId> /*owner*/) override { return {}; }
    Status Sum(const app::SumQuestion& question, const std::function<void(const app::SumRow&)>& /*each*/) override {
        questions_.Ask(question.selection.owner);
        return {};
    }
    Status CountDistinct(const app::DistinctQuestion& /*question*/,
                         const std::function<void(const app::DistinctRow&)>& /*each*/) override {
        return {};
    }

private:
    FirstQuestionThrows& questions_;
};

class ThrowingProjection final : public app::Projection {
public:
    explicit ThrowingProjection(FirstQuestionThrows& questions) : questions_(questions) {}

    app::ProjectionLag Lag(OperatorId owner) const override {
        questions_.Ask(owner);
        return {};
    }
    void Rebuild() override {}
    app::RebuildProgress rebuild_progress() const override { return {}; }

private:
    FirstQuestionThrows& questions_;
};

class NoSheets final : public app::SheetWriter {
public:
    Result<std::string> Write(const reporting::ReportTable& /*table*/) override { return std::string(); }
};

// Two operators, each with an active fraud rule and a report schedule that is due.
class GuardedLooks : public testing::Test {
protected:
    GuardedLooks() : folder_(fs::temp_directory_path() / ("fairlead-looks-" + NewUuid().ToString())) {
        fs::create_directories(folder_);
        auto engine = OpenSqliteEngine(folder_ / "ledger.db",
                                       std::make_shared<BlockArchive>(folder_ / "archive", metrics_), IfLoss::kRefuse);
        EXPECT_TRUE(engine) << engine.error().message;
        ledger_ = std::make_unique<RelationalLedger>(std::move(*engine), 10'000, metrics_);
        for (int i = 0; i < 2; ++i) AddOperator();
        catalogue_ = std::make_unique<app::Catalogue>(ledger_->catalogue());
        EXPECT_TRUE(catalogue_->Refresh());
        EXPECT_EQ(catalogue_->Current()->entries().size(), 2U);
    }
    ~GuardedLooks() override {
        catalogue_.reset();
        ledger_.reset();
        fs::remove_all(folder_);
    }

    void AddOperator() {
        const Timestamp long_ago{Now().micros - 10 * kMicrosPerDay};
        app::CatalogueChange change{.owner = OperatorId::New()};
        change.upserts.emplace_back(
            catalogue::Operator{.id = change.owner, .name = "Operator", .created_at = long_ago});
        signals::FraudRule rule{.id = FraudRuleId::New(), .name = "Weeks"};
        rule.kind = signals::RuleKind::kUnusualConversion;
        rule.active = true;
        signals::CompleteParameters(rule.kind, rule.parameters);
        change.upserts.emplace_back(rule);
        catalogue::ReportPreset preset{.id = ReportPresetId::New(), .name = "Daily", .created_at = long_ago};
        preset.metrics = {"click_count"};
        change.upserts.emplace_back(preset);
        outbox::ReportSchedule schedule{.id = DestinationId::New(), .preset = preset.id};
        schedule.url = "https://reports.example/";
        schedule.created_at = long_ago;
        change.upserts.emplace_back(schedule);
        EXPECT_TRUE(
            app::Await<Status>([&](auto done) { ledger_->catalogue().Apply(std::move(change), std::move(done)); }));
    }

    telemetry::Metrics metrics_;
    fs::path folder_;
    std::unique_ptr<RelationalLedger> ledger_;
    std::unique_ptr<app::Catalogue> catalogue_;
    FirstQuestionThrows questions_;
    ThrowingFacts facts_{questions_};
};

TEST_F(GuardedLooks, AnExceptionAtOneOperatorsRulesDoesNotKeepTheOthersFromBeingJudged) {
    app::RunReport run_report(facts_, ledger_->records());
    app::JudgeRules judge(ledger_->records(), ledger_->signals(), facts_);
    app::SignalWatch watch({*catalogue_, ledger_->signals(), judge, run_report}, kMicrosPerSecond / 10);
    watch.Start();
    EXPECT_TRUE(questions_.AwaitOperators(2));
}

TEST_F(GuardedLooks, AnExceptionAtOneScheduleDoesNotKeepTheOthersFromBeingLookedAt) {
    app::RunReport run_report(facts_, ledger_->records());
    app::ManageCatalogue manage_catalogue(*catalogue_, ledger_->catalogue());
    const ThrowingProjection projection(questions_);
    NoSheets sheets;
    app::ReportScheduler scheduler(*catalogue_, manage_catalogue, projection,
                                   {.run_report = run_report, .sheets = sheets, .public_url = "https://f.example"});
    scheduler.Start();
    EXPECT_TRUE(questions_.AwaitOperators(2));
}

}  // namespace
}  // namespace fairlead::ledger
