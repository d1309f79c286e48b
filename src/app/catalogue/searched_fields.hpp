#pragma once

#include <string>

#include "domain/catalogue/records.hpp"
#include "domain/deals/terms.hpp"

namespace fairlead::app {

// The fields of a record that searches look at, folded and each followed by FoldedTexts::kFieldEnd. The first field is
// its name. Records without such a function are not searched.
void AppendSearchedFields(const catalogue::Affiliate& affiliate, std::string& out);
void AppendSearchedFields(const catalogue::User& user, std::string& out);
void AppendSearchedFields(const catalogue::Link& link, std::string& out);
void AppendSearchedFields(const commission::Deal& deal, std::string& out);
void AppendSearchedFields(const catalogue::Campaign& campaign, std::string& out);
void AppendSearchedFields(const catalogue::Creative& creative, std::string& out);
void AppendSearchedFields(const catalogue::LandingPage& page, std::string& out);
void AppendSearchedFields(const catalogue::Brand& brand, std::string& out);
void AppendSearchedFields(const catalogue::ReportPreset& preset, std::string& out);

}  // namespace fairlead::app
