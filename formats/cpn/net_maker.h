// SPDX-License-Identifier: Apache-2.0
// Makes a net of a document of CPN Tools: declarations, instances of pages, places, transitions, arcs.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/build/builder.h"
#include "formats/cpn/document.h"
#include "formats/cpn_writing/own_notes.h"
#include "formats/ml/parser.h"
#include "formats/translation/translate.h"

namespace petriloom::cpn {

/// Pages that are instantiated, and inside each other; more is an error.
inline constexpr std::size_t kMostInstances = 20'000;
inline constexpr std::size_t kMostLevels = 60;

class NetMaker {
 public:
  NetMaker(const Document& document, NetBuilder& builder, Diagnostics& diagnostics);
  /// Adds everything to the builder; what cannot be translated is reported.
  void make();

 private:
  struct Instance {
    const Page* page = nullptr;
    ModuleId module;
    std::size_t level = 0;
    std::map<std::string, std::size_t> places;  ///< by id
  };
  /// A place of an instance of a page; those that are one place have one root.
  struct PlaceInstance {
    const PlaceNode* node = nullptr;
    std::size_t instance = 0;
    std::size_t root = 0;
    PlaceId made;  ///< of the root
    std::uint32_t colour = 0;
    ColourSetId set;  ///< of `colour`
    bool timed = false;
    std::vector<double> early;  ///< root: how much before they are ready its tokens are taken, 0 among them; empty: never
    PlaceId clock;              ///< root: where unit tokens become available when its tokens can be taken
    static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
    std::size_t marked = kNowhere;  ///< root: which of its instances has the initial marking
  };
  /// A term of an inscription.
  struct Term {
    ExprId count, value, condition, delay;
    bool each = false;
    Location where;
  };
  struct Inscription {
    ml::Expr* expr = nullptr;
    const ArcNode* node = nullptr;
    std::size_t place = 0;               ///< root
    std::optional<std::uint32_t> ready;  ///< variable for when its token is ready, if tokens of the place are taken early
  };
  /// A transition that is being made.
  struct Work {
    Transition made;
    const TransitionNode* node = nullptr;
    std::vector<Inscription> inscriptions;
    ml::Expr* guard = nullptr;
    ml::Expr* delay = nullptr;
    ml::Parser::Code code;
    std::set<std::uint32_t> variables;  ///< of the binding
    std::vector<std::uint32_t> drawn;   ///< variables that the code gives values to
    std::set<const ml::Expr*> delayed;  ///< parts of inscriptions whose delay was taken to the whole
  };

  // tokens that are taken early (net_early.cpp)
  void find_early();
  void make_early(PlaceInstance& place);
  void mark_early(const PlaceInstance& place, Word colour, std::int64_t count, double available);
  void take_early(Work& work, const Inscription& inscription, const Term& term, bool alone, Arc& arc);
  void put_ready(Work& work);
  // declarations (net_declarations.cpp)
  void declare();
  void declare(const Declaration& declaration);
  void declare_colour(const Declaration& declaration);
  void declare_variable(const Declaration& declaration);
  void declare_text(const Text& text, bool needed);
  void report(const Diagnostics& found, bool needed);
  bool element_form(const ColourElement& element, ml::ColourDecl& colour);
  ml::Expr* parsed(const Text& text);
  // pages (net_pages.cpp)
  void instantiate();
  void instantiate(const Page& page, const std::string& name, ModuleId parent, std::size_t level, const TransitionNode* by,
                   std::optional<std::size_t> outside);
  void join_ports(const TransitionNode& by, std::size_t outside, std::size_t inside);
  void join_fusions();
  std::size_t root(std::size_t place);
  void join(std::size_t a, std::size_t b);
  void make_places();
  void make_place(std::size_t root);
  void mark(std::size_t root);
  void mark_terms(const ml::Expr& expr, std::size_t root, std::int64_t count, double stamp);
  void refer(std::size_t place);
  std::string unique(ModuleId module, const Text& name, const std::string& id);
  // transitions (net_transitions.cpp)
  void make_transitions();
  void make_transition(const Instance& instance, const TransitionNode& node);
  bool parse(Work& work, const Instance& instance);
  void parse_code(Work& work);
  void infer(Work& work);
  void fit(ml::Expr& expr, std::size_t place);
  void infer_code(Work& work);
  void begin_frame(Work& work);
  void guards(Work& work);
  void priority(Work& work);
  void delays(Work& work);
  void draw_code(Work& work);
  void draw_delay(Work& work, ExprId& delay);
  [[nodiscard]] bool may_be_negative(const Work& work, ExprId delay) const;
  void delay_to_arcs(Work& work);
  void keep_delays_positive(Work& work);
  void code_values(Work& work);
  void note_code(const Work& work);
  // arcs (net_arcs.cpp)
  void arcs(Work& work);
  void arc(Work& work, const Inscription& inscription);
  bool read_only(const Work& work, const Inscription& inscription) const;
  void terms(Work& work, const ml::Expr& expr, std::size_t place, Term so_far, std::vector<Term>& all);
  void special_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all);
  void infix_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all);
  void branch_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all);
  bool call_terms(Work& work, const ml::Expr& expr, std::size_t place, const Term& so_far, std::vector<Term>& all);
  void clause_terms(Work& work, const std::vector<ml::Clause>& clauses, const std::vector<ml::Value>& values, std::size_t place,
                    const Term& so_far, std::vector<Term>& all);
  void whole_term(Work& work, const ml::Expr& expr, std::size_t place, Term term, std::vector<Term>& all);
  ExprId made(Work& work, const ml::Expr& expr, ColourSetId type);
  ExprId both(ExprId a, ExprId b);
  bool many(const ml::Expr& expr, std::size_t place);

  const Document& document_;
  NetBuilder& builder_;
  Diagnostics& diagnostics_;
  ml::Arena arena_;
  ml::Inference inference_;
  ml::Translator translator_;
  std::vector<Instance> instances_;
  std::vector<PlaceInstance> places_;
  std::map<std::string, const Page*> pages_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> names_;  ///< how often a name is used in a module
  std::vector<std::pair<ml::Declaration*, bool>> pending_;  ///< declarations, and whether an error in them is one of the file
  std::set<PlaceId> timed_;
  std::map<PlaceId, std::size_t> early_;                         ///< places whose tokens are taken early, by what was made of them
  std::optional<NotedTransitions> noted_;                        ///< of a file that we wrote
  std::vector<std::pair<std::size_t, Transition>> transitions_;  ///< with their rank
  bool output_ = false;                                          ///< the terms being made are of outputs
};

/// A name as one line: blanks and line ends in a row become one blank. Ids stand for names that are empty.
std::string one_line(const std::string& text);

}  // namespace petriloom::cpn
