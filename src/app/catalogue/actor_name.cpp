#include "app/catalogue/actor_name.hpp"

namespace fairlead::app {
namespace {

std::string NameOfUser(const OperatorEntry& owner, const catalogue::User& user) {
    std::string name = user.email.substr(0, user.email.find('@'));
    const auto* affiliate = user.affiliate ? owner.FindAffiliate(*user.affiliate) : nullptr;
    if (affiliate != nullptr) name += " (" + affiliate->name + ")";
    return name;
}

}  // namespace

std::optional<std::string> ActorName(const OperatorEntry& owner, std::string_view actor) {
    const std::size_t slash = actor.find('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view kind = actor.substr(0, slash);
    const std::string_view id = actor.substr(slash + 1);
    if (kind == "user") {
        const auto* user = owner.FindUser(UserId::Parse(id).value_or(UserId{}));
        if (user != nullptr) return NameOfUser(owner, *user);
    } else if (kind == "apiKey") {
        const auto* key = owner.FindKey(ApiKeyId::Parse(id).value_or(ApiKeyId{}));
        if (key != nullptr) return key->name;
    }
    return std::nullopt;
}

}  // namespace fairlead::app
