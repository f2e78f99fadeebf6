// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "formats/common/output_file.h"
#include "formats/registry/feature_reports.h"
#include "formats/registry/table.h"
#include "tests/formats/nets.h"
#include "tests/own_folder.h"

namespace petriloom::table_test {
namespace {

class Table : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name) const { return own_.file(name); }
  const test::OwnFolder own_;
  const std::filesystem::path& folder_ = own_.path();
};

ReadResult read_first(const std::string&, std::string, const ReadOptions&) { return {}; }

TEST_F(Table, RowsAreInOrderAndFound) {
  EXPECT_TRUE(std::is_sorted(formats().begin(), formats().end(), [](const Format& a, const Format& b) { return a.name < b.name; }));
  for (const Format& format : formats()) {
    EXPECT_EQ(find_format(format.name), &format);
    for (const std::string_view ending : format.endings) {
      const auto all = formats_of("x" + std::string(ending));
      EXPECT_NE(std::find(all.begin(), all.end(), &format), all.end()) << format.name;
    }
  }
  EXPECT_EQ(find_format("pdff"), nullptr);
  EXPECT_EQ(format_of("net"), nullptr);
}

TEST_F(Table, UnknownFormatsNameTheNearest) {
  const ReadResult read = read_net("model.pmml", "", {});
  EXPECT_NE(read.diagnostics.format(*read.sources).find("did you mean '.pnml'"), std::string::npos)
      << read.diagnostics.format(*read.sources);
  const Net net = test::net_of(test::philosophers(2));
  EXPECT_NE(write_net(net, file("x.y"), "candle", {}).format(*net.sources).find("did you mean 'candl'"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file("x.y")));
}

TEST_F(Table, WritesWholeFilesOnly) {
  const Net net = test::net_of(test::philosophers(2));
  EXPECT_FALSE(write_net(net, file("x.pnml"), "", {}).has_errors());
  const ReadResult back = read_net(file("x.pnml"), "", {});
  ASSERT_TRUE(back.net.has_value()) << back.diagnostics.format(*back.sources);
  EXPECT_EQ(back.net->places.size(), 6U);
  EXPECT_TRUE(write_net(net, file("missing/x.pnml"), "", {}).has_errors());
  EXPECT_NE(write_file(file("missing/x"), "text"), "");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Table, ReadsWithinTheLimit) {
  std::ofstream(file("big.pnml")) << std::string(5000, ' ');
  ReadOptions options;
  options.most_bytes = 4000;
  const ReadResult read = read_net(file("big.pnml"), "", options);
  EXPECT_NE(read.diagnostics.format(*read.sources).find("larger than the limit"), std::string::npos);
  EXPECT_TRUE(read_net(file("none.pnml"), "", {}).diagnostics.has_errors());
  EXPECT_TRUE(read_net(folder_.string(), "pnml", {}).diagnostics.has_errors());
}

// Of formats with one ending the text decides; without a decision all are named.
TEST_F(Table, TextDecidesBetweenFormatsOfOneEnding) {
  const Format first{"first", {}, "", "", read_first, nullptr, {}, {}, [](std::string_view text) { return text.starts_with("1"); }};
  const Format second{"second", {}, "", "", read_first, nullptr, {}, {}, [](std::string_view text) { return text.ends_with("2"); }};
  const Format written{"written", {}, "", "", nullptr, nullptr};
  const std::array<const Format*, 3> all{&first, &second, &written};
  EXPECT_EQ(recognised(all, "1"), &first);
  EXPECT_EQ(recognised(all, "2"), &second);
  EXPECT_EQ(recognised(all, "12"), nullptr);
  EXPECT_EQ(recognised(all, "3"), nullptr);
  const std::array<const Format*, 2> one{&first, &written};
  EXPECT_EQ(recognised(one, "3"), &first);
  EXPECT_EQ(companion_path("a.b/c", ".def"), "a.b/c.def");
  EXPECT_EQ(companion_path("a.b/c.net", ".def"), "a.b/c.def");
}

// Every row is there, says something exactly where something is read or written, and stands in the
// documentation as printed.
TEST_F(Table, FeaturesAreDocumented) {
  for (const Format& format : formats()) {
    EXPECT_TRUE(format.read != nullptr || format.reads == Supports{}) << format.name;
    EXPECT_EQ(format.write != nullptr, format.writes != Supports{}) << format.name;
  }
  std::ifstream page(PETRILOOM_ROOT "/docs/formats.md");
  std::stringstream text;
  text << page.rdbuf();
  EXPECT_NE(text.str().find("```\n" + features_text() + "```\n"), std::string::npos) << features_text();
  EXPECT_EQ(name_of(Feature::properties), "properties");
}

}  // namespace
}  // namespace petriloom::table_test
