#include <atomic>
#include <thread>

#include "app/await.hpp"
#include "app/ports/sessions.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

constexpr Sql kSessionCount("SELECT count(*) FROM sessions");
constexpr std::int64_t kStep = 59'000'001;

class SessionContract : public LedgerContract {
protected:
    void SetUp() override { Store(); }

    void Store() { ASSERT_TRUE(Apply({.owner = owner_, .based_on_version = version_++, .upserts = {user_}})); }
    app::CheckedUser Checked() const { return {user_.password_hash, user_.totp_sealed, user_.totp_confirmed_step}; }
    Status Open(app::Ledger& ledger, const app::CheckedUser& checked, std::optional<std::int64_t> step) const {
        const app::SessionRecord session{.owner = owner_,
                                         .token_hash = Digest256(ApiKeyId::New().ToString()),
                                         .user = user_.id,
                                         .created_at = Now(),
                                         .last_seen_at = Now(),
                                         .totp_step = step};
        return app::Await<Status>(
            [&](auto done) { ledger.sessions().Open(session, checked, Timestamp{}, std::move(done)); });
    }
    ErrorCode WhyNot(const app::CheckedUser& checked, std::optional<std::int64_t> step = std::nullopt) const {
        const Status opened = Open(*ledger_, checked, step);
        return opened ? ErrorCode::kInternal : opened.error().code;
    }

    const OperatorId owner_ = MakeOperator();
    std::int64_t version_ = 1;
    catalogue::User user_{.id = UserId::New(),
                          .email = "session@users.example",
                          .status = catalogue::UserStatus::kActive,
                          .password_hash = "hash",
                          .created_at = Now()};
};

TEST_P(SessionContract, AUserThatHasChangedGetsNoSessionByTheOldRules) {
    const auto before = Checked();
    ASSERT_TRUE(Open(*ledger_, before, std::nullopt));
    user_.totp_sealed = "sealed";
    user_.totp_confirmed_step = kStep;
    Store();
    EXPECT_EQ(WhyNot(before), ErrorCode::kConflict);
    const auto with_codes = Checked();
    ASSERT_TRUE(Open(*ledger_, with_codes, kStep + 1));
    user_.password_hash = "new hash";
    Store();
    EXPECT_EQ(WhyNot(with_codes, kStep + 2), ErrorCode::kConflict);
    user_.status = catalogue::UserStatus::kDisabled;
    Store();
    EXPECT_EQ(WhyNot(Checked(), kStep + 3), ErrorCode::kConflict);
    EXPECT_EQ(Count(kSessionCount), 2);
}

TEST_P(SessionContract, AOneTimeCodeOpensOneSessionOnAllNodes) {
    user_.totp_sealed = "sealed";
    Store();
    const auto other_node = GetParam() == "Postgres" ? place_->Open(metrics_) : nullptr;
    std::atomic<int> opened = 0;
    {
        std::vector<std::jthread> nodes;
        for (int i = 0; i < 6; ++i) {
            app::Ledger* node = i % 2 == 0 || !other_node ? ledger_.get() : other_node.get();
            nodes.emplace_back([&, node] {
                const Status session = Open(*node, Checked(), kStep);
                if (session) {
                    ++opened;
                } else {
                    EXPECT_EQ(session.error().code, ErrorCode::kInvalidTotp);
                }
            });
        }
    }
    EXPECT_EQ(opened, 1);
}

INSTANTIATE_TEST_SUITE_P(Engines, SessionContract, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
