// SPDX-License-Identifier: Apache-2.0
#include "formats/dot/layout.h"

#include <graphviz/gvc.h>

#include <memory>

#include "formats/dot/read_graph.h"

namespace petriloom {

namespace {
int keep_quiet(char*) { return 0; }
}  // namespace

std::string laid_out(std::string_view dot, const char* kind, const char* engine) {
  agseterrf(keep_quiet);
  // One for the whole process: the text plugin remembers a font name that belongs to the context it
  // saw last.
  static GVC_t* const context = gvContext();
  const std::unique_ptr<Agraph_t, int (*)(Agraph_t*)> graph(read_graph(dot), agclose);
  if (context == nullptr || !graph || gvLayout(context, graph.get(), engine) != 0) return {};
  std::string text;
  char* bytes = nullptr;
  unsigned int size = 0;
  if (gvRenderData(context, graph.get(), kind, &bytes, &size) == 0 && bytes != nullptr) {
    text.assign(bytes, size);
    gvFreeRenderData(bytes);
  }
  gvFreeLayout(context, graph.get());
  return text;
}

}  // namespace petriloom
