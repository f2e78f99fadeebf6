// SPDX-License-Identifier: Apache-2.0
#include "tests/engine/random_net.h"

#include <algorithm>
#include <optional>

#include "tests/engine/random_sharing.h"
#include "tests/engine/random_values.h"
#include "tests/engine/several.h"

namespace petriloom::test {

namespace {

class Maker {
 public:
  Maker(std::uint64_t number, const RandomNetOptions& options) : options_(options), random_(number) {}

  Net make() {
    const ColourSetId range = d_.colours().add_range("Small", 0, 2);
    const ColourSetId index = d_.colours().add_index("Core", "core", 1, 2);
    const ColourSetId letter = d_.colours().add_enumeration("Letter", {"a", "b"});
    simple_ = {ColourTable::kBool, range, index, letter};
    const ColourSetId pair = d_.colours().add_product("", {index, range});
    const ColourSetId nested = d_.colours().add_product("", {pair, letter});
    sets_ = {ColourTable::kUnit, ColourTable::kBool, range, index, letter, pair, pair, nested};
    if (options_.nested) add_nested(range, letter, pair);
    if (options_.collecting) intern_short_lists(d_.builder.net().pool);
    const std::size_t places = 2 + below(4);
    for (std::size_t p = 0; p < places; ++p) add_place(p);
    if (options_.instances && chance(30)) add_instances(index);
    const std::size_t transitions = 1 + below(5);
    for (std::size_t t = 0; t < transitions; ++t) add_transition(t);
    if (options_.measured) add_measures(transitions);
    if (options_.several) add_several(d_, transitions);
    return options_.sharing ? with_sharing(d_.build(), random_()) : d_.build();
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  bool chance(std::size_t percent) { return below(100) < percent; }
  template <class T>
  T pick(const std::vector<T>& from) {
    return from[below(from.size())];
  }
  [[nodiscard]] bool delays() const { return options_.timed && options_.delays; }
  void add_measures(std::size_t transitions) {
    const char* const kinds[] = {"average", "peak", "integral"};
    for (std::size_t p = 0; p < places_.size(); ++p) {
      const ExprId tokens = p % 2 == 0 ? d_.tokens(places_[p]) : d_.tokens(places_[p], term_of(places_[p]));
      const auto kind = static_cast<MeasureKind>(static_cast<int>(MeasureKind::average) + static_cast<int>(p % 3));
      d_.measure(std::string(kinds[p % 3]) + std::to_string(p), kind, {}, tokens);
    }
    for (std::size_t t = 0; t < transitions; ++t) d_.measure("count" + std::to_string(t), MeasureKind::count, TransitionId(t));
  }
  ExprId term_of(PlaceId place) {
    const ColourSetId set = d_.builder.net()[place].colour;
    return d_.word(set, any_word(set));
  }
  double delay() { return pick(std::vector<double>{0, 0.25, 0.5, 1, 1, 2}); }
  void add_nested(ColourSetId range, ColourSetId letter, ColourSetId pair) {
    ColourTable& c = d_.colours();
    const ColourSetId some = c.add_subset("Some", range, {0, 2});
    const ColourSetId list = c.add_list("", range);
    const ColourSetId record = c.add_record("Record", {"l", "c"}, {list, letter});
    const ColourSetId either = c.add_union("Either", {"P", "N", "S"}, {pair, ColourTable::kUnit, some});
    const ColourSetId message = c.add_union("Message", {"L", "R"}, {list, record});
    simple_.push_back(some);
    for (const ColourSetId set : {some, list, list, record, either, message}) sets_.push_back(set);
    intern_nested(d_.builder.net().pool);
  }
  Word any_word(ColourSetId set) {
    const ColourSet colours = d_.colours()[set];
    WordPool& pool = d_.builder.net().pool;
    if (colours.kind == ColourKind::union_ && colours.pooled()) {
      const std::size_t variant = below(colours.components.size());
      return d_.colours().inject(set, variant, any_word(colours.components[variant]), pool);
    }
    if (colours.pooled()) {
      std::vector<Word> words;
      const bool list = colours.kind == ColourKind::list;
      const std::vector<ColourSetId> parts = list ? std::vector<ColourSetId>(below(4), colours.components[0]) : colours.components;
      for (const ColourSetId part : parts) words.push_back(any_word(part));
      return pool.intern(words);
    }
    return d_.colours()[set].low + static_cast<Word>(below(static_cast<std::size_t>(d_.colours()[set].size())));
  }

  void add_place(std::size_t p) {
    const ColourSetId set = pick(sets_);
    const PlaceId place = d_.place("P" + std::to_string(p), set);
    places_.push_back(place);
    for (std::size_t k = below(4); k > 0; --k) {
      const double available = delays() && chance(25) ? delay() : 0;
      d_.builder.mark(place, any_word(set), 1 + static_cast<std::int64_t>(below(2)), available);
    }
  }

  /// A module whose transitions have an index, and servers of each.
  void add_instances(ColourSetId index) {
    instances_ = d_.builder.add(Module{"node", {}, ModuleId(0), false, {index}, {"n"}, {}, {}, {}, {}});
    index_ = index;
  }

  void add_transition(std::size_t number) {
    std::vector<Variable> variables;
    const bool instance = instances_.valid() && chance(50);
    if (instance) variables.push_back({"n", index_});
    for (std::size_t k = below(4); k > 0; --k) variables.push_back({"x" + std::to_string(k), pick(simple_)});
    const PlaceId collects = options_.collecting && chance(50) ? pick(places_) : PlaceId();
    if (collects.valid()) variables.push_back({"list", d_.colours().add_list("", d_.builder.net()[collects].colour)});
    t_ = d_.transition("t" + std::to_string(number), variables);
    if (instance) {
      d_[t_].module = instances_;
      d_[t_].folded = 1;
    }
    drawn_ = {};
    if (options_.named && chance(40)) add_draw();
    if (collects.valid()) {
      const ExprId pattern = term(d_.builder.net()[collects].colour, true);
      collect_some(d_, t_, collects, static_cast<std::uint32_t>(variables.size() - 1), pattern, random_);
    }
    const std::size_t inputs = chance(95) ? 1 + below(2) : 0;
    for (std::size_t k = 0; k < inputs; ++k) add_arc(ArcKind::input);
    for (std::size_t k = below(3); k > 0; --k) add_arc(ArcKind::output);
    if (chance(25)) add_arc(ArcKind::read);
    if (chance(25)) add_arc(ArcKind::inhibitor);
    if (chance(12)) add_arc(ArcKind::reset);
    if (options_.emptying && chance(25)) add_reset_such();
    if (options_.counting && chance(25)) add_arc(ArcKind::equal);
    if (options_.counting && chance(25)) d_[t_].guards.push_back(counting_condition());
    if (chance(30) && !variables.empty()) d_[t_].guards.push_back(condition());
    if (chance(25)) d_[t_].priority = d_.num(static_cast<std::int64_t>(below(3)));
    if (options_.ordered) add_precedence();
    if (options_.timed) add_time();
    const bool immediate = d_[t_].timing == Timing::immediate;
    if (options_.weights && immediate && chance(25)) d_[t_].weight = weight();
    if (options_.failing) add_failing();
  }

  /// A priority and an order that depend on a variable that is a number, if there is one.
  void add_precedence() {
    const auto slot = static_cast<std::uint32_t>(below(d_[t_].binding_size + 1));
    if (slot == d_[t_].binding_size || d_.colours()[d_[t_].variables[slot].colour].kind != ColourKind::range) return;
    const ExprId number = d_.to(ColourTable::kInt, d_.var(t_, slot));
    if (chance(60)) d_[t_].priority = chance(50) ? number : d_.op(Op::subtract, d_.num(1), number);
    if (chance(60)) d_[t_].order = d_.op(Op::multiply, d_.real(chance(50) ? 0.5 : -1), d_.to(ColourTable::kReal, number));
  }

  /// 1 or 2 less the number of a variable: often 0 or less; or 1 by that, often infinite. A
  /// constant if there is none.
  ExprId doubtful() {
    ExprId value = d_.real(static_cast<double>(1 + below(2)));
    for (std::uint32_t slot = 0; slot < d_[t_].binding_size; ++slot) {
      if (d_.colours()[d_[t_].variables[slot].colour].kind != ColourKind::range || chance(30)) continue;
      value = d_.op(Op::subtract, d_.real(static_cast<double>(1 + below(2))), d_.to(ColourTable::kReal, d_.var(t_, slot)));
    }
    return chance(25) ? d_.op(Op::divide, d_.real(1), value) : value;
  }
  /// Six by the number of a variable, or by the tokens of a place if `counting`: a division by zero
  /// if that is 0.
  ExprId quotient(bool counting) {
    ExprId by = counting ? d_.tokens(pick(places_)) : d_.num(static_cast<std::int64_t>(1 + below(2)));
    for (std::uint32_t slot = 0; slot < d_[t_].binding_size && !counting; ++slot) {
      if (d_.colours()[d_[t_].variables[slot].colour].kind == ColourKind::range) by = d_.to(ColourTable::kInt, d_.var(t_, slot));
    }
    return d_.op(Op::divide, d_.num(6), by);
  }
  void add_failing() {
    Transition& t = d_[t_];
    if (options_.timed && chance(15)) t.delay = doubtful();
    if (t.timing == Timing::exponential || t.timing == Timing::deterministic) {
      if (chance(30)) t.a = doubtful();
    } else if (t.weight.valid() && chance(40)) {
      t.weight = doubtful();
    }
    for (Arc& arc : t.arcs) {
      if (arc.kind == ArcKind::output && options_.timed && chance(8)) arc.delay = doubtful();
      if (options_.failing_guards && arc.kind != ArcKind::output && arc.kind != ArcKind::reset && chance(10)) {
        arc.count = quotient(false);
      }
    }
    if (options_.failing_guards && chance(30)) t.guards.push_back(d_.op(Op::greater, quotient(false), d_.num(1)));
    const std::string name = "of" + t.name;
    if (chance(8)) d_.measure("sum" + name, MeasureKind::sum, t_, d_.to(ColourTable::kReal, quotient(false)));
    if (chance(4)) d_.measure("mean" + name, MeasureKind::average, {}, d_.to(ColourTable::kReal, quotient(true)));
    if (chance(3)) d_.builder.net().stop = d_.op(Op::less, quotient(true), d_.num(1));
  }

  void add_time() {
    if (delays() && chance(20)) d_[t_].delay = d_.real(delay());
    if (options_.drawing && chance(20)) d_[t_].delay = drawn(Distribution::chi_squared, {d_.num(2)});
    if (chance(50)) return;
    switch (below(7)) {
      case 4:
        return add_schedule();
      case 5:
        add_long_tail();
        break;
      case 0:
        d_.time(t_, Timing::deterministic, delay());
        break;
      case 1:
        d_.time(t_, Timing::uniform, 0.5, 1.5);
        break;
      case 2:
        d_.time(t_, Timing::erlang, 2, 3);
        break;
      default:
        d_.time(t_, Timing::exponential, 1.5);
        if (chance(50)) d_[t_].a = of_binding(0.5);
        if (options_.counting && chance(60)) d_[t_].a = d_.op(Op::multiply, d_.real(0.5), d_.to(ColourTable::kReal, counted()));
        break;
    }
    if (delays()) d_[t_].memory = pick(std::vector<Memory>{Memory::enabling, Memory::enabling, Memory::age, Memory::resampling});
    if (chance(40)) d_[t_].servers = 1 + static_cast<std::int64_t>(below(2));
  }

  void add_long_tail() {
    const Timing timing = pick(std::vector<Timing>{Timing::normal, Timing::gamma, Timing::weibull, Timing::lognormal});
    d_.time(t_, timing, timing == Timing::lognormal ? 0 : 1, 0.5);
  }

  /// A number, half of them with more for higher colours of a variable.
  ExprId of_binding(double least) {
    const ExprId constant = d_.real(least);
    for (std::uint32_t slot = 0; slot < d_[t_].binding_size; ++slot) {
      if (d_.colours()[d_[t_].variables[slot].colour].kind != ColourKind::range || chance(50)) continue;
      return d_.op(Op::add, constant, d_.op(Op::multiply, d_.real(0.5), d_.to(ColourTable::kReal, d_.var(t_, slot))));
    }
    return constant;
  }

  /// A value that is drawn once for all its uses.
  void add_draw() {
    const auto range = std::find_if(simple_.begin(), simple_.end(),
                                    [this](ColourSetId set) { return d_.colours()[set].kind == ColourKind::range; });
    d_[t_].variables.push_back({"drawn", *range});
    drawn_ = static_cast<std::uint32_t>(d_[t_].variables.size() - 1);
    d_[t_].draws.push_back({*drawn_, d_.to(*range, drawn_whole(0, 2)), d_.where(), {}});
  }

  /// Times that often are those of others, some of them of each binding.
  void add_schedule() {
    const auto time = [&](double least) { return of_binding(least + pick(std::vector<double>{0, 0.25, 0.5, 1, 2})); };
    d_[t_].timing = chance(40) ? Timing::at : Timing::every;
    const bool listed = d_[t_].timing == Timing::at;
    d_[t_].times = {time(0)};
    if (!listed || chance(50)) d_[t_].times.push_back(listed ? time(1) : time(0.5));
    if (chance(30)) d_[t_].times.push_back(time(4));
    if (chance(25)) d_[t_].servers = 1 + static_cast<std::int64_t>(below(2));
  }

  void add_arc(ArcKind kind) {
    const PlaceId place = pick(places_);
    const ColourSetId set = d_.builder.net()[place].colour;
    const bool wild = kind != ArcKind::input && kind != ArcKind::output;
    const bool each = chance(8);
    ExprId value;
    if (each) {
      const std::vector<ExprId> elements{term(set, false), term(set, false)};
      value = d_.e().list(set, elements, d_.where());
    } else {
      value = term(set, wild);
    }
    Arc& arc = d_.arc(t_, kind, place, value, chance(20) ? static_cast<std::int64_t>(below(3)) : 1);
    arc.each = each;
    if (kind == ArcKind::equal && chance(30)) arc.count = d_.num(0);
    if (options_.counting && chance(15)) arc.count = few();
    if (options_.counting && chance(8)) arc.condition = counting_condition();
    if (chance(15) && d_[t_].binding_size > 0) arc.condition = condition();
    if (kind != ArcKind::output) return;
    if (delays() && chance(30)) arc.delay = d_.real(delay());
    if (options_.drawing && chance(60)) draw(arc, set);
    if (drawn_ && !each && d_.colours()[set].kind == ColourKind::range && chance(60)) arc.value = d_.to(set, d_.var(t_, *drawn_));
  }

  void add_reset_such() {
    const PlaceId place = pick(places_);
    const ColourSetId set = d_.builder.net()[place].colour;
    const auto token = static_cast<std::uint32_t>(d_[t_].variables.size());
    d_[t_].variables.push_back({"", set});
    const ExprId such = condition_on(d_, d_.var(t_, token), term(set, false), random_);
    Arc& arc = d_.arc(t_, ArcKind::reset, place, d_.any(set));
    arc.token = token;
    arc.such = such;
  }

  ExprId drawn(Distribution distribution, const std::vector<ExprId>& parameters) {
    return d_.e().random(distribution, parameters, d_.where());
  }
  ExprId drawn_whole(std::int64_t low, std::int64_t high) {
    switch (below(3)) {
      case 0:
        return drawn(Distribution::discrete, {d_.num(low), d_.num(high)});
      case 1:
        return d_.op(Op::add, d_.num(low), drawn(Distribution::binomial, {d_.num(high - low), d_.real(0.5)}));
      default:
        return d_.op(Op::minimum, d_.op(Op::add, d_.num(low), drawn(Distribution::geometric, {d_.real(0.4)})), d_.num(high));
    }
  }
  /// Some of what the term puts is random.
  void draw(Arc& arc, ColourSetId set) {
    const ColourSet& colours = d_.colours()[set];
    if (chance(60) && colours.kind == ColourKind::range && !arc.each) {
      const std::int64_t low = colours.low;
      const std::int64_t high = colours.high;
      arc.value = d_.to(set, drawn_whole(low, high));
    }
    if (chance(30)) arc.count = drawn_whole(0, 2);
    if (chance(30)) arc.condition = d_.op(Op::equal, drawn(Distribution::bernoulli, {d_.real(0.6)}), d_.num(1));
    if (options_.timed && chance(40)) arc.delay = drawn(Distribution::triangular, {d_.real(0), d_.real(0.5), d_.real(2)});
  }

  /// `x = 1`, `x != y`, `x < 2`: over variables of the transition.
  ExprId condition() {
    const auto slot = static_cast<std::uint32_t>(below(d_[t_].binding_size));
    const ExprId left = d_.var(t_, slot);
    const ColourSetId set = d_[t_].variables[slot].colour;
    const ExprId right = term(set, false);
    const Op op = pick(std::vector<Op>{Op::equal, Op::not_equal, Op::less_equal});
    const bool list = d_.colours()[set].kind == ColourKind::list;
    return d_.op(list && op == Op::less_equal ? Op::not_equal : op, left, right);
  }

  /// How many tokens a place holds, or how many of some colours.
  ExprId counted() {
    const PlaceId place = pick(places_);
    const ColourSetId set = d_.builder.net()[place].colour;
    if (options_.values && chance(60)) return number_of_values(d_, t_, place, term(set, false), random_);
    return chance(50) ? d_.tokens(place) : d_.tokens(place, term(set, true));
  }
  ExprId few() { return d_.op(Op::minimum, counted(), d_.num(2)); }
  ExprId counting_condition() {
    return d_.op(pick(std::vector<Op>{Op::equal, Op::not_equal, Op::less_equal, Op::greater}), counted(),
                 d_.num(static_cast<std::int64_t>(below(4))));
  }
  ExprId weight() {
    const double constant = static_cast<double>(1 + below(3));
    if (!options_.counting || chance(50)) return d_.real(constant);
    return d_.op(Op::add, d_.real(constant), d_.to(ColourTable::kReal, counted()));
  }

  ExprId term(ColourSetId set, bool wild) {
    const ColourSet& colours = d_.colours()[set];
    if (wild && chance(25)) return d_.any(set);
    if (colours.kind == ColourKind::list) return list_term(set, wild);
    if (colours.kind == ColourKind::union_) {
      const std::size_t variant = below(colours.components.size());
      const ColourSetId held = colours.components[variant];
      return d_.e().inject(set, variant, held == ColourTable::kUnit ? ExprId{} : term(held, wild), d_.where());
    }
    if (colours.composite()) {
      std::vector<ExprId> parts;
      const std::vector<ColourSetId> components = colours.components;
      for (const ColourSetId component : components) parts.push_back(term(component, wild));
      return d_.tuple(set, parts);
    }
    std::vector<std::uint32_t> fitting;
    for (std::uint32_t slot = 0; slot < d_[t_].binding_size; ++slot) {
      if (d_[t_].variables[slot].colour == set) fitting.push_back(slot);
    }
    if (fitting.empty() || chance(20)) return d_.word(set, any_word(set));
    const ExprId variable = d_.var(t_, pick(fitting));
    return chance(20) ? d_.e().unary(Op::successor, variable, d_.where()) : variable;
  }

  /// `[x, y]`, `[x] ++ [y, z]`, or where wildcards may stand `[x] ++ _`.
  ExprId list_term(ColourSetId set, bool wild) {
    const ColourSetId element = d_.colours()[set].components[0];
    const auto some = [&](std::size_t most) {
      std::vector<ExprId> elements;
      for (std::size_t k = below(most + 1); k > 0; --k) elements.push_back(term(element, wild));
      return d_.e().list(element, elements, d_.where());
    };
    if (chance(40)) return some(3);
    if (!wild || chance(50)) return d_.op(Op::concat, some(2), some(1));
    const ExprId known = some(2);
    return chance(50) ? d_.op(Op::concat, known, d_.any(set)) : d_.op(Op::concat, d_.any(set), known);
  }

  RandomNetOptions options_;
  std::mt19937_64 random_;
  Draft d_;
  std::vector<ColourSetId> simple_;
  std::vector<ColourSetId> sets_;
  std::vector<PlaceId> places_;
  TransitionId t_;
  std::optional<std::uint32_t> drawn_;  // slot of what the transition draws
  ModuleId instances_;
  ColourSetId index_;
};

}  // namespace

Net random_net(std::uint64_t number, const RandomNetOptions& options) { return Maker(number, options).make(); }

}  // namespace petriloom::test
