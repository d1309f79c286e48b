# shellcheck shell=bash
# A bare Debian 12 in a folder, for scripts to source. Needs root, debootstrap and systemd-nspawn.

RELEASE=bookworm

# The places that this machine takes this release from, as "URI SUITE".
debian_places() {
    command -v apt-get >/dev/null || return 0
    # shellcheck disable=SC2016 # apt's own variables.
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        grep -E " $RELEASE(-updates|-security)?\$" | sort -u || true
}

# make_bare_debian FOLDER [PACKAGE...]: what debootstrap makes, with the same mirrors and the same trust in
# certificates as here; without such a mirror, debootstrap's own.
make_bare_debian() {
    local folder=$1 mirror
    shift
    mirror=$(debian_places | sed -n "s|^\(.*\) $RELEASE\$|\1|p" | head -n 1)
    debootstrap --variant=minbase ${1:+--include="$(IFS=, && echo "$*")"} "$RELEASE" "$folder" ${mirror:+"$mirror"} \
        >"$folder.log" 2>&1 </dev/null || {
        tail -n 20 "$folder.log" >&2
        echo "debootstrap failed (all of it: $folder.log)" >&2
        return 1
    }
    if [[ $mirror ]]; then
        debian_places | sed 's/^/deb /; s/$/ main/' >"$folder/etc/apt/sources.list"
    fi
    if compgen -G '/usr/local/share/ca-certificates/*.crt' >/dev/null; then
        mkdir -p "$folder/usr/local/share/ca-certificates"
        cp /usr/local/share/ca-certificates/*.crt "$folder/usr/local/share/ca-certificates/"
    fi
}

# within FOLDER NSPAWN-ARGUMENT...: runs something there, with processes of its own that end with it.
within() {
    local folder=$1
    shift
    SYSTEMD_NSPAWN_TMPFS_TMP=0 systemd-nspawn --quiet --register=no --keep-unit --directory="$folder" \
        --resolv-conf=copy-host --console=pipe "$@"
}
