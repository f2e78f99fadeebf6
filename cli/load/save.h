// SPDX-License-Identifier: Apache-2.0
// How every command writes a net.
#pragma once

#include <string>

#include "cli/shell/session.h"
#include "formats/common/format.h"

namespace petriloom::cli {

/// Writes a net in a format; with an empty `format` by the ending of `path`, and for "-" (stdout)
/// in the net language. What the format cannot carry and errors of the file system are reported;
/// false then.
bool save_net(const Net& net, const std::string& path, const std::string& format, const WriteOptions& options, Session& session);

/// Writes the further files of a written net beside `path`. False, and reported, if that fails.
bool write_companions(const std::string& path, const WriteResult& result, Session& session);

}  // namespace petriloom::cli
