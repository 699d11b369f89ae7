// SPDX-License-Identifier: BSD-3-Clause
#include "choose/native_book.hpp"
#include <gtest/gtest.h>

using namespace hocket;

namespace {

std::string mistake_of(const std::string& rules)
{
    auto read = parse_native_rules(R"({"schema":"hocket-native-rules-1","library":"l","prints":["L"],)"
                                   R"("editions":[{"version":"1.0","bcast":"a","source":"s"}],"bcast":)" +
                                   rules + "}");
    return read ? "" : read.error().what;
}

} // namespace

TEST(NativeLibrary, NamesAndVersions)
{
    auto of = [](std::string_view text) {
        auto found = native_library_of(text);
        return found ? found->name : "";
    };
    EXPECT_EQ(of("MPICH Version:      5.0.2\nMPICH Release date: x\nMPICH Device: ch4:ucx ofi\n"), "mpich-5.0");
    EXPECT_EQ(of("MPICH Version:\t4.1.3\nMPICH Device:\tch4:ofi"), "mpich-4.1");
    EXPECT_EQ(of("MPICH Version:\t4.1.3\nMPICH Device:\tch3:nemesis"), ""); // another device, other rules
    EXPECT_EQ(of("MPICH Version:      6.0.0\nMPICH Device: ch4:ofi"), "");
    EXPECT_EQ(of("Open MPI v4.1.4, package: Debian OpenMPI, ident: 4.1.4"), "ompi-4.1");
    EXPECT_EQ(of("Open MPI v5.0.11, package: x"), "ompi-5.0");
    EXPECT_EQ(of("Open MPI v"), "");
    EXPECT_EQ(of("Intel(R) MPI Library 2021.13 for Linux* OS"), "");
    EXPECT_EQ(of(""), "");
    auto wrong = find_native_library("mpich-6");
    ASSERT_FALSE(bool(wrong));
    EXPECT_NE(wrong.error().what.find("mpich-6"), std::string::npos);
    EXPECT_NE(wrong.error().what.find("ompi-5.0"), std::string::npos);
}

TEST(NativeLibrary, MistakesInAFileAreNamed)
{
    EXPECT_EQ(mistake_of(R"({"algorithms":{"x":{}},"rules":{"a":[{"when":{},"run":"x"}]},"settings":[]})"), "");
    EXPECT_NE(mistake_of(R"({"algorithms":{},"rules":{"a":[{"run":"y"}]},"settings":[]})").find("\"y\""),
              std::string::npos);
    EXPECT_NE(mistake_of(R"({"algorithms":{},"rules":{"a":[{"go":"b"}]},"settings":[]})").find("\"b\""),
              std::string::npos);
    EXPECT_NE(mistake_of(R"({"algorithms":{},"rules":{"a":[{"go":"a","run":"x"}]},"settings":[]})").find("one of"),
              std::string::npos);
    EXPECT_NE(
        mistake_of(R"({"algorithms":{},"rules":{"a":[{"when":{"byte":[0,1]},"go":"a"}]},"settings":[]})").find("byte"),
        std::string::npos);
    EXPECT_NE(
        mistake_of(R"({"algorithms":{},"rules":{"a":[{"when":{"bytes":[4,1]},"go":"a"}]},"settings":[]})").find("low"),
        std::string::npos);
}
