#!/usr/bin/env bash
# Builds what a release publishes into build/release: static binaries of battleshipd for linux/amd64 and linux/arm64,
# each with its SBOM in CycloneDX, the licences of all linked modules, and SHA256SUMS. Run it through `make release`,
# which builds the pinned tools first. Usage:
#
#   tools/release.sh                 all of it, after the recorded verdicts of each build
#   tools/release.sh --build ARCH    the binary of one architecture
#   tools/release.sh --verdicts ARCH the recorded verdicts of signatures and proofs, by the code of that build
#   tools/release.sh --prepare VERSION
#                                    rename Unreleased in the changelog to the version and today's date
#   tools/release.sh --notes VERSION the section of the changelog of a version
#
# The amd64 build verifies signatures in C and supports hardware wallets; it is as reproducible as the C compiler. The
# arm64 build is pure Go: any machine with the toolchain of go.mod builds the same bytes.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

readonly out=build/release
GOTOOLCHAIN=$(awk '$1 == "toolchain" { print $2 }' go.mod)
GOMODCACHE=$(go env GOMODCACHE)
export GOTOOLCHAIN GOMODCACHE GOOS=linux GOAMD64=v1 GOARM64=v8.0

# version prints the tag, or the commit if there is none.
version() { git describe --tags --always --dirty; }

# binary ARCH prints the path of a binary.
binary() { echo "$out/battleshipd-$(version)-linux-$1"; }

# for_arch ARCH sets the environment of builds for an architecture, and tags and link.
for_arch() {
  case $1 in
    amd64)
      export GOARCH=amd64 CGO_ENABLED=1
      tags=netgo,osusergo,libsecp256k1_sdk,ledger
      link="-linkmode external -extldflags '-static -Wl,--build-id=none'"
      ;;
    arm64)
      export GOARCH=arm64 CGO_ENABLED=0
      tags=netgo
      link=
      ;;
    *)
      echo "expected amd64 or arm64, got $1" >&2
      return 2
      ;;
  esac
}

# build ARCH builds the binary of an architecture, whatever GOFLAGS the caller has. A binary with a path of this machine
# would not be the same elsewhere.
build() (
  for_arch "$1"
  local path
  GOFLAGS="'-toolexec=$PWD/tools/release_tool.sh'" \
    make --no-print-directory build BINARY="$(binary "$1")" TAGS="$tags" LINK="$link"
  for path in "$GOMODCACHE" "$(go env GOCACHE)" "$PWD"; do
    if grep --quiet --text --fixed-strings "$path/" "$(binary "$1")"; then
      echo "$(binary "$1") has the path $path in it" >&2
      return 1
    fi
  done
)

# verdicts ARCH runs the recorded verdicts of signatures and proofs with the code of a build. Those of arm64 run in
# QEMU's emulator on another machine (on Debian: apt-get install qemu-user).
verdicts() (
  for_arch "$1"
  local run=() package
  if [[ $1 == arm64 && $(uname -m) != aarch64 ]]; then
    run=(qemu-aarch64)
    command -v "${run[0]}" >/dev/null || { echo "the verdicts of arm64 need qemu-aarch64" >&2; return 1; }
  fi
  for package in app/signatures game/zk/verify; do
    local binary=$PWD/build/_verdicts.test
    GOFLAGS='' go test -vet=off -buildvcs=false -trimpath -tags="$tags" -ldflags "$link" -c -o "$binary" "./$package"
    (cd "$package" && "${run[@]}" "$binary" -test.run '^(TestRecordedProofs|TestVerdicts.*)$' -test.v)
    rm "$binary"
  done
)

# licences writes the licences of the modules that the binaries link, and our own, into one file.
licences() {
  local module version dir file
  shopt -s nocaseglob
  {
    printf '==== github.com/battleship-chain/battleship ====\n\n'
    cat LICENSE
    for arch in amd64 arm64; do go version -m "$(binary "$arch")"; done |
      awk '$1 == "=>" { replaced = 1; print $2, $3; next } { if (held != "" && !replaced) print held; replaced = 0; held = "" }
        $1 == "dep" { held = $2 " " $3 } END { if (held != "") print held }' |
      LC_ALL=C sort -u | while read -r module version; do
        if [[ $module == ./* ]]; then
          dir=$module
        else
          dir=$(go mod download -json "$module@$version" | sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p')
        fi
        for file in "$dir"/LICEN[CS]E* "$dir"/COPYING* "$dir"/NOTICE*; do
          if [[ -f $file ]]; then
            printf '\n==== %s %s: %s ====\n\n' "$module" "$version" "${file##*/}"
            cat "$file"
          fi
        done
      done
  } >"$out/LICENSES.txt"
}

# prepare VERSION makes the section of a version from Unreleased.
prepare() {
  [[ $1 =~ ^v[0-9]+\.[0-9]+\.[0-9]+$ ]] || { echo "expected a version such as v0.1.0, got $1" >&2; return 2; }
  if grep -q "^## $1 - " CHANGELOG.md; then
    echo "CHANGELOG.md has a section of $1 already" >&2
    return 1
  fi
  sed -i "s/^## Unreleased\$/## Unreleased\n\n## $1 - $(date -u +%F)/" CHANGELOG.md
}

# notes VERSION prints the section of a version, without its title.
notes() {
  awk -v title="## $1 - " 'index($0, title) == 1 { found = 1; next } /^## / && found { exit } found { print; lines++ }
    END { if (!lines) { print "CHANGELOG.md has no section of this version" >"/dev/stderr"; exit 1 } }' CHANGELOG.md
}

case "${1-}" in
  --prepare) prepare "$2" ;;
  --notes) notes "$2" ;;
  --build) build "$2" ;;
  --verdicts) verdicts "$2" ;;
  '')
    rm -rf "$out"
    mkdir -p "$out"
    for arch in amd64 arm64; do
      build "$arch"
      verdicts "$arch"
      build/tools/cyclonedx-gomod bin -json -noserial -notimestamp -version "$(version)" \
        -output "$(binary "$arch").cdx.json" "$(binary "$arch")"
    done
    licences
    (cd "$out" && sha256sum -- * >SHA256SUMS)
    cat "$out/SHA256SUMS"
    ;;
  *)
    sed -n '2,15s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
