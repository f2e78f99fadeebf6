// SPDX-License-Identifier: Apache-2.0
#include "formats/source/dimensions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "engine/text/parse_number.h"
#include "formats/source/dimension.h"

namespace petriloom::source {

namespace {

using loom::Kind;
using loom::Node;

/// Whole numbers below this count something; a larger one may be a bandwidth that is written
/// without its unit.
constexpr std::int64_t kMostCounted = 10'000;
constexpr int kMostMadeOf = 50;  // constants and functions that are made of each other

bool one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

class Checker {
 public:
  Checker(const Index& index, Diagnostics& diagnostics) : index_(index), diagnostics_(diagnostics) {
    for (const Use& use : index.uses) uses_[use.where] = use.declared;
  }

  /// What an expression is of, all that stands in it looked at; or, for a declaration, the latter
  /// alone.
  Dimension visit(const Node& node) {
    switch (node.kind) {
      case Kind::number:
        return number(node);
      case Kind::name:
        return name(node);
      case Kind::unary:
        return node.text == "-" ? visit(node.children[0]) : inside(node);
      case Kind::binary:
        return binary(node);
      case Kind::call:
        return call(node);
      case Kind::comprehension: {
        for (std::size_t k = 0; k + 1 < node.children.size(); ++k) visit(node.children[k]);
        const Dimension body = visit(node.back());
        return node.text == "sum" || node.text == "min" || node.text == "max" ? body : kUnknown;
      }
      case Kind::let:
        visit(node.children[0]);
        return visit(node.children[1]);
      case Kind::if_:
        visit(node.children[0]);
        return merged(node, node.children[1], node.children[2]);
      case Kind::ascribed:
        return visit(node.children[0]);
      case Kind::case_:
        return arms(node);
      case Kind::override_:
        return override_(node);
      case Kind::measure:
        return measure(node);
      case Kind::transition:
        works_ = std::any_of(node.children.begin(), node.children.end(), [](const Node& child) {
          return child.kind == Kind::at_most || (child.kind == Kind::arc && child.text == "uses");
        });
        return inside(node);
      default:
        return item(node);
    }
  }

 private:
  Dimension inside(const Node& node) {
    for (const Node& child : node.children) visit(child);
    return kUnknown;
  }

  void report(const Node& node, std::string message, std::string help = {}) {
    if (silent_ == 0) diagnostics_.error(node.where, std::move(message), std::move(help));
  }

  static Dimension number(const Node& node) {
    if (const Node* const unit = node.child(Kind::unit)) return dimension_of_unit(unit->text);
    const auto value = parse_number<std::int64_t>(node.text);
    return value && *value < kMostCounted ? kCount : kUnknown;
  }

  [[nodiscard]] const Declared* declared(const Node& node) const {
    const auto found = uses_.find(node.where);
    return found == uses_.end() ? nullptr : &index_.names[found->second];
  }

  /// The expression that a name stands for, or null.
  [[nodiscard]] static const Node* value_of(const Declared& name) {
    if (name.node == nullptr || name.node->children.empty()) return nullptr;
    if (name.kind == NameKind::constant || (name.kind == NameKind::function && name.node->kind == Kind::function)) {
      return &name.node->back();
    }
    return name.kind == NameKind::local && name.node->kind == Kind::let ? name.node->children.data() : nullptr;
  }

  Dimension name(const Node& node) {
    const Declared* const known = declared(node);
    if (known == nullptr) return node.text == "now" ? kTime : kUnknown;
    return of_declared(*known);
  }

  /// What is declared elsewhere is looked at there, and only followed here.
  Dimension of_declared(const Declared& known) {
    const Node* const value = value_of(known);
    if (value == nullptr || nested_ >= kMostMadeOf) return kUnknown;
    const auto [entry, fresh] = followed_.try_emplace(value);
    if (!fresh) return entry->second;
    ++nested_;
    ++silent_;
    const Dimension found = visit(*value);
    --silent_;
    --nested_;
    // A number that has a name may stand for anything: the name says of what.
    return followed_[value] = found.known() ? found : kUnknown;
  }

  Dimension binary(const Node& node) {
    if (one_of(node.text, {"+", "-", "%"})) return merged(node, node.children[0], node.children[1]);
    if (one_of(node.text, {"*", "/"})) {
      const Dimension left = visit(node.children[0]);
      return product(left, visit(node.children[1]), node.text == "*" ? 1 : -1);
    }
    if (one_of(node.text, {"=", "!=", "<", "<=", ">", ">="})) {
      merged(node, node.children[0], node.children[1]);
      return kUnknown;
    }
    return inside(node);
  }

  Dimension merged(const Node& node, const Node& left, const Node& right) {
    const Dimension a = visit(left);
    return merge(node, a, visit(right));
  }

  Dimension merge(const Node& node, const Dimension& a, const Dimension& b) {
    if (a.known() && b.known() && a != b) {
      const std::string what = node.kind == Kind::binary ? fmt::format("`{}` of", node.text)
                               : node.kind == Kind::call ? fmt::format("`{}` of", node.text)
                                                         : std::string("one value or the other is of");
      report(node, fmt::format("{} {} and {}", what, dimension_text(a), dimension_text(b)), "both must be of the same dimension");
      return kUnknown;
    }
    if (a.known()) return a;
    if (b.known()) return b;
    return a == kCount && b == kCount ? kCount : kUnknown;
  }

  Dimension arms(const Node& node) {
    visit(node.children[0]);
    Dimension all = kCount;
    for (std::size_t k = 1; k < node.children.size(); ++k) {
      const Dimension value = visit(node.children[k].back());
      all = k == 1 ? value : merge(node, all, value);
    }
    return all;
  }

  Dimension call(const Node& node) {
    const Declared* const function = declared(node);
    if (function != nullptr) {
      inside(node);
      return function->kind == NameKind::function ? of_declared(*function) : kUnknown;
    }
    const auto argument = [&](std::size_t k) { return k < node.children.size() ? visit(node.children[k]) : kUnknown; };
    if (one_of(node.text, {"min", "max", "uniform", "normal", "triangular"}) && !node.children.empty()) {
      Dimension all = argument(0);
      for (std::size_t k = 1; k < node.children.size(); ++k) all = merge(node, all, argument(k));
      return all;
    }
    if (one_of(node.text, {"abs", "real"})) return argument(0);
    if (node.text == "exponential") return product(kCount, argument(0), -1);
    if (one_of(node.text, {"erlang", "gamma", "weibull"}) && node.children.size() == 2) {
      expect(node.children[0], kCount, "a shape");
      return node.text == "erlang" ? product(kCount, argument(1), -1) : argument(1);
    }
    if (one_of(node.text, {"exp", "log"}) && node.children.size() == 1) {
      expect(node.children[0], kCount, fmt::format("what `{}` is of", node.text));
      return kUnknown;
    }
    inside(node);
    return one_of(node.text, {"tokens", "length", "ord"}) ? kCount : kUnknown;
  }

  /// Looks at an expression that must be of a dimension.
  void expect(const Node& node, const Dimension& wanted, std::string_view what) {
    const Dimension found = visit(node);
    if (!found.known() || found == wanted) return;
    const bool time = wanted == kTime;
    report(node,
           fmt::format("{} is of {}, not of {}", what,
                       wanted == kCount ? "no dimension"
                       : time           ? "s"
                                        : "1/s",
                       dimension_text(found)),
           time              ? "a time is written `3 us`, bytes by a bandwidth are one, too: `16 MiB / (12 GB/s)`"
           : wanted == kRate ? "a rate is a number by a time: `1 / (3 us)`"
                             : "a number without a unit");
  }

  /// The number that an expression is, if that is plain to see.
  [[nodiscard]] std::optional<double> plain_number(const Node& node, int depth = 0) const {
    if (node.kind == Kind::unary && node.text == "-") {
      const auto value = plain_number(node.children[0], depth);
      return value ? std::optional(-*value) : std::nullopt;
    }
    if (node.kind == Kind::name && depth < kMostMadeOf) {
      const Declared* const known = declared(node);
      const bool constant = known != nullptr && known->kind == NameKind::constant && value_of(*known) != nullptr;
      return constant ? plain_number(*value_of(*known), depth + 1) : std::nullopt;
    }
    double value = 0;
    const bool read = node.kind == Kind::number &&
                      std::from_chars(node.text.data(), node.text.data() + node.text.size(), value).ec == std::errc{};
    return read ? std::optional(value) : std::nullopt;
  }

  void expect_from(const Node& node, double least, bool strictly, std::string_view what) {
    const std::optional<double> value = plain_number(node);
    if (!value || *value > least || (!strictly && *value == least)) return;
    report(node, fmt::format("{} is {} {:g}", what, strictly ? "more than" : "at least", least));
  }

  Dimension item(const Node& node) {
    switch (node.kind) {
      case Kind::delay:
      case Kind::after:
        return time(node.children[0], "a delay");
      case Kind::schedule:
        for (const Node& child : node.children) {
          time(child.kind == Kind::from || child.kind == Kind::until ? child.children[0] : child, "a time");
        }
        return kUnknown;
      case Kind::timing:
        return timing(node);
      case Kind::weight:
        expect(node.children[0], kCount, "a weight");
        expect_from(node.children[0], 0, true, "a weight");
        return kUnknown;
      case Kind::servers:
        for (const Node& child : node.children) {
          expect(child, kCount, "a number of servers");
          expect_from(child, 0, true, "a number of servers");
        }
        return kUnknown;
      case Kind::priority:
        expect(node.children[0], kCount, "a priority");
        return kUnknown;
      case Kind::collect:
        for (const Node& child : node.children) expect(child, kCount, "a number of tokens");
        return kUnknown;
      case Kind::multiplicity:
        expect(node.children[0], kCount, "a number of tokens");
        return kUnknown;
      case Kind::flow: {
        const Dimension found = visit(node.children[0]);
        if (found.known() && found.powers[0] != -1) {
          report(node.children[0], fmt::format("a flow is what moves in a second, and this is of {}", dimension_text(found)),
                 "a rate: `1.5 / 1 s`, `12 GB/s`, `30 W`");
        }
        return kUnknown;
      }
      default:
        return inside(node);
    }
  }

  Dimension time(const Node& node, std::string_view what) {
    expect(node, kTime, what);
    expect_from(node, 0, false, what);
    return kUnknown;
  }

  Dimension timing(const Node& node) {
    if (works_) return inside(node);  // work is of any dimension
    const auto& all = node.children;
    if (node.text == "exponential" && all.size() == 1) {
      expect(all[0], kRate, "the rate of an exponential distribution");
      expect_from(all[0], 0, false, "the rate of an exponential distribution");
    } else if (one_of(node.text, {"deterministic", "uniform", "normal"})) {
      for (const Node& child : all) expect(child, kTime, fmt::format("a parameter of `{}`", node.text));
      if (node.text == "deterministic" && all.size() == 1) expect_from(all[0], 0, false, "a time");
    } else if (one_of(node.text, {"erlang", "gamma", "weibull"}) && all.size() == 2) {
      expect(all[0], kCount, fmt::format("the shape of `{}`", node.text));
      expect(all[1], node.text == "erlang" ? kRate : kTime,
             fmt::format("the {} of `{}`", node.text == "erlang" ? "rate" : "scale", node.text));
    } else {
      for (const Node& child : all) expect(child, kCount, fmt::format("a parameter of `{}`", node.text));
    }
    return kUnknown;
  }

  /// A constant keeps its dimension in a scenario.
  Dimension override_(const Node& node) {
    if (node.text != "const" || node.children.size() < 2) return inside(node);
    const Declared* const known = declared(node.children[0]);
    const Dimension before = known == nullptr ? kUnknown : of_declared(*known);
    const Dimension now = visit(node.children[1]);
    if (before.known() && now.known() && before != now) {
      report(node.children[1],
             fmt::format("`{}` is of {}, and here of {}", known->name, dimension_text(before), dimension_text(now)));
    }
    return kUnknown;
  }

  /// A measure that is given a unit has its dimension.
  Dimension measure(const Node& node) {
    const Node* const quantity = node.child(Kind::quantity);
    Dimension found = kUnknown;
    for (const Node& child : node.children) {
      if (child.kind == Kind::of_state) {
        found = visit(child.children[0]);
        if (child.text == "integral") found = product(found, kTime, 1);
        if (child.text == "time") found = kTime;
      } else if (child.kind == Kind::between) {
        visit(child);
        found = kTime;
      } else {
        visit(child);
      }
    }
    const Dimension wanted = quantity == nullptr ? kUnknown : dimension_of_unit(quantity->text);
    if (wanted.known() && found.known() && wanted != found) {
      report(*quantity, fmt::format("the measure is of {}, and its unit of {}", dimension_text(found), dimension_text(wanted)));
    }
    return kUnknown;
  }

  const Index& index_;
  Diagnostics& diagnostics_;
  std::map<Location, std::size_t> uses_;
  /// What names stand for; unknown while it is found out.
  std::map<const Node*, Dimension> followed_;
  int silent_ = 0;
  int nested_ = 0;
  bool works_ = false;  // in a transition whose time is work
};

}  // namespace

void check_dimensions(const Index& index, const loom::Loaded& files, Diagnostics& diagnostics) {
  Checker checker(index, diagnostics);
  for (const Node& tree : files.trees) checker.visit(tree);
}

}  // namespace petriloom::source
