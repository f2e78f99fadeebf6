# SPDX-License-Identifier: Apache-2.0
# For ./run and ./test: installs the Debian packages of packages.apt that are missing.

# packages_for PART prints the names: those under "# for ./run", with PART "test" also the others.
packages_for() {
  if [ "$1" = run ]; then
    sed '/^# for .\/test/,$d' "$root/packages.apt" | grep -v '^#'
  else
    grep -v '^#' "$root/packages.apt"
  fi
}

# ensure_packages PART asks dpkg once for each content of packages.apt and remembers the answer in the folder given second.
ensure_packages() {
  local part=$1 folder=$2 stamp names missing
  stamp=$folder/.packages-$part
  if [ -f "$stamp" ] && [ "$stamp" -nt "$root/packages.apt" ]; then return; fi
  names=$(packages_for "$part")
  missing=$(for name in $names; do
    # nodejs from elsewhere brings npm along and excludes the package.
    [ "$name" = npm ] && command -v npm >/dev/null && continue
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || echo "$name"
  done | tr '\n' ' ')
  missing=${missing% }
  if [ -n "$missing" ]; then
    if [ "$(id -u)" != 0 ]; then
      echo "missing packages; as root: apt-get update && apt-get install -y --no-install-recommends $missing" >&2
      exit 2
    fi
    echo "installing: $missing" >&2
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086  # the names are words
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends $missing >&2 || {
      echo "the packages could not be installed" >&2
      exit 2
    }
  fi
  mkdir -p "$folder"
  touch "$stamp"
}
