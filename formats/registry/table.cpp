// SPDX-License-Identifier: Apache-2.0
#include "formats/registry/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <new>

#include "engine/expr/drawn.h"
#include "formats/andl/andl.h"
#include "formats/andl_writing/write_andl.h"
#include "formats/andl_writing/write_candl.h"
#include "formats/common/input_file.h"
#include "formats/common/output_file.h"
#include "formats/cpn/cpn.h"
#include "formats/cpn_writing/write_cpn.h"
#include "formats/dot/picture.h"
#include "formats/greatspn/greatspn.h"
#include "formats/lola/lola.h"
#include "formats/loom/loom.h"
#include "formats/pnml/pnml.h"
#include "formats/pnml_writing/write_pnml.h"
#include "formats/registry/feature_reports.h"
#include "formats/tina/tina.h"

namespace petriloom {

namespace {

// A value that is drawn once for several uses: other formats would draw it anew for each.
void refuse_draws(const Net& net, const WriteOptions& options, Diagnostics& diagnostics) {
  for (const Transition& transition : net.transitions) {
    const std::vector<char> for_tokens = drawn_for_tokens(net, transition);
    for (std::size_t k = 0; k < for_tokens.size(); ++k) {
      if (options.untimed && for_tokens[k] == 0) continue;
      diagnostics.error(transition.draws[k].where,
                        fmt::format("a value that '{}' draws once for several uses has no form in this format", transition.name),
                        "the net language carries it");
    }
  }
}

// Which binding goes before others of the same priority; without time it says nothing.
void lose_orders(const Net& net, const WriteOptions& options, Diagnostics& diagnostics) {
  if (options.untimed) return;
  for (const Transition& transition : net.transitions) {
    if (!transition.order.valid()) continue;
    report_loss(options, diagnostics, net.exprs[transition.order].where,
                fmt::format("the order in which bindings of '{}' go has no form in this format", transition.name),
                "the net language carries it");
  }
}

// For formats that know no orders, nor draws unless `Draws`.
template <WriteResult (*Write)(const Net& net, const WriteOptions& options), bool Draws = false>
WriteResult plain(const Net& net, const WriteOptions& options) {
  const auto any = [](const Transition& transition) { return (!Draws && !transition.draws.empty()) || transition.order.valid(); };
  if (std::none_of(net.transitions.begin(), net.transitions.end(), any)) return Write(net, options);
  WriteResult result;
  if (!Draws) refuse_draws(net, options, result.diagnostics);
  lose_orders(net, options, result.diagnostics);
  if (result.diagnostics.has_errors()) return result;
  Net written = net;
  for (Transition& transition : written.transitions) {
    if (!Draws) transition.draws.clear();
    transition.order = {};
  }
  WriteResult rest = Write(written, options);
  result.diagnostics.append(rest.diagnostics);
  rest.diagnostics = std::move(result.diagnostics);
  return rest;
}

// What is read and written (Supports): colours structures functions stamps rates delays schedules
// weights priorities | inhibitor read reset equal counts fluid sharing modules | fusion positions
// measures properties stop final scenarios units
constexpr std::array kFormats = std::to_array<Format>({
    {"andl", ".andl", "ANDL of Snoopy, Spike and MARCIE",
     "uncoloured nets; exponential, immediate, deterministic and scheduled time", read_andl, plain<write_andl>,
     "--e-xxxx- xxxxxx-- ------x-", "eee-xxxx- xxxx-x-e --------"},
    {"candl", ".candl", "CANDL of Snoopy, Spike and MARCIE", "coloured nets over finite simple colour sets and products", read_andl,
     plain<write_candl>, "x-x-xxxx- xxxxx--- ------x-", "x-e-xxxx- xxxx---e --------"},
    {"cpn", ".cpn", "CPN Tools", "coloured nets with time, hierarchy, fusion and the common part of CPN ML", read_cpn,
     plain<write_cpn, true>, "xxxx----x xxx----x xxx-x---", "xxxx----x eee----x xxx-x---"},
    {"dot", {".dot", ".gv"}, "Graphviz", "a picture as text", nullptr, write_dot, {}, "xxxxxxxxx xxx--xxx --------", nullptr, true},
    {"greatspn", ".net", "GreatSPN, two files .net and .def",
     "stochastic nets with immediate transitions; colour classes and products", read_greatspn, plain<write_greatspn>,
     "x---x--xx x------- -x------", "xee-x--xx xe-----e -x------", recognise_greatspn},
    {"lola", ".lola", "LoLA, low-level net", "place/transition nets", read_lola, plain<write_lola>, "--------- -------- --------",
     "eee------ -e-----e --------"},
    {"loom", ".loom", "the net language", "everything", read_loom, write_loom, "xxxxxxxxx xxxxxxxx xxxxxxx-",
     "xxxxxxxxx xxxxxxxx xxxxxx--"},
    {"pdf", ".pdf", "PDF", "a picture", nullptr, write_pdf, {}, "xxxxxxxxx xxx--xxx --------", nullptr, true},
    {"png", ".png", "PNG", "a picture", nullptr, write_png, {}, "xxxxxxxxx xxx--xxx --------", nullptr, true},
    {"pnml", ".pnml", "PNML, every type read, place/transition net written",
     "place/transition nets, coloured ones unfolded; time and special arcs as annotations", read_pnml, plain<write_pnml>,
     "xxxeeeeee xeee---x xx-----x", "eeeeeeeee eeee---x xx-----x"},
    {"pnml-core",
     ".core.pnml",
     "PNML, core model",
     "the graph; marking, weights, time and special arcs as annotations",
     nullptr,
     plain<write_pnml_core>,
     {},
     "eeeeeeeee eeee---x xx-----x"},
    {"pnml-hl",
     ".hl.pnml",
     "PNML, high-level net",
     "coloured nets with integers, strings and lists; functions written out",
     nullptr,
     plain<write_pnml_high_level>,
     {},
     "xxeeeeeee eeee---x xx-----x"},
    {"pnml-sn",
     ".sn.pnml",
     "PNML, symmetric net",
     "coloured nets with comparisons, successor and predecessor",
     nullptr,
     plain<write_pnml_symmetric>,
     {},
     "x--eeeeee eeee---x xx-----x"},
    {"svg", ".svg", "SVG", "a picture", nullptr, write_svg, {}, "xxxxxxxxx xxx--xxx --------", nullptr, true},
    {"tina", ".net", "time Petri nets of TINA", "place/transition nets; intervals [a,a], inhibitor and read arcs, priorities",
     read_tina, plain<write_tina>, "-----x--e xx------ --------", "eee--x--e xx-----e --------", recognise_tina},
});

std::vector<std::string> names(bool readable) {
  std::vector<std::string> list;
  for (const Format& format : kFormats) {
    if (!readable || format.read) list.emplace_back(format.name);
  }
  return list;
}

std::string shared(const std::vector<const Format*>& candidates) {
  std::string list;
  for (const Format* format : candidates) list += (list.empty() ? "'" : ", '") + std::string(format->name) + "'";
  return list;
}

// The format meant, or null with an error in `diagnostics`.
const Format* choose(std::string_view path, std::string_view name, bool reading, const Location& where, Diagnostics& diagnostics,
                     std::vector<std::string> endings = {}) {
  const std::vector<const Format*> candidates = formats_of(path);
  const Format* format = name.empty() ? (candidates.empty() ? nullptr : candidates.front()) : find_format(name);
  if (name.empty() && !reading && candidates.size() > 1) {
    diagnostics.error(where, fmt::format("the ending '{}' is shared by the formats {}", ending_of(path), shared(candidates)),
                      "say which is meant with --to");
    return nullptr;
  }
  if (name.empty() && reading) {
    // Of several formats the text decides later.
    const auto readable =
        std::find_if(candidates.begin(), candidates.end(), [](const Format* each) { return each->read != nullptr; });
    if (readable != candidates.end()) format = *readable;
  }
  if (!format && name.empty()) {
    const std::string ending = ending_of(path);
    for (const Format& known : kFormats) {
      if (reading && !known.read) continue;
      for (const std::string_view known_ending : known.endings) {
        if (std::find(endings.begin(), endings.end(), known_ending) == endings.end()) endings.emplace_back(known_ending);
      }
    }
    diagnostics.error(where,
                      ending.empty() ? fmt::format("the name '{}' has no ending that says its format", path)
                                     : fmt::format("no format has the ending '{}'", ending),
                      suggest(ending, endings));
  } else if (!format) {
    diagnostics.error(where, fmt::format("there is no format '{}'", name), suggest(name, names(reading)));
  } else if (reading && !format->read) {
    diagnostics.error(where, fmt::format("the format '{}' is written only", format->name), suggest("", names(true)));
    return nullptr;
  }
  return format;
}

}  // namespace

std::span<const Format> formats() { return kFormats; }

const Format* find_format(std::string_view name) {
  const auto found = std::find_if(kFormats.begin(), kFormats.end(), [&](const Format& format) { return format.name == name; });
  return found == kFormats.end() ? nullptr : &*found;
}

std::vector<const Format*> formats_of(std::string_view file_name) {
  std::vector<const Format*> best;
  std::size_t longest = 0;
  for (const Format& format : kFormats) {
    for (const std::string_view ending : format.endings) {
      if (ending.size() < longest || file_name.size() <= ending.size() || !file_name.ends_with(ending)) continue;
      if (ending.size() > longest) best.clear();
      longest = ending.size();
      best.push_back(&format);
    }
  }
  return best;
}

const Format* format_of(std::string_view file_name) {
  const std::vector<const Format*> all = formats_of(file_name);
  return all.empty() ? nullptr : all.front();
}

const Format* recognised(std::span<const Format* const> candidates, std::string_view text) {
  std::vector<const Format*> readable;
  for (const Format* format : candidates) {
    if (format->read) readable.push_back(format);
  }
  if (readable.size() == 1) return readable.front();
  const Format* one = nullptr;
  for (const Format* format : readable) {
    if (!format->recognise || !format->recognise(text)) continue;
    if (one) return nullptr;
    one = format;
  }
  return one;
}

ReadResult read_net(const std::string& path, std::string_view name, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const auto whole_file = [&] { return Location{result.sources->add(path, {}), 0, 0}; };
  const Format* format = choose(path, name, true, whole_file(), result.diagnostics, options.other_endings);
  if (!format) return result;
  std::string error;
  std::string text = read_file(path, options.most_bytes, error);
  if (!error.empty()) {
    result.diagnostics.error(whole_file(), error);
    return result;
  }
  if (name.empty()) {
    const std::vector<const Format*> candidates = formats_of(path);
    format = recognised(candidates, text);
    if (!format) {
      result.diagnostics.error(whole_file(),
                               fmt::format("the ending '{}' is shared by the formats {}, and the text looks like none of them",
                                           ending_of(path), shared(candidates)),
                               "say which it is with --from");
      return result;
    }
  }
  return read_net_text(path, std::move(text), *format, options);
}

ReadResult read_net_text(const std::string& path, std::string text, const Format& format, const ReadOptions& options) {
  ReadResult result;
  result.sources = std::make_shared<Sources>();
  const auto whole_file = [&] { return Location{result.sources->add(path, {}), 0, 0}; };
  if (!options.constants.empty() && !format.reads.carry(Feature::scenarios) && format.read != read_cpn) {
    result.diagnostics.error(whole_file(),
                             fmt::format("the constant `{}` cannot be given a value", options.constants.begin()->first),
                             "only nets in the net language and of CPN Tools have constants");
    return result;
  }
  try {
    return format.read(path, std::move(text), options);
  } catch (const std::bad_alloc&) {
    result.diagnostics.error(whole_file(), "not enough memory to read this file");
    return result;
  }
}

WriteResult write_text(const Format& format, const Net& net, const WriteOptions& options) {
  WriteResult refused;
  if (refuses(net, format, refused.diagnostics)) return refused;
  WriteResult written = format.write(net, options);
  // Of what is refused nothing is left out.
  if (!written.diagnostics.has_errors()) report_beside(net, format, options, written.diagnostics);
  if (!written.diagnostics.has_errors()) return written;
  written.text.clear();
  written.companions.clear();
  return written;
}

Diagnostics write_net(const Net& net, const std::string& path, std::string_view name, const WriteOptions& options) {
  Diagnostics diagnostics;
  const Format* format = choose(path, name, false, {}, diagnostics);
  if (!format) return diagnostics;
  if (!format->write) {
    diagnostics.error({}, fmt::format("the format '{}' is read only", format->name));
    return diagnostics;
  }
  WriteResult written = write_text(*format, net, options);
  if (!written.companions.empty() && !output_target(path).replaced) {
    written.diagnostics.error({}, fmt::format("the format '{}' is several files, which '{}' cannot take", format->name, path));
  }
  if (!written.diagnostics.has_errors()) {
    if (const std::string error = write_file(path, written.text); !error.empty()) written.diagnostics.error({}, error);
    for (const Companion& companion : written.companions) {
      const std::string error = write_file(companion_path(path, companion.ending), companion.text);
      if (!error.empty()) written.diagnostics.error({}, error);
    }
  }
  return written.diagnostics;
}

}  // namespace petriloom
