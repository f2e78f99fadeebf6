// SPDX-License-Identifier: Apache-2.0
#include "generator/hwloc/topology.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "engine/text/wording.h"
#include "formats/xml/xml.h"

namespace petriloom {
namespace {

/// Names of what CUDA, OpenCL, NVML, ROCm SMI and Level Zero call a device (hwloc, "I/O objects").
constexpr std::array<std::string_view, 5> kBackends{"cuda", "opencl", "nvml", "rsmi", "ze"};
/// PCI class 3D controller: cards that compute and have no screen.
constexpr std::string_view kComputes = "0302";

enum class Kind : std::uint8_t { other, package, core, unit, pci, device };

struct Object {
  Kind kind = Kind::other;
  bool gpu = false;  // what stands inside it computes; a card is told of by several names
  Location where;
};

Kind kind_of(std::string_view type) {
  if (type == "Package" || type == "Socket") return Kind::package;  // Socket: until hwloc 1.10
  if (type == "Core") return Kind::core;
  if (type == "PU") return Kind::unit;
  if (type == "PCIDev") return Kind::pci;
  if (type == "OSDev") return Kind::device;
  return Kind::other;
}

bool computes(std::string_view name) {
  return std::any_of(kBackends.begin(), kBackends.end(), [name](std::string_view backend) {
    return name.size() > backend.size() && name.substr(0, backend.size()) == backend && name[backend.size()] >= '0' &&
           name[backend.size()] <= '9';
  });
}

/// The clock behind the `@` of a processor's model, in Hz.
std::optional<double> clock_of(std::string_view model) {
  const std::size_t at = model.rfind('@');
  if (at == std::string_view::npos) return std::nullopt;
  const std::string rest(model.substr(at + 1));
  char* end = nullptr;
  const double number = std::strtod(rest.c_str(), &end);
  std::string_view unit(end);
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  const double factor = unit.substr(0, 3) == "GHz" ? 1e9 : unit.substr(0, 3) == "MHz" ? 1e6 : 0;
  if (!(number > 0) || !(number < 1e6) || factor == 0) return std::nullopt;
  return number * factor;
}

class HwlocHandler : public XmlHandler {
 public:
  explicit HwlocHandler(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void start(std::string_view name, std::span<const XmlAttribute> attributes, const Location& where) override {
    if (elements_++ == 0 && name != "topology")
      diagnostics_.error(where, fmt::format("this is no topology of hwloc: it begins with <{}>", name),
                         "`lstopo FILE.xml` writes one");
    if (elements_ == 1) found_.where = where;
    Object object;
    object.where = where;
    if (name == "object") {
      const std::string_view type = attribute(attributes, "type");
      if (type.empty()) diagnostics_.error(where, "this object has no type");
      object.kind = kind_of(type);
      open(object, attributes);
    } else if (name == "info" && attribute(attributes, "name") == "CPUModel" && !found_.clock) {
      if (const std::optional<double> clock = clock_of(attribute(attributes, "value"))) found_.clock = {*clock, where};
    }
    stack_.push_back(object);
  }
  void text(std::string_view) override {}
  void end() override {
    const Object object = stack_.back();
    stack_.pop_back();
    if (object.kind == Kind::pci || (object.kind == Kind::device && !inside(Kind::pci))) {
      if (object.gpu) found_.gpus.push_back(object.where);
    } else if (object.gpu) {
      stack_.back().gpu = true;  // a device, of the card that it stands in
    }
  }

  /// What was found, once the document is through; absent if it does not go together.
  std::optional<HwlocTopology> result() {
    if (found_.packages.empty() && (loose_cores_ > 0 || loose_units_ > 0))
      found_.packages.push_back({loose_cores_ > 0 ? loose_cores_ : loose_units_, found_.where});
    else if (loose_cores_ > 0)
      diagnostics_.error(loose_, fmt::format("{} outside of all packages", counted(loose_cores_, "core")));
    for (std::size_t i = 0; i < found_.packages.size() && i < units_.size(); ++i) {
      if (found_.packages[i].cores == 0) found_.packages[i].cores = units_[i];
      if (found_.packages[i].cores == 0) diagnostics_.error(found_.packages[i].where, "this package has no cores");
    }
    if (found_.packages.empty()) diagnostics_.error(found_.where, "this topology has no cores");
    if (diagnostics_.has_errors()) return std::nullopt;
    return std::move(found_);
  }

 private:
  void open(Object& object, std::span<const XmlAttribute> attributes) {
    if (object.kind == Kind::package) {
      found_.packages.push_back({0, object.where});
      units_.push_back(0);
    } else if (object.kind == Kind::core) {
      ++(inside(Kind::package) ? found_.packages.back().cores : loose_cores_);
      if (!inside(Kind::package) && loose_cores_ == 1) loose_ = object.where;
    } else if (object.kind == Kind::unit) {
      ++(inside(Kind::package) ? units_.back() : loose_units_);
    } else if (object.kind == Kind::pci) {
      object.gpu = attribute(attributes, "pci_type").substr(0, 4) == kComputes;
    } else if (object.kind == Kind::device) {
      object.gpu = computes(attribute(attributes, "name"));
    }
  }
  [[nodiscard]] bool inside(Kind kind) const {
    return std::any_of(stack_.begin(), stack_.end(), [kind](const Object& object) { return object.kind == kind; });
  }

  Diagnostics& diagnostics_;
  HwlocTopology found_;
  std::vector<Object> stack_;
  std::vector<int> units_;  // of each package
  int loose_cores_ = 0;
  int loose_units_ = 0;
  Location loose_;  // of the first of these cores
  std::size_t elements_ = 0;
};

}  // namespace

std::optional<HwlocTopology> read_hwloc(FileId file, const Sources& sources, Diagnostics& diagnostics) {
  Diagnostics own;
  HwlocHandler handler(own);
  std::optional<HwlocTopology> result;
  if (parse_xml(sources, file, handler, own)) result = handler.result();
  diagnostics.append(own);
  return result;
}

}  // namespace petriloom
