// SPDX-License-Identifier: Apache-2.0
// What `generate` writes is as if someone had written it with care: in the layout of `fmt`, without
// a warning of `check`, and it is the same net when it is read.
#include <gtest/gtest.h>

#include <filesystem>

#include "formats/source/check_source.h"
#include "formats/source/layout.h"
#include "formats/source/name_index.h"
#include "formats/syntax/load.h"
#include "generator/assembly/generate.h"
#include "tests/generator/random_description.h"
#include "tests/sanitized.h"

namespace petriloom::generated_text_test {
namespace {

const std::string kRoot = PETRILOOM_ROOT;

void expect_written_well(const GenerateOptions& options, const std::string& path) {
  const ReadResult made = generate(path, options);
  ASSERT_TRUE(made.net) << made.diagnostics.format(*made.sources) << options.input.text.value_or(path);
  const WriteResult written = write_loom(*made.net, {});
  ASSERT_FALSE(written.diagnostics.has_errors());
  Sources sources;
  Diagnostics said;
  const FileId file = sources.add("written.loom", written.text);
  EXPECT_EQ(source::formatted(sources, file, said).value_or("refused"), written.text);
  const loom::Loaded files = loom::load_files("written.loom", written.text, {}, sources, said);
  source::check_source(source::index_of(files, sources), files, said);
  // What the task runtime offers for policies that learn, others leave alone; constants are kept
  // whether or not something uses them.
  for (const Diagnostic& one : said.list()) {
    const bool kept = one.message.starts_with("nothing uses the constant");
    EXPECT_TRUE(kept || one.message.ends_with("place `HISTORY`") || one.message.ends_with("place `MEASURED`"))
        << said.format(sources);
  }
  const ReadResult again = read_loom("written.loom", written.text, {});
  ASSERT_TRUE(again.net) << again.diagnostics.format(*again.sources);
  EXPECT_TRUE(again.diagnostics.list().empty()) << again.diagnostics.format(*again.sources);
  EXPECT_EQ(write_loom(*again.net, {}).text, written.text);
}

TEST(GeneratedText, OfTemplatesAndExamples) {
  std::size_t found = 0;
  for (const char* folder : {"/templates", "/examples"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kRoot + folder)) {
      const std::filesystem::path& path = entry.path();
      const bool shelf = path.parent_path().parent_path().filename() == "templates";
      if (path.extension() != ".yaml" || path.filename() == "claims.yaml" || shelf) continue;
      SCOPED_TRACE(path.string());
      ++found;
      for (const Fold fold : {Fold::automatic, Fold::never}) expect_written_well({{kRoot}, fold, {}}, path.string());
    }
  }
  EXPECT_GE(found, 4U);
}

TEST(GeneratedText, OfRandomDescriptions) {
  for (std::uint32_t seed = 0; seed < test::many(60U) && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    GenerateOptions options{{kRoot}, seed % 3 == 0 ? Fold::never : Fold::automatic, {}};
    options.input.text = test::random_description(seed);
    expect_written_well(options, "random.yaml");
  }
}

}  // namespace
}  // namespace petriloom::generated_text_test
