// SPDX-License-Identifier: Apache-2.0
#include "formats/common/format.h"

#include <fmt/format.h>

#include "formats/common/names.h"

namespace petriloom {

void report_loss(const WriteOptions& options, Diagnostics& diagnostics, const Location& where, std::string what, std::string help) {
  if (options.allow_lossy) {
    diagnostics.warning(where, "left out: " + what, std::move(help));
  } else {
    diagnostics.error(where, std::move(what), std::move(help));
  }
}

std::int64_t written_priority(const Net& net, const Transition& transition, const WriteOptions& options, Diagnostics& diagnostics) {
  const std::optional<std::int64_t> priority = literal_integer(net, transition.priority, 0);
  if (!priority) {
    report_loss(options, diagnostics, net.exprs[transition.priority].where,
                fmt::format("the priority of '{}' depends on the binding", transition.name),
                "unfolded, each binding has its own: `convert --unfold`");
  }
  return priority.value_or(0);
}

std::string ending_of(std::string_view file_name) {
  const std::size_t slash = file_name.rfind('/');
  const std::string_view base = slash == std::string_view::npos ? file_name : file_name.substr(slash + 1);
  const std::size_t dot = base.rfind('.');
  return dot == std::string_view::npos ? std::string() : std::string(base.substr(dot));
}

std::string companion_path(const std::string& path, std::string_view ending) {
  return path.substr(0, path.size() - ending_of(path).size()) + std::string(ending);
}

}  // namespace petriloom
