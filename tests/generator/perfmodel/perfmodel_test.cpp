// SPDX-License-Identifier: Apache-2.0
// Performance models of StarPU: what a folder says, and each mistake at its place.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "generator/perfmodel/platform.h"
#include "tests/own_folder.h"

namespace petriloom::perfmodel_test {
namespace {

namespace fs = std::filesystem;

const std::string kMeasured = std::string(PETRILOOM_ROOT) + "/examples/tasks/measured/machines";

constexpr const char* kHead =
    "# version\n45\n# combinations\n1\n1\n0\n0\n1\n1\n# entries\n1\n0 0 0 0 2.5 0.5 3 10 20\n1 2 3\n2\n4 5\n";

/// A folder of a small machine; files can be replaced.
class Models : public testing::Test {
 protected:
  Models() {
    fs::create_directories(folder_ / "bus");
    fs::create_directories(folder_ / "codelets");
    put("bus/box.config", "2 # CPUs\n1\n0\n");
    put("bus/box.bandwidth", "0 1000\n2000 0\n");
    put("bus/box.latency", "# us\n0 5\n7 0\n");
    put("bus/box.affinity", "0 1 0\n");
    put("codelets/gemm.box", std::string(kHead) + "000000ff 4096 1e6 12.5 0.5 0 0 7\n");
  }

  void put(const std::string& file, const std::string& text) const { std::ofstream(folder_ / file) << text; }
  PerformanceModels models(const std::string& host = "box") const { return {folder_.string(), host, {}}; }

  /// Without the folder, one line for each message.
  std::string said(const Sources& sources, const Diagnostics& diagnostics) const {
    std::string all;
    for (const Diagnostic& one : diagnostics.list()) {
      all +=
          (one.where.known() ? sources.describe(one.where) + ": " : "") + one.message + (one.help.empty() ? "" : " | " + one.help);
      all += "\n";
    }
    for (std::size_t at = 0; (at = all.find(folder_.string() + "/", at)) != std::string::npos;)
      all.erase(at, folder_.string().size() + 1);
    for (std::size_t at = 0; (at = all.find(folder_.string().substr(0, 40), at)) != std::string::npos;)
      all.replace(at, 40, "FOLDER");
    return all;
  }
  std::string bus_said(const std::string& host = "box") const {
    Sources sources;
    Diagnostics diagnostics;
    EXPECT_FALSE(read_bus(models(host), sources, diagnostics));
    return said(sources, diagnostics);
  }
  std::string codelet_said(const std::string& name = "gemm") const {
    Sources sources;
    Diagnostics diagnostics;
    EXPECT_FALSE(read_codelet(models(), name, sources, diagnostics));
    return said(sources, diagnostics);
  }

  const test::OwnFolder own_;
  const fs::path& folder_ = own_.path();
};

TEST_F(Models, ABusHasItsLinksInSiUnits) {
  Sources sources;
  Diagnostics diagnostics;
  const auto bus = read_bus(models(), sources, diagnostics);
  ASSERT_TRUE(bus) << diagnostics.format(sources);
  EXPECT_EQ(bus->cpus, 2);
  EXPECT_EQ(bus->cuda, 1);
  EXPECT_DOUBLE_EQ(bus->bandwidth[0][1], 1e9);
  EXPECT_DOUBLE_EQ(bus->bandwidth[1][0], 2e9);
  EXPECT_DOUBLE_EQ(bus->latency[1][0], 7e-6);
  EXPECT_EQ(bus->affinity, (std::vector<std::vector<int>>{{1, 0}}));
}

TEST_F(Models, ACodeletHasItsHistoryAndItsRegressions) {
  Sources sources;
  Diagnostics diagnostics;
  const auto codelet = read_codelet(models(), "gemm", sources, diagnostics);
  ASSERT_TRUE(codelet) << diagnostics.format(sources);
  ASSERT_EQ(codelet->models.size(), 1U);
  const CodeletModel& model = codelet->models.front();
  EXPECT_EQ(model.device, DeviceKind::cpu);
  EXPECT_DOUBLE_EQ(model.regression.alpha, 2.5);
  EXPECT_DOUBLE_EQ(model.regression.c, 3);
  EXPECT_EQ(model.regression.coefficients, (std::vector<double>{4, 5}));
  ASSERT_EQ(model.history.size(), 1U);
  EXPECT_EQ(model.history[0].footprint, 0xffU);
  EXPECT_EQ(model.history[0].samples, 7);
  EXPECT_DOUBLE_EQ(model.history[0].deviation, 0.5e-6);
  EXPECT_DOUBLE_EQ(measured_time(*codelet, DeviceKind::cpu, 0, 4096).value(), 12.5e-6);
  EXPECT_FALSE(measured_time(*codelet, DeviceKind::cpu, 0, 4095));
  EXPECT_FALSE(measured_time(*codelet, DeviceKind::cuda, 0, 4096));
}

TEST_F(Models, AFileWithNothingButANameStandsForThatOne) {
  put("codelets/other.box", "gemm.box");
  Sources sources;
  Diagnostics diagnostics;
  const auto codelet = read_codelet(models(), "other", sources, diagnostics);
  ASSERT_TRUE(codelet) << diagnostics.format(sources);
  EXPECT_EQ(codelet->models.size(), 1U);
  put("codelets/other.box", "other.box");
  EXPECT_EQ(codelet_said("other"), "codelets/other.box:1:1: more than 8 files that stand for another\n");
}

TEST_F(Models, OtherMachinesAndCodeletsAreNamed) {
  EXPECT_NE(bus_said("bax").find("did you mean 'box'?"), std::string::npos) << bus_said("bax");
  EXPECT_NE(codelet_said("gem").find("did you mean 'gemm'?"), std::string::npos) << codelet_said("gem");
}

TEST_F(Models, MistakesOfTheBusAreToldAtTheirPlaces) {
  put("bus/box.config", "2\nmany\n0\n");
  EXPECT_EQ(bus_said(), "bus/box.config:2:1: expected the number of CUDA devices, a whole number from 0 to 1024, found 'many'\n");
  put("bus/box.config", "2\n1\n0\n");
  put("bus/box.bandwidth", "0 1000\n2000\n");
  put("bus/box.latency", "0 nan\n7 0\n");
  put("bus/box.affinity", "0 1 5\n");
  EXPECT_EQ(bus_said(),
            "bus/box.bandwidth:2:1: expected a square of at most 1024 numbers a side, as in the first row, found the end\n"
            "bus/box.latency:1:3: expected a latency in us from 0 to 1000000000000, as there are so many memories, found 'nan'\n"
            "bus/box.affinity:1:5: expected a CPU from 0 to 1, found '5'\n");
}

TEST_F(Models, MistakesOfCodeletsAreToldAtTheirPlaces) {
  const std::string head = kHead;
  put("codelets/gemm.box", "44\n");
  EXPECT_EQ(codelet_said(),
            "codelets/gemm.box:1:1: expected the version of the format, a whole number from 45 to 45, found '44'\n");
  put("codelets/gemm.box", head);
  EXPECT_EQ(codelet_said(), "codelets/gemm.box:16:1: expected a footprint, up to 8 digits of base 16, found the end\n");
  put("codelets/gemm.box", head + "ff 4096 1e6 -1 0 0 0 7\n");
  EXPECT_EQ(codelet_said(), "codelets/gemm.box:16:13: expected a mean in us from 0 to 1000000000000000, found '-1'\n");
  put("codelets/gemm.box", head + "ff 4096 1e6 1 0 0 0 7\nmore\n");
  EXPECT_EQ(codelet_said(), "codelets/gemm.box:17:1: expected the end of the file, found 'more'\n");
}

constexpr const char* kLinks =
    "<platform>\n<link id=\"out\" bandwidth=\"1GBps\" latency=\"1us\"/>\n<link id=\"back\" bandwidth=\"2e9Bps\" latency=\"0s\"/>\n"
    "<link id=\"pci\" bandwidth=\"3e9Bps\" latency=\"2us\"/>\n";

/// Links of a pair's own limit it, those that several cross are shared, one twice.
TEST_F(Models, APlatformHasOwnAndSharedLinks) {
  put("bus/box.platform.v4.xml", std::string(kLinks) +
                                     "<route src=\"RAM\" dst=\"CUDA0\"><link_ctn id=\"out\"/><link_ctn id=\"pci\"/></route>\n"
                                     "<route src=\"CUDA0\" dst=\"RAM\"><link_ctn id=\"back\"/><link_ctn id=\"pci\"/><link_ctn "
                                     "id=\"pci\"/></route>\n</platform>\n");
  Sources sources;
  Diagnostics diagnostics;
  const auto platform = read_platform(models(), "", 1, sources, diagnostics);
  ASSERT_TRUE(platform) << diagnostics.format(sources);
  EXPECT_EQ(platform->wires, (std::vector<double>{3e9}));
  EXPECT_EQ(platform->crossing[0][1], (std::vector<int>{0}));
  EXPECT_EQ(platform->crossing[1][0], (std::vector<int>{0, 0}));
  EXPECT_DOUBLE_EQ(platform->bandwidth[0][1], 1e9);
  EXPECT_DOUBLE_EQ(platform->bandwidth[1][0], 2e9);
  EXPECT_DOUBLE_EQ(platform->latency[0][1], 3e-6);
}

TEST_F(Models, MistakesOfThePlatformAreToldAtTheirPlaces) {
  const auto platform_said = [this](const std::string& text) {
    put("bus/box.platform.v4.xml", text);
    Sources sources;
    Diagnostics diagnostics;
    EXPECT_FALSE(read_platform(models(), "", 1, sources, diagnostics));
    return said(sources, diagnostics);
  };
  EXPECT_EQ(platform_said("<topology/>\n"),
            "bus/box.platform.v4.xml:1:1: this is no platform of SimGrid: it begins with <topology>\n");
  EXPECT_EQ(platform_said(std::string(kLinks) + "<link id=\"out\" bandwidth=\"fast\" latency=\"1 us\"/>\n"
                                                "<route src=\"RAM\"><link_ctn id=\"in\"/></route></platform>"),
            "bus/box.platform.v4.xml:5:1: expected a bandwidth, as 6e9Bps, found 'fast'\n"
            "bus/box.platform.v4.xml:5:1: expected a latency, as 0.00001s, found '1 us'\n"
            "bus/box.platform.v4.xml:5:1: there are two links 'out'\n"
            "bus/box.platform.v4.xml:6:1: the attribute 'dst' is missing\n"
            "bus/box.platform.v4.xml:6:18: there is no link 'in' above\n");
  EXPECT_EQ(platform_said(std::string(kLinks) + "<route src=\"RAM\" dst=\"CUDA0\"><link_ctn id=\"out\"/></route></platform>"),
            "bus/box.platform.v4.xml: there is no route from CUDA0 to RAM\n");
}

TEST(MeasuredMachines, AreRead) {
  for (const char* host : {"mirage", "attila"}) {
    Sources sources;
    Diagnostics diagnostics;
    const PerformanceModels models{kMeasured, host, {}};
    const auto bus = read_bus(models, sources, diagnostics);
    ASSERT_TRUE(bus) << diagnostics.format(sources);
    EXPECT_EQ(bus->cuda, 3);
    const auto potrf = read_codelet(models, "chol_model_potrf", sources, diagnostics);
    ASSERT_TRUE(potrf) << diagnostics.format(sources);
    for (int card = 0; card < 3; ++card) EXPECT_TRUE(measured_time(*potrf, DeviceKind::cuda, card, 960 * 960 * 4)) << host << card;
  }
}

// The folders that StarPU itself made, where they are at hand.
TEST(SharedMachines, AreRead) {
  const fs::path shared = PETRILOOM_SHARED;
  // Of this one the lines of a, b, c and of the coefficients are the wrong way round.
  const std::string swapped = "starpu_dlu_lu_model_gemm";
  std::size_t read = 0;
  for (const auto& [folder, codelets] :
       {std::pair{shared / "peers/starpu/machines", "codelets"}, std::pair{shared / "machines/starpu-perfmodels", "codelets/45"}}) {
    std::error_code absent;
    for (const auto& entry : fs::directory_iterator(folder / codelets, absent)) {
      const std::string name = entry.path().filename().string();
      const std::size_t dot = name.find('.');
      Sources sources;
      Diagnostics diagnostics;
      const PerformanceModels models{folder.string(), name.substr(dot + 1), {}};
      EXPECT_TRUE(read_bus(models, sources, diagnostics)) << name << diagnostics.format(sources);
      const bool sound = read_codelet(models, name.substr(0, dot), sources, diagnostics).has_value();
      EXPECT_EQ(sound, !(models.host == "idgraf" && name.starts_with(swapped))) << name << diagnostics.format(sources);
      ++read;
    }
  }
  if (read == 0) GTEST_SKIP() << "no performance models in " << shared;
}

}  // namespace
}  // namespace petriloom::perfmodel_test
