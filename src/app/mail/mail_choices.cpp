#include "app/mail/mail_choices.hpp"

#include "app/accounts/change_user.hpp"

namespace fairlead::app {
namespace {

namespace json = boost::json;
using catalogue::MailTopic;
using catalogue::User;
using catalogue::UserRole;

std::string ChosenForAudit(const User& user, const std::string& way) {
    json::object shown{{"mails", EncodeMailChoices(user)}};
    if (!way.empty()) shown["way"] = way;
    return json::serialize(shown);
}

}  // namespace

std::vector<MailTopic> TopicsFor(UserRole role) {
    if (role == UserRole::kAffiliate) return {MailTopic::kStatements, MailTopic::kDeliveries, MailTopic::kDigest};
    if (role == UserRole::kAdmin) return {MailTopic::kDeliveries, MailTopic::kAlarms};
    return {};
}

json::object EncodeMailChoices(const User& user) {
    json::object choices;
    for (const MailTopic topic : TopicsFor(user.role)) {
        choices[catalogue::Name(topic)] = !user.mails_off.contains(topic);
    }
    return choices;
}

ManageCatalogue::Decide ChooseMails(UserId id, MailChoices choices, std::string way) {
    return [id, choices = std::move(choices), way = std::move(way)](const DecisionContext& context) -> UserDecided {
        const User* before = context.own.FindUser(id);
        if (before == nullptr) return std::unexpected(Wrong(ErrorCode::kNotFound, "there is no such user"));
        User after = *before;
        for (const auto& [topic, wanted] : choices) {
            if (wanted) {
                after.mails_off.erase(topic);
            } else {
                after.mails_off.insert(topic);
            }
        }
        if (after.mails_off == before->mails_off) {
            return ManageCatalogue::CatalogueDecision{.change = {}, .answer = EncodeMailChoices(after)};
        }
        auto decision =
            StoreUser(context.own, before, after, {ActorOf(after), "user.chooseMails"}, EncodeMailChoices(after));
        decision.change.audit.front().before = ChosenForAudit(*before, "");
        decision.change.audit.front().after = ChosenForAudit(after, way);
        return decision;
    };
}

}  // namespace fairlead::app
