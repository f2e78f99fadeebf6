// SPDX-License-Identifier: Apache-2.0
#include "cli/simulation/statistics_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "engine/simulate/chance.h"
#include "engine/text/parse_number.h"
#include "generator/description/quantity.h"

namespace petriloom::cli {

namespace {

constexpr std::uint64_t kFewReplications = 20;         // where one would have no interval
constexpr std::uint64_t kMostReplications = 10'000;    // with a precision to reach
constexpr std::uint64_t kMostFirings = 1'000'000'000;  // of a long run with a precision to reach
constexpr std::size_t kMostIntervals = 1000;           // of a histogram
constexpr std::array kProbabilities{0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
constexpr std::size_t kIntervals = 20;

struct NameAndValue {
  std::string name;
  std::string value;
};

/// "NAME=VALUE"; the value is empty if there is none.
NameAndValue split(const std::string& text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string::npos) return {text, ""};
  return {text.substr(0, at), text.substr(at + 1)};
}

/// "0.95" or "95%".
std::optional<double> read_share(std::string_view text) {
  double scale = 1;
  if (text.ends_with('%')) {
    text.remove_suffix(1);
    scale = 100;
  }
  const auto value = parse_number<double>(text);
  if (!value || !(*value >= 0) || !(*value <= scale)) return std::nullopt;
  return *value / scale;
}

class Reader {
 public:
  Reader(std::string_view command, Session& session) : command_(command), session_(session) {}

  void quantiles(const std::string& text, StatisticsOptions& options) {
    const NameAndValue parts = split(text);
    DistributionRequest& request = request_of(parts.name, options);
    if (parts.value.empty()) request.probabilities.assign(kProbabilities.begin(), kProbabilities.end());
    for (std::string_view rest = parts.value; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const auto share = read_share(rest.substr(0, comma));
      if (!share) {
        return problem(fmt::format("--quantiles: '{}' is not a share from 0 to 1, as in --quantiles {}=0.5,99%",
                                   rest.substr(0, comma), parts.name));
      }
      request.probabilities.push_back(*share);
      rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
  }
  void histogram(const std::string& text, StatisticsOptions& options) {
    const NameAndValue parts = split(text);
    std::size_t number = parts.value.empty() ? kIntervals : 0;
    std::from_chars(parts.value.data(), parts.value.data() + parts.value.size(), number);
    if (number == 0 || number > kMostIntervals) {
      return problem(fmt::format("--histogram: '{}' is not a number of intervals from 1 to {}", parts.value, kMostIntervals));
    }
    request_of(parts.name, options).intervals = number;
  }
  void series(const std::string& text, StatisticsOptions& options) {
    const NameAndValue parts = split(text);
    if (const auto interval = time("--series", parts.value, fmt::format("--series {}=10ms", parts.name)))
      options.series.push_back({parts.name, *interval});
  }
  void precision(const std::string& text, StatisticsOptions& options) {
    const NameAndValue parts = split(text);
    const auto share = read_share(parts.value);
    if (!share || *share == 0) {
      return problem(
          fmt::format("--precision: '{}' is not a relative half width, as in --precision {}=1%", parts.value, parts.name));
    }
    options.precision.push_back({parts.name, *share});
  }
  std::optional<double> time(std::string_view option, const std::string& text, const std::string& example) {
    const bool number = !text.empty() && text.find_first_not_of("0123456789.eE+-") == std::string::npos;
    const auto parsed = parse_quantity(number ? text + " s" : text, Dimension::time);
    const double* const value = std::get_if<double>(&parsed);
    if (value != nullptr && *value > 0) return *value;
    problem(fmt::format("{}: '{}' is not a time above 0, as in {}", option, text, example));
    return std::nullopt;
  }
  void problem(const std::string& what) {
    session_.status.error(fmt::format("petriloom {}: {}", command_, what));
    right_ = false;
  }
  [[nodiscard]] bool right() const { return right_; }

 private:
  /// Quantiles and histogram of one measure share what is recorded.
  static DistributionRequest& request_of(const std::string& name, StatisticsOptions& options) {
    for (DistributionRequest& request : options.distributions) {
      if (request.name == name) return request;
    }
    options.distributions.push_back({name, {}, 0});
    return options.distributions.back();
  }

  std::string_view command_;
  Session& session_;
  bool right_ = true;
};

}  // namespace

void declare_statistics(OptionParser& parser, StatisticsArguments& arguments) {
  parser.number("--batches", "K", arguments.batches, 3, 200,
                "the long run, estimated from one run in K batches (20 is usual) instead of from replications");
  parser.text("--warm-up", "auto|TIME", arguments.warm_up,
              "what is left out at the start; auto, the default with --batches, finds it by MSER-5");
  parser.texts("--quantiles", "NAME[=P,...]", arguments.quantiles,
               "quantiles of a measure, as in wait=0.5,99%; * stands for any text in NAME");
  parser.texts("--histogram", "NAME[=N]", arguments.histograms, "histogram of a measure in N intervals; default 20");
  parser.texts("--series", "NAME=TIME", arguments.series, "a state measure, a count or a sum at these intervals");
  parser.texts(
      "--precision", "NAME=P", arguments.precision,
      "simulate until the 95 % interval of a measure is within this share of its mean, as in wait=1%; --replications, --until and "
      "--firings then say what is the most");
  parser.flag("--antithetic", arguments.antithetic,
              "runs in pairs, the second with 1 - u for every random number u of the first: narrower intervals where measures rise "
              "or fall with them");
  parser.choice("--streams", {"run", "transition"}, arguments.streams,
                "random numbers of the run in the order of events, or of each transition, so that variants of a net see the same");
  parser.text("--against", "NET", arguments.against,
              "simulate this variant with the same numbers and show the differences (--streams transition; default 20 runs)");
  parser.text("--against-scenario", "NAME", arguments.against_scenario,
              "the scenario of the variant; without --against of the same net");
  parser.number("--least-replications", "N", arguments.least_replications, 2, 1'000'000'000,
                "with --precision: so many before it is looked at; default 20");
}

bool read_statistics(const StatisticsArguments& arguments, SimulationOptions& simulation, std::string_view command,
                     Session& session) {
  StatisticsOptions& options = simulation.statistics;
  Reader reader(command, session);
  simulation.antithetic = arguments.antithetic;
  simulation.own_streams = arguments.streams == 1 || (arguments.streams == 2 && arguments.compares());
  options.batches = arguments.batches;
  options.find_warm_up = arguments.warm_up == "auto" || (arguments.warm_up.empty() && arguments.batches > 0);
  if (arguments.warm_up == "auto" && arguments.batches == 0) {
    reader.problem("--warm-up auto: MSER-5 needs one long run, as in --batches 20; with replications give a time");
  } else if (!arguments.warm_up.empty() && arguments.warm_up != "auto") {
    options.warm_up = reader.time("--warm-up", arguments.warm_up, "--warm-up 10s, or auto").value_or(0);
  }
  for (const std::string& text : arguments.quantiles) reader.quantiles(text, options);
  for (const std::string& text : arguments.histograms) reader.histogram(text, options);
  for (const std::string& text : arguments.series) reader.series(text, options);
  for (const std::string& text : arguments.precision) reader.precision(text, options);
  if (arguments.least_replications > 0) options.least_replications = arguments.least_replications;
  if (arguments.least_replications > 0 && options.precision.empty()) {
    reader.problem("--least-replications: goes with --precision; --replications says how many otherwise");
  }
  const bool pooled = !options.distributions.empty() || !options.series.empty();
  if (arguments.antithetic && (options.batches > 0 || pooled)) {
    reader.problem(
        "--antithetic: pairs of runs have means and their intervals; batches, quantiles, histograms and series are of single runs");
  }
  if (arguments.compares() && (options.batches > 0 || pooled || !options.precision.empty())) {
    reader.problem(
        "--against: replications of two variants are compared by their means; --batches, --precision, quantiles, histograms and "
        "series are of one");
  }
  return reader.right();
}

bool plan_replications(std::uint64_t given, bool several, bool ends, SimulationOptions& simulation, std::string_view command,
                       Session& session) {
  StatisticsOptions& statistics = simulation.statistics;
  const auto refuse = [&](std::string_view what) {
    session.status.error(fmt::format("petriloom {}: {}", command, what));
    return false;
  };
  if (simulation.until <= statistics.warm_up) return refuse("--warm-up leaves nothing until the end");
  if (statistics.batches > 0) {
    if (given > 1) return refuse("--batches is one long run; --replications are several: give one of them");
    simulation.replications = 1;
    if (statistics.precision.empty()) {
      return ends || refuse("--batches: one long run needs an end: --until TIME, --firings N or --precision NAME=1%");
    }
    if (!ends) simulation.max_firings = kMostFirings;
    return true;
  }
  if (given > 0) simulation.replications = given;
  if (given == 0 && several) simulation.replications = std::max(simulation.replications, kFewReplications);
  if (simulation.antithetic && simulation.replications % 2 != 0) {
    return refuse("--antithetic: runs come in pairs: --replications wants an even number");
  }
  if (statistics.precision.empty()) return true;
  if (given == 0) simulation.replications = std::max(simulation.replications, kMostReplications);
  return statistics.least_replications <= simulation.replications || refuse("--least-replications is more than --replications");
}

void make_one_if_alike(const Net& net, SimulationOptions& simulation, Session& session) {
  if (simulation.replications == 1 || has_chance(net)) return;
  session.status.note(fmt::format("nothing in the net is random, so that all {} replications would be the same: one is made",
                                  simulation.replications));
  simulation.replications = 1;
}

bool has_place_for_series(const StatisticsArguments& asked, const std::string& series_file, const std::string& json,
                          Session& session) {
  if (!asked.series.empty() && series_file.empty() && json.empty()) {
    session.status.error("petriloom simulate: --series: where to? --series-file FILE.csv writes a table, --json FILE has it, too");
  } else if (asked.series.empty() && !series_file.empty()) {
    session.status.error("petriloom simulate: --series-file: of what? --series NAME=TIME says which measure and how often");
  } else {
    return true;
  }
  return false;
}

// The values given are of the net; another file has constants of its own.
OtherNet::OtherNet(const StatisticsArguments& asked, const std::string& net, const NetOptions& of_first)
    : path(asked.against.empty() ? net : asked.against), of_net(of_first), another_file(!asked.against.empty() && path != net) {
  of_net.scenario = asked.against_scenario;
  if (!asked.against.empty()) of_net.settings.clear();
}

std::optional<Net> OtherNet::load(Session& session) const {
  const auto load = of_net.load(session);
  return load ? load_net(path, *load, session) : std::nullopt;
}

void OtherNet::tell_wrong(Session& session) const {
  if (another_file) load(session);
}

}  // namespace petriloom::cli
