// SPDX-License-Identifier: Apache-2.0
// The elements of a CPN Tools file as text, with the graphics that the tool expects of each.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/cpn_writing/colour_declarations.h"
#include "formats/drawing/drawing.h"

namespace petriloom::cpn {

/// Writes elements one by one; numbers them in the order of the calls.
class CpnFile {
 public:
  /// The middle and size of a node, 1/72 inch, y up.
  struct Box {
    double x = 0, y = 0, width = 60, height = 40;
    const drawing::Node* drawn = nullptr;  ///< by the author of the net; may be null
  };
  struct PlaceParts {
    std::string id, name, type, marking, port, fusion;
  };
  /// A place or transition, and the instance of its page.
  struct MonitorNode {
    std::string id, instance;
  };
  struct MonitorOption {
    std::string_view name;
    bool value = false;
  };
  struct MonitorParts {
    std::string name;
    int type = 0;
    std::string_view description;  ///< of the type, as CPN Tools has it
    std::vector<MonitorNode> nodes;
    std::vector<std::pair<std::string_view, std::string>> functions;  ///< by what they are for
    std::vector<MonitorOption> options;
  };
  struct TransitionParts {
    std::string id, name, guard, time, code, priority;
    std::string subpage, subpage_name, sockets;  ///< of a substitution transition
  };

  std::string new_id();
  std::string ml(std::string_view text);
  std::string colour(const ColourDeclaration& declaration);
  /// `comments` stand before it.
  std::string variable(std::string_view name, std::string_view type, std::string_view comments);
  /// A block of declarations; empty if there is nothing in it.
  std::string block(std::string_view name, const std::string& declarations);
  std::string place(const PlaceParts& parts, const Box& box);
  std::string transition(const TransitionParts& parts, const Box& box);
  std::string arc(std::string_view orientation, std::string_view transition, std::string_view place, std::string_view text,
                  const Box& from, const Box& to, const drawing::Arc* drawn);
  /// A text that stands on a page.
  std::string words(const drawing::Words& words);
  std::string page(std::string_view id, std::string_view name, const std::string& content);
  std::string fusion(std::string_view name, const std::vector<std::string>& places);
  /// One of `page` (a page at the top) and `transition` is given.
  std::string instance(const std::string& id, std::string_view page, std::string_view transition, const std::string& inner);
  std::string monitor(const MonitorParts& parts);
  struct DocumentParts {
    std::string declarations, pages, instances, monitors;
    bool timed = false;  ///< times are reals, which CPN Tools has to be told
  };
  std::string document(const DocumentParts& parts);

 private:
  /// A text beside a node, at the place that its author gave it, else at `x` and `y`.
  std::string region(std::string_view element, std::string_view text, const Box& box, double x, double y);
  std::size_t next_ = 1;
  std::string first_instance_;
};

}  // namespace petriloom::cpn
