// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "formats/format.h"
#include "tests/formats/nets.h"

namespace petriloom {
namespace {

// A folder of this test's own, removed at its end.
class Table : public ::testing::Test {
 protected:
  Table() : folder_(std::filesystem::temp_directory_path() / ("petriloom-formats-" + std::to_string(::getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Table() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::string file(const std::string& name) const { return (folder_ / name).string(); }
  std::filesystem::path folder_;
};

TEST_F(Table, RowsAreInOrderAndFound) {
  EXPECT_TRUE(std::is_sorted(formats().begin(), formats().end(), [](const Format& a, const Format& b) { return a.name < b.name; }));
  for (const Format& format : formats()) {
    EXPECT_EQ(find_format(format.name), &format);
    for (const std::string_view ending : format.endings) EXPECT_EQ(format_of("x" + std::string(ending)), &format);
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

}  // namespace
}  // namespace petriloom
