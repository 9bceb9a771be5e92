#!/bin/sh
# Run `make lab` and .ci/run on a bare machine, which is a new Debian in a folder with Python, make, git and Chromium.
# The machine gets the last commit of this clone. It runs `make lab` until that shows its address, then .ci/run, or a
# COMMAND instead. This needs root, debootstrap and about 5 GB.
#
#   tools/bare.sh FOLDER [SUITE [PYTHON [COMMAND]]]
#   tools/bare.sh /var/tmp/bare bookworm python3.11
#   tools/bare.sh /var/tmp/bare bookworm python3.11 ".venv/bin/python -m mtexplain examples"
set -eu
root=${1:?a folder for the new machine, which does not exist yet} suite=${2:-bookworm} python=${3:-python3}
command=${4:-"bash .ci/run"} clone=$(cd "$(dirname "$0")/.." && pwd)
inside() { chroot "$root" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }

leave() { for place in dev/pts dev sys proc; do ! mountpoint -q "$root/$place" || umount -l "$root/$place"; done; }
trap leave EXIT
trap 'exit 130' INT TERM HUP

[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase "$suite" "$root" >/dev/null
leave
# It has its own devices and a read-only /sys, so that deleting the folder meanwhile can't harm this machine's.
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for node in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
  set -- $node && mknod -m 666 "$root/dev/$1" c "$2" "$3"
done
for at in 0:stdin 1:stdout 2:stderr; do ln -s "/proc/self/fd/${at%:*}" "$root/dev/${at#*:}"; done
ln -s /proc/self/fd "$root/dev/fd" && ln -s pts/ptmx "$root/dev/ptmx"
mkdir "$root/dev/pts" && mkdir -m 1777 "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
# This machine's access to packages, and nothing else of it.
lend() { for file; do [ ! -e "$file" ] || cp -L "$file" "$root$file"; done; }
lend /etc/hosts /etc/resolv.conf
inside apt-get update -qq
inside apt-get install -qqy --no-install-recommends ca-certificates chromium git make "$python" "$python-venv" >/dev/null
lend /etc/pip.conf /etc/ssl/certs/ca-certificates.crt  # at the end, because installing packages rewrites the certificates

rm -rf "$root/root/mtexplain"
git clone --quiet "file://$clone" "$root/root/mtexplain"
inside sh -c 'fc-list : family | sort -u'
# Once its address is read, it is ended, with everything that it started.
inside timeout 600 sh -c "cd ~/mtexplain && PYTHON=$python make lab 2>&1 |
  { sed '/127\.0\.0\.1.*token/q' | tee ~/lab.log; kill 0; }" || inside sh -c 'grep -q "127\.0\.0\.1.*token" ~/lab.log'
inside sh -c "cd ~/mtexplain && export PYTHON=$python CI=true && $command </dev/null"
