#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/crypto/secrets.hpp"
#include "base/id/ids.hpp"
#include "base/net/ip_address.hpp"
#include "base/time/date.hpp"
#include "base/time/time.hpp"
#include "domain/catalogue/dated_settings.hpp"
#include "domain/catalogue/image_file.hpp"
#include "domain/catalogue/two_person_rule.hpp"
#include "domain/money/money.hpp"

namespace fairlead::catalogue {

// What a person may do. A user with the role `affiliate` works for an affiliate and uses the portal.
enum class UserRole : std::uint8_t { kAdmin, kManager, kViewer, kAffiliate, kFinance };
inline constexpr std::array<std::string_view, 5> kUserRoleNames{"admin", "manager", "viewer", "affiliate", "finance"};

// The look and the domains of an operator's affiliate portal. Missing texts are empty.
struct Portal {
    std::string name;
    std::string logo_url;
    std::string primary_color;  // "#rrggbb".
    std::vector<std::string> domains;
    bool shows_account_manager = false;  // Whether affiliates see who their account manager is.
};

// The company that runs brands and pays affiliates. Everything else in the service belongs to one operator.
struct Operator {
    OperatorId id;
    std::string name;
    DatedSettings settings;
    std::vector<Currency> declared_currencies;  // Codes that are not in ISO 4217.
    Decimal min_payout;
    // The person who adjusts or closes a statement cannot approve it. The person who approves it cannot pay it.
    TwoPersonRule two_person_rule;
    bool suspended_earn = false;                // Whether suspended affiliates go on earning.
    bool postback_amounts = true;               // Whether postbacks have the money of events.
    bool postback_commission = true;            // Whether postbacks have the commission.
    std::vector<UserRole> second_factor_roles;  // Users with these roles must log in with a one-time code.
    Portal portal;
    Timestamp created_at;
};

// How a brand's players are attributed when a registration names no click.
enum class AttributionFallback : std::uint8_t { kLastClick, kEvidence, kOff };
inline constexpr std::array<std::string_view, 3> kAttributionFallbackNames{"lastClick", "evidence", "off"};

// The meaning of the amounts in a brand's ngr_update events.
enum class NgrMode : std::uint8_t { kDelta, kDailyTotal, kLifetimeTotal };
inline constexpr std::array<std::string_view, 3> kNgrModeNames{"delta", "dailyTotal", "lifetimeTotal"};

inline constexpr int kEventAgeYearsDefault = 10;

struct Brand {
    BrandId id;
    std::string name;
    std::string website_url;  // Empty when not given.
    int attribution_window_days = 30;
    AttributionFallback attribution_fallback = AttributionFallback::kLastClick;
    NgrMode ngr_mode = NgrMode::kDelta;
    int event_age_years_max = kEventAgeYearsDefault;  // Older events are refused.
    bool active = true;
    Timestamp created_at;
};

inline constexpr std::int64_t kRequestsPerMinuteDefault = 1000;
inline constexpr std::int64_t kRequestsPerMinuteMax = 1'000'000'000;

// The parts of the API that an API key may use. `full` includes the others.
enum class KeyScope : std::uint8_t { kEvents, kTracking, kReports, kMoney, kAdmin, kFull };
inline constexpr std::array<std::string_view, 6> kKeyScopeNames{"events", "tracking", "reports",
                                                                "money",  "admin",    "full"};

struct ApiKey {
    ApiKeyId id;
    std::string name;
    std::string prefix;
    Bytes32 hash{};
    bool active = true;
    std::vector<KeyScope> scopes{KeyScope::kFull};  // At least one, each once.
    std::vector<IpNetwork> allowed_ips;             // Empty: from anywhere.
    std::int64_t requests_per_minute = kRequestsPerMinuteDefault;
    Timestamp created_at;
    std::optional<Timestamp> last_used_at;
};

enum class AffiliateStatus : std::uint8_t { kPending, kApproved, kSuspended };
inline constexpr std::array<std::string_view, 3> kAffiliateStatusNames{"pending", "approved", "suspended"};

// A company or person who brings players and is paid for it.
struct Affiliate {
    AffiliateId id;
    std::string name;
    std::string email;
    AffiliateStatus status = AffiliateStatus::kApproved;
    std::optional<AffiliateId> parent;  // The affiliate that brought this one.
    std::vector<DealId> deals;          // In the order in which they were assigned.
    std::optional<Decimal> min_payout;  // Replaces the operator's minimum.
    std::string notes;
    Timestamp created_at;
    std::optional<Timestamp> approved_at = {};     // When it was first approved. Nothing if it never was.
    std::optional<Currency> payout_currency = {};  // Nothing: statements are paid in their own currency.
    bool postbacks_allowed = false;                // Whether its people may define postbacks in the portal.
    std::string payment_hold = {};                 // Why its statements cannot be paid. Empty: they can.
    std::optional<Timestamp> payment_held_at = {};
    PeriodKind statement_period = PeriodKind::kMonth;
    std::vector<std::string> tags = {};          // The operator's own words. The portal never shows them.
    std::optional<UserId> account_manager = {};  // A user of the operator.
};

// Where an affiliate's traffic comes from, as the affiliate names it.
struct MarketingSource {
    MarketingSourceId id;
    AffiliateId affiliate;
    std::string name;
    std::string type;
    std::string url;
    Timestamp created_at;
};

struct Campaign {
    CampaignId id;
    BrandId brand;
    std::string name;
    bool active = true;
    Timestamp created_at;
};

enum class CreativeType : std::uint8_t { kBanner, kText };
inline constexpr std::array<std::string_view, 2> kCreativeTypeNames{"banner", "text"};

// An uploaded image.
struct Image {
    ImageId id;
    Bytes32 hash{};  // Of the content. An operator has each content once.
    ImageShape shape;
    std::int64_t byte_count = 0;
    std::optional<Timestamp> unused_since;  // Nothing while a creative uses it.
    Timestamp created_at;
    // Only in the change that stores it. The catalogue in memory does not have it.
    std::shared_ptr<const std::string> content = {};
};

// An image that was deleted, with its content.
struct DeletedImage {
    ImageId id;
};

struct Creative {
    CreativeId id;
    CampaignId campaign;
    std::string name;
    CreativeType type = CreativeType::kBanner;
    std::string image_url;  // Of a linked image. Empty if the image is uploaded.
    std::optional<int> width;
    std::optional<int> height;
    bool active = true;
    Timestamp created_at;
    std::optional<ImageId> image = {};  // An uploaded image.
};

// A page of a brand to which links can lead.
struct LandingPage {
    LandingPageId id;
    BrandId brand;
    std::string name;
    std::string url;
    bool active = true;  // Only an active page can be chosen. Links that chose it earlier still lead to it.
    Timestamp created_at;
};

// A tracking link, which an affiliate publishes and visitors click.
struct Link {
    LinkId id;
    std::string code;  // Short form of the id, unique in the whole service.
    AffiliateId affiliate;
    BrandId brand;
    std::string destination_url;
    std::string name;
    std::optional<CampaignId> campaign;
    std::optional<MarketingSourceId> source;
    std::optional<CreativeId> creative;
    std::string geo_target;  // Two upper-case letters, or empty.
    bool active = true;
    Timestamp created_at;
    std::optional<LandingPageId> landing_page = {};  // If set, `destination_url` is the URL of this page.
};

// A saved report, and the token with which programs fetch it.
struct ReportPreset {
    ReportPresetId id;
    std::string name;
    std::vector<std::string> group_keys;
    std::vector<std::string> metrics;
    std::map<std::string, std::vector<std::string>> filters;  // By group key: ids or names.
    std::optional<Date> start;                                // Both or neither.
    std::optional<Date> end;
    std::string period = "last30Days";  // Used if there are no dates.
    bool token_active = true;
    Bytes32 token_hash{};      // Finds the preset of a token.
    std::string token_sealed;  // The encrypted token, to show it again. See app/reports/report_tokens.hpp.
    Timestamp created_at;
};

// A saved report that was deleted.
struct DeletedReportPreset {
    ReportPresetId id;
};

enum class UserStatus : std::uint8_t { kInvited, kActive, kDisabled };
inline constexpr std::array<std::string_view, 3> kUserStatusNames{"invited", "active", "disabled"};

// The topics of mails that a user can switch off. Scheduled reports are switched off one by one, by links in mails.
enum class MailTopic : std::uint8_t { kStatements, kDeliveries, kAlarms, kDigest, kScheduledReports };
inline constexpr std::array<std::string_view, 5> kMailTopicNames{"statements", "deliveries", "alarms", "digest",
                                                                 "scheduledReports"};

constexpr std::string_view Name(MailTopic topic) { return kMailTopicNames[static_cast<std::size_t>(topic)]; }

// A change of a user's e-mail address. It is made when both addresses are confirmed.
struct AddressChange {
    std::string email;                // The new address.
    std::optional<Bytes32> old_hash;  // Of the link to the old address; missing after it was used.
    std::optional<Bytes32> new_hash;  // Of the link to the new address, likewise.
    Timestamp ends_at;

    bool operator==(const AddressChange&) const = default;
};

// A person who logs in.
struct User {
    UserId id;
    std::string email;
    UserRole role = UserRole::kViewer;
    std::optional<AffiliateId> affiliate;  // Only for the role `affiliate`.
    UserStatus status = UserStatus::kInvited;
    std::string password_hash;             // Empty until the invitation is accepted.
    std::string totp_sealed;               // The encrypted secret of one-time codes. Empty if they are not set up.
    std::string totp_pending_sealed;       // A secret that is not confirmed yet.
    std::int64_t totp_confirmed_step = 0;  // The time step of the code that confirmed the secret. It opens no session.
    std::optional<Bytes16> recovery_salt;  // Missing for recovery codes from before argon2id.
    std::vector<Bytes32> recovery_hashes;  // Of the unused recovery codes.
    std::optional<Bytes32> invite_hash;    // Of the open invitation.
    Timestamp invite_ends_at;
    std::optional<Bytes32> reset_hash = {};  // Of the open link for a new password.
    Timestamp reset_ends_at = {};
    Timestamp created_at;
    std::set<MailTopic> mails_off = {};  // The mails that the user does not want.
    std::optional<AddressChange> address_change = {};
};

}  // namespace fairlead::catalogue
