#include "http/framing/accept_encoding.hpp"

#include <gtest/gtest.h>

namespace fairlead::http {
namespace {

ContentForm Choose(std::string_view header) { return ChooseForm(header, true, true); }

TEST(AcceptEncoding, TheSmallestFormThatTheClientTakesIsSent) {
    EXPECT_EQ(Choose("gzip, deflate, br, zstd"), ContentForm::kBrotli);
    EXPECT_EQ(Choose("gzip, deflate"), ContentForm::kGzip);
    EXPECT_EQ(Choose("GZIP"), ContentForm::kGzip);
    EXPECT_EQ(Choose("*"), ContentForm::kBrotli);
}

TEST(AcceptEncoding, WithoutTheHeaderNothingIsCompressed) {
    EXPECT_EQ(Choose(""), ContentForm::kPlain);
    EXPECT_EQ(Choose("deflate"), ContentForm::kPlain);
    EXPECT_EQ(Choose("identity"), ContentForm::kPlain);
}

TEST(AcceptEncoding, AWeightDecides) {
    EXPECT_EQ(Choose("br;q=0.5, gzip;q=0.8"), ContentForm::kGzip);
    EXPECT_EQ(Choose("br; q=0.8 , gzip;Q=0.8"), ContentForm::kBrotli);
    EXPECT_EQ(Choose("gzip;q=0.5, identity"), ContentForm::kPlain);
    EXPECT_EQ(Choose("gzip;q=0.001"), ContentForm::kGzip);
    EXPECT_EQ(Choose("br;q=0.123, gzip;q=0.124"), ContentForm::kGzip);
}

TEST(AcceptEncoding, AForbiddenCodingIsNotSent) {
    EXPECT_EQ(Choose("br;q=0, gzip"), ContentForm::kGzip);
    EXPECT_EQ(Choose("br;q=0.000, gzip;q=0"), ContentForm::kPlain);
    EXPECT_EQ(Choose("br;q=0, *"), ContentForm::kGzip);
    EXPECT_EQ(Choose("*;q=0"), ContentForm::kPlain);
}

TEST(AcceptEncoding, AnInvalidWeightCountsAsZero) {
    for (const std::string_view header :
         {"br;q=", "br;q=2", "br;q=1.5", "br;q=0.5x", "br;q=-1", "br;q=0.12345", "br;x=1", "br;"}) {
        EXPECT_EQ(Choose(header), ContentForm::kPlain) << header;
    }
}

TEST(AcceptEncoding, AFormThatDoesNotExistIsNotChosen) {
    EXPECT_EQ(ChooseForm("br, gzip", false, true), ContentForm::kGzip);
    EXPECT_EQ(ChooseForm("br, gzip", false, false), ContentForm::kPlain);
    EXPECT_EQ(ChooseForm("br", false, true), ContentForm::kPlain);
}

}  // namespace
}  // namespace fairlead::http
