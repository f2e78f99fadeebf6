// SPDX-License-Identifier: Apache-2.0
#include "cli/shell/options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "cli/shell/mpi_environment.h"
#include "cli/shell/output.h"
#include "engine/net/diagnostics.h"
#include "engine/text/parse_number.h"
#include "generator/description/quantity.h"

namespace petriloom::cli {

namespace {

/// "" if all is well, else what is wrong with a value.
using Check = std::string;

Check read_number(const std::string& text, std::uint64_t low, std::uint64_t high, std::uint64_t& target) {
  const auto value = parse_number<std::uint64_t>(text);
  if (!value || *value < low || *value > high) {
    if (high == UINT64_MAX) return fmt::format("'{}' is not a whole number of at least {}", text, low);
    return fmt::format("'{}' is not a whole number from {} to {}", text, low, high);
  }
  target = *value;
  return {};
}

/// Two names of one place where results go are the same here.
std::string place_of(const std::string& path) {
  return path == "-" ? path : std::filesystem::absolute(path).lexically_normal().string();
}

/// Whether what is written later takes the place of, or is mixed with, what was before: /dev/null
/// takes all.
bool keeps_one(const std::string& path) {
  std::error_code unknown;
  return path == "-" || !std::filesystem::is_character_file(path, unknown);
}

bool plain_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
}

Check read_quantity(const std::string& text, Dimension dimension, double& target) {
  const auto parsed = parse_quantity(text, dimension);
  if (const auto* error = std::get_if<QuantityError>(&parsed)) {
    return error->help.empty() ? error->message : fmt::format("{} ({})", error->message, error->help);
  }
  target = std::get<double>(parsed);
  return {};
}

Check read_time(const std::string& text, double& target) {
  double value = 0;
  if (Check wrong = read_quantity(plain_number(text) ? text + " s" : text, Dimension::time, value); !wrong.empty()) return wrong;
  if (!(value > 0)) return fmt::format("'{}' is not a time above 0", text);
  target = value;
  return {};
}

Check read_memory(const std::string& text, std::uint64_t& target) {
  std::string with_unit = text;
  if (plain_number(text)) {
    with_unit += " B";
  } else if (!text.empty() && std::string_view("KMGT").find(text.back()) != std::string_view::npos) {
    with_unit += "iB";
  }
  double value = 0;
  if (Check wrong = read_quantity(with_unit, Dimension::bytes, value); !wrong.empty()) return wrong;
  if (!(value >= 1) || value > 1e18) return fmt::format("'{}' is not an amount of memory from 1 B to 1e18 B", text);
  target = static_cast<std::uint64_t>(value);
  return {};
}

}  // namespace

struct OptionParser::Implementation {
  explicit Implementation(const std::string& description, const std::string& name) : app(description, "petriloom " + name) {}

  void add_checked(std::string_view name, std::string_view value, std::string_view description,
                   const std::function<Check(const std::string&)>& read) {
    const std::string option(name);
    app.add_option_function<std::string>(
           option,
           [this, option, read](const std::string& text) {
             if (Check wrong = read(text); !wrong.empty()) problems.push_back(fmt::format("{}: {}", option, wrong));
           },
           std::string(description))
        ->type_name(std::string(value));
    names.push_back(long_name(option));
  }

  static std::string long_name(const std::string& option) {
    const auto comma = option.find(',');
    return comma == std::string::npos ? option : option.substr(comma + 1);
  }

  /// An option of one value that has several; empty: there is none.
  [[nodiscard]] std::string given_twice() const {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_items_expected_max() == 1 && option->results().size() > 1) return option->get_name();
    }
    return {};
  }

  /// Words that no option took: too many positionals, or options that do not exist. What follows
  /// such an option is taken for its value.
  void report_leftovers() {
    bool value = false;
    for (const std::string& word : app.remaining()) {
      const bool option = word.size() > 1 && word[0] == '-';
      if (option) {
        problems.push_back(fmt::format("unknown option '{}'; {}", word, suggest(word, names)));
      } else if (!value) {
        problems.push_back(fmt::format("unexpected argument '{}'", word));
      }
      value = option;
    }
  }

  /// Ends the command if one of its files cannot be written.
  std::optional<ExitCode> write_obstacles(Session& session) const {
    if (started_as_worker()) return std::nullopt;
    std::optional<ExitCode> ended;
    std::set<std::string> taken;
    for (const auto& [path, obstacle] : written) {
      std::string problem = path->empty() || *path == "-" ? std::string() : obstacle(*path);
      if (problem.empty() && !path->empty() && !taken.insert(place_of(*path)).second && keeps_one(*path))
        problem = fmt::format("{}: two results cannot be written there", *path == "-" ? "stdout" : *path);
      if (problem.empty()) continue;
      session.status.error(problem);
      ended = ExitCode::wrong;
    }
    return ended;
  }

  CLI::App app;
  std::vector<std::string> names{"--help"};
  std::vector<std::string> problems;
  // With what looks at it.
  std::vector<std::pair<const std::string*, std::string (*)(const std::string& path)>> written;
  bool quiet = false;
};

OptionParser::OptionParser(std::string_view name, std::string_view summary, std::string_view example)
    : implementation_(std::make_unique<Implementation>(std::string(summary), std::string(name))) {
  implementation_->app.footer(fmt::format("Example: {}\n\n{}", example, kExitCodesHelp));
  implementation_->app.allow_extras();
  flag("--quiet", implementation_->quiet, "no progress and no notes on stderr");
}

OptionParser::~OptionParser() = default;

void OptionParser::positional(std::string_view name, std::string& target, std::string_view description) {
  implementation_->app.add_option(std::string(name), target, std::string(description))->type_name("")->required();
}

void OptionParser::positionals(std::string_view name, std::vector<std::string>& target, std::string_view description) {
  implementation_->app.add_option(std::string(name), target, std::string(description))->type_name("")->required();
}

void OptionParser::flag(std::string_view name, bool& target, std::string_view description) {
  implementation_->app.add_flag(std::string(name), target, std::string(description));
  implementation_->names.push_back(Implementation::long_name(std::string(name)));
}

void OptionParser::flag_with_value(std::string_view name, std::string_view standard, std::string& target,
                                   std::string_view description) {
  // A flag without a value reads "true"; with a default of its own, --help would show that in
  // braces behind its name.
  implementation_->app.add_flag(std::string(name), target, std::string(description))
      ->transform([value = std::string(standard)](const std::string& text) { return text == "true" ? value : text; });
  implementation_->names.push_back(Implementation::long_name(std::string(name)));
}

void OptionParser::text(std::string_view name, std::string_view value, std::string& target, std::string_view description) {
  implementation_->add_checked(name, value, description, [&target](const std::string& text) {
    if (text.empty()) return Check("must not be empty");
    target = text;
    return Check();
  });
}

void OptionParser::texts(std::string_view name, std::string_view value, std::vector<std::string>& target,
                         std::string_view description) {
  const std::string option(name);
  implementation_->app.add_option(option, target, std::string(description))->type_name(std::string(value))->allow_extra_args(false);
  implementation_->names.push_back(Implementation::long_name(option));
}

void OptionParser::number(std::string_view name, std::string_view value, std::uint64_t& target, std::uint64_t low,
                          std::uint64_t high, std::string_view description) {
  implementation_->add_checked(name, value, description,
                               [&target, low, high](const std::string& text) { return read_number(text, low, high, target); });
}

void OptionParser::time(std::string_view name, std::string_view value, double& target, std::string_view description,
                        std::string* written) {
  implementation_->add_checked(name, value, description, [&target, written](const std::string& text) {
    if (written != nullptr) *written = text;
    return read_time(text, target);
  });
}

void OptionParser::memory(std::string_view name, std::string_view value, std::uint64_t& target, std::string_view description) {
  implementation_->add_checked(name, value, description, [&target](const std::string& text) { return read_memory(text, target); });
}

void OptionParser::choice(std::string_view name, std::vector<std::string> names, std::size_t& target,
                          std::string_view description) {
  const std::string value = fmt::format("{}", fmt::join(names, "|"));
  implementation_->add_checked(name, value, description, [&target, names](const std::string& text) {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) return fmt::format("'{}' is unknown; {}", text, suggest(text, names));
    target = static_cast<std::size_t>(found - names.begin());
    return Check();
  });
}

void OptionParser::writes(const std::string& target) { implementation_->written.emplace_back(&target, file_obstacle); }

void OptionParser::writes_folder(const std::string& target) { implementation_->written.emplace_back(&target, folder_obstacle); }

std::optional<ExitCode> OptionParser::parse(Arguments arguments, Session& session) {
  Implementation& self = *implementation_;
  try {
    // The order that CLI11 asks for.
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    self.app.parse(std::move(reversed));
  } catch (const CLI::CallForHelp&) {
    print(self.app.help());
    return ExitCode::done;
  } catch (const CLI::RequiredError& error) {
    if (self.problems.empty() && self.app.remaining().empty()) self.problems.emplace_back(error.what());
  } catch (const CLI::ArgumentMismatch&) {
    const std::string repeated = self.given_twice();
    self.problems.push_back(repeated.empty() ? fmt::format("'{}' needs a value", arguments.back())
                                             : fmt::format("'{}' is given more than once", repeated));
  } catch (const CLI::ParseError& error) {
    self.problems.emplace_back(error.what());
  }
  self.report_leftovers();
  if (self.quiet) session.status.be_quiet();
  if (self.problems.empty()) return self.write_obstacles(session);
  for (const std::string& problem : self.problems) session.status.error(fmt::format("{}: {}", self.app.get_name(), problem));
  session.status.error(fmt::format("{} --help explains the options", self.app.get_name()));
  return ExitCode::wrong;
}

}  // namespace petriloom::cli
