# shellcheck shell=bash
# Functions that create a bare Debian in a folder: release 12, unless RELEASE names another one. To be sourced. Needs
# root, debootstrap and systemd-nspawn.

RELEASE=${RELEASE:-bookworm}

# Prints the mirrors from which this machine installs this release, as "URI SUITE".
debian_places() {
    command -v apt-get >/dev/null || return 0
    # shellcheck disable=SC2016 # apt's own variables.
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' 'Created-By: Packages' 2>/dev/null |
        grep -E " $RELEASE(-updates|-security)?\$" | sort -u || true
}

# make_bare_debian FOLDER [PACKAGE...]: runs debootstrap with the mirrors and the trusted certificates of this machine.
# Without such a mirror it uses debootstrap's default.
make_bare_debian() {
    local folder=$1 mirror
    shift
    mirror=$(debian_places | sed -n "s|^\(.*\) $RELEASE\$|\1|p" | head -n 1)
    debootstrap --variant=minbase ${1:+--include="$(IFS=, && echo "$*")"} "$RELEASE" "$folder" ${mirror:+"$mirror"} \
        >"$folder.log" 2>&1 </dev/null || {
        tail -n 20 "$folder.log" >&2
        echo "debootstrap failed (full log: $folder.log)" >&2
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

# within FOLDER NSPAWN-ARGUMENT...: runs a command there in a container. Its processes end with it.
within() {
    local folder=$1
    shift
    SYSTEMD_NSPAWN_TMPFS_TMP=0 systemd-nspawn --quiet --register=no --keep-unit --directory="$folder" \
        --resolv-conf=copy-host --console=pipe "$@"
}
