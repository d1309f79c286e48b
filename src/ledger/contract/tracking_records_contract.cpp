#include <algorithm>
#include <tuple>

#include "app/await.hpp"
#include "ledger/contract/fixture.hpp"

namespace fairlead::ledger {
namespace {

using catalogue::Affiliate;
using catalogue::Campaign;
using catalogue::Creative;
using catalogue::Image;
using catalogue::LandingPage;
using catalogue::Link;
using catalogue::MarketingSource;

auto Members(const Affiliate& a) {
    return std::tie(a.id, a.name, a.email, a.status, a.parent, a.deals, a.min_payout, a.notes, a.created_at, a.tags,
                    a.account_manager);
}
auto Members(const MarketingSource& s) { return std::tie(s.id, s.affiliate, s.name, s.type, s.url, s.created_at); }
auto Members(const Campaign& c) { return std::tie(c.id, c.brand, c.name, c.active, c.created_at); }
auto Members(const Creative& c) {
    return std::tie(c.id, c.campaign, c.name, c.type, c.image_url, c.width, c.height, c.active, c.created_at, c.image);
}
auto Members(const Image& i) {
    return std::tie(i.id, i.hash, i.shape.width, i.shape.height, i.shape.format, i.byte_count, i.unused_since,
                    i.created_at);
}
auto Members(const LandingPage& p) { return std::tie(p.id, p.brand, p.name, p.url, p.active, p.created_at); }
auto Members(const Link& l) {
    return std::tie(l.id, l.code, l.affiliate, l.brand, l.destination_url, l.name, l.campaign, l.source, l.creative,
                    l.geo_target, l.active, l.created_at, l.landing_page);
}

// Stores the record, changes it to `later`, and expects to read the change.
template <class Record>
class RoundTrip {
public:
    RoundTrip(std::vector<Record> app::OperatorRecords::* list, Record first, Record later)
        : list_(list), first_(std::move(first)), later_(std::move(later)) {}

    template <class Apply, class Load>
    void Run(Apply apply, Load load) const {
        ASSERT_TRUE(apply(first_));
        Expect(load(), first_);
        ASSERT_TRUE(apply(later_));
        Expect(load(), later_);
    }

private:
    void Expect(const app::OperatorRecords& records, const Record& wanted) const {
        ASSERT_EQ((records.*list_).size(), 1U);
        EXPECT_TRUE(Members((records.*list_).front()) == Members(wanted));
    }

    std::vector<Record> app::OperatorRecords::* list_;
    Record first_;
    Record later_;
};

class TrackingRecords : public LedgerContract {
protected:
    template <class Record>
    void ExpectRoundTrip(const RoundTrip<Record>& trip) {
        const OperatorId owner = MakeOperator();
        trip.Run(
            [&](const Record& record) {
                const auto version = ledger_->catalogue().LoadOperator(owner)->version;
                return Apply({.owner = owner, .based_on_version = version, .upserts = {record}});
            },
            [&] {
                Reopen();
                return *ledger_->catalogue().LoadOperator(owner);
            });
    }
};

TEST_P(TrackingRecords, AnAffiliateIsReadAsItWasStored) {
    const Affiliate least{.id = AffiliateId::New(), .name = "Ä", .email = "a@b.example", .created_at = Now()};
    Affiliate whole = least;
    whole.name = "Best Bets Ltd.";
    whole.email = "paid@bets.example";
    whole.status = catalogue::AffiliateStatus::kSuspended;
    whole.parent = AffiliateId::New();
    whole.deals = {DealId::New(), DealId::New()};
    std::ranges::reverse(whole.deals);
    whole.min_payout = *Decimal::Parse("0.00000001");
    whole.notes = "line one\nline two";
    whole.tags = {"vip", "große Streamer, Köln"};
    whole.account_manager = UserId::New();
    ExpectRoundTrip<Affiliate>({&app::OperatorRecords::affiliates, least, whole});
    whole.id = AffiliateId::New();
    Affiliate emptied = least;
    emptied.id = whole.id;
    ExpectRoundTrip<Affiliate>({&app::OperatorRecords::affiliates, whole, emptied});
}

TEST_P(TrackingRecords, AMarketingSourceIsReadAsItWasStored) {
    const MarketingSource least{
        .id = MarketingSourceId::New(), .affiliate = AffiliateId::New(), .name = "Blog", .created_at = Now()};
    MarketingSource whole = least;
    whole.affiliate = AffiliateId::New();
    whole.type = "website";
    whole.url = "https://blog.example/";
    ExpectRoundTrip<MarketingSource>({&app::OperatorRecords::marketing_sources, least, whole});
}

TEST_P(TrackingRecords, ACampaignIsReadAsItWasStored) {
    const Campaign least{.id = CampaignId::New(), .brand = BrandId::New(), .name = "Summer", .created_at = Now()};
    Campaign whole = least;
    whole.brand = BrandId::New();
    whole.name = "Winter";
    whole.active = false;
    ExpectRoundTrip<Campaign>({&app::OperatorRecords::campaigns, least, whole});
}

TEST_P(TrackingRecords, ACreativeIsReadAsItWasStored) {
    const Creative least{.id = CreativeId::New(),
                         .campaign = CampaignId::New(),
                         .name = "Text",
                         .type = catalogue::CreativeType::kText,
                         .created_at = Now()};
    Creative whole = least;
    whole.campaign = CampaignId::New();
    whole.name = "Leaderboard";
    whole.type = catalogue::CreativeType::kBanner;
    whole.image_url = "https://cdn.example/728x90.png";
    whole.width = 728;
    whole.height = 90;
    whole.active = false;
    whole.image = ImageId::New();
    ExpectRoundTrip<Creative>({&app::OperatorRecords::creatives, least, whole});
}

TEST_P(TrackingRecords, AnImageIsReadAsItWasStored) {
    const Image used{.id = ImageId::New(),
                     .hash = Digest256("pixels"),
                     .shape = {catalogue::ImageFormat::kWebp, 300, 250},
                     .byte_count = 6,
                     .created_at = Now()};
    Image unused = used;
    unused.unused_since = Now();
    ExpectRoundTrip<Image>({&app::OperatorRecords::images, used, unused});
}

TEST_P(TrackingRecords, TheContentOfAnImageIsKeptUntilTheImageIsDeleted) {
    const OperatorId owner = MakeOperator();
    std::string bytes(catalogue::kImageBytesMax, '\0');
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 31);
    const Image image{.id = ImageId::New(),
                      .hash = Digest256(bytes),
                      .shape = {catalogue::ImageFormat::kPng, 728, 90},
                      .byte_count = static_cast<std::int64_t>(bytes.size()),
                      .created_at = Now(),
                      .content = std::make_shared<const std::string>(bytes)};
    const auto version = ledger_->catalogue().LoadOperator(owner)->version;
    const auto read = [&](OperatorId who) {
        return app::Await<std::optional<std::string>>(
            [&](auto done) { ledger_->catalogue().ReadImage(who, image.id, std::move(done)); });
    };
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = version, .upserts = {image}}));
    EXPECT_EQ(read(owner).value(), bytes);
    EXPECT_EQ(read(MakeOperator()).value(), std::nullopt) << "another operator has no such image";
    // A later change of the record does not touch the content.
    Image unused = image;
    unused.content.reset();
    unused.unused_since = Now();
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = version + 1, .upserts = {unused}}));
    EXPECT_EQ(read(owner).value(), bytes);
    ASSERT_TRUE(
        Apply({.owner = owner, .based_on_version = version + 2, .upserts = {catalogue::DeletedImage{image.id}}}));
    EXPECT_EQ(read(owner).value(), std::nullopt);
    EXPECT_TRUE(ledger_->catalogue().LoadOperator(owner)->images.empty());
}

TEST_P(TrackingRecords, ALandingPageIsReadAsItWasStored) {
    const LandingPage least{.id = LandingPageId::New(),
                            .brand = BrandId::New(),
                            .name = "Welcome",
                            .url = "https://casino.example/welcome",
                            .created_at = Now()};
    LandingPage whole = least;
    whole.brand = BrandId::New();
    whole.name = "Spring";
    whole.url = "https://casino.example/spring";
    whole.active = false;
    ExpectRoundTrip<LandingPage>({&app::OperatorRecords::landing_pages, least, whole});
}

TEST_P(TrackingRecords, ALinkIsReadAsItWasStored) {
    const Link least{.id = LinkId::New(),
                     .code = "aB3_-xyz90",
                     .affiliate = AffiliateId::New(),
                     .brand = BrandId::New(),
                     .destination_url = "https://casino.example/welcome?a=1#top",
                     .created_at = Now()};
    Link whole = least;
    whole.affiliate = AffiliateId::New();
    whole.brand = BrandId::New();
    whole.destination_url = "https://casino.example/other";
    whole.name = "Newsletter";
    whole.campaign = CampaignId::New();
    whole.source = MarketingSourceId::New();
    whole.creative = CreativeId::New();
    whole.geo_target = "DE";
    whole.active = false;
    whole.landing_page = LandingPageId::New();
    ExpectRoundTrip<Link>({&app::OperatorRecords::links, least, whole});
}

TEST_P(TrackingRecords, TheCodeOfALinkNeverChanges) {
    const OperatorId owner = MakeOperator();
    Link link{.id = LinkId::New(), .code = "first", .destination_url = "https://casino.example/", .created_at = Now()};
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 1, .upserts = {link}}));
    link.code = "second";
    ASSERT_TRUE(Apply({.owner = owner, .based_on_version = 2, .upserts = {link}}));
    EXPECT_EQ(ledger_->catalogue().LoadOperator(owner)->links.front().code, "first");
}

INSTANTIATE_TEST_SUITE_P(Engines, TrackingRecords, testing::Values("Sqlite", "Postgres"),
                         [](const auto& engine) { return engine.param; });

}  // namespace
}  // namespace fairlead::ledger
