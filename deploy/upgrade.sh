#!/bin/sh
# Swaps releases of Turnpike while it runs, as root (docs/operating/running.md): `turnpike upgrade
# FILE.tar.gz` unpacks a release to /opt/turnpike.next and calls this; `turnpike rollback` returns to
# the release before, which stays in /opt/turnpike.before.
#
# In this order: backup, migrate, swap, new gateways beside the old ones (no tunnel is cut), API,
# doctor. What fails before the swap leaves all as it was; after it the release before comes back.
# Migrations stay: the releases before run with them.
set -eu
home=/opt/turnpike
next=$home.next
before=$home.before
backups=/var/backups/turnpike

say() { printf '%s\n' "$*"; }
fail() {
  printf 'turnpike: %s\n' "$*" >&2
  exit 1
}
version_of() { sed -n 's/^  "version": "\(.*\)",$/\1/p' "$1/package.json"; }
runs() { [ -d /run/systemd/system ] && systemctl is-active --quiet "$1"; }

# The command line of the release in the folder $1.
operator() (
  folder=$1
  shift
  export NODE_ENV=production DATA_DIR=/var/lib/turnpike SECRET_KEY_FILE=/etc/turnpike/secret.key
  export TURNPIKE_ENV_FILE=/etc/turnpike/turnpike.env
  exec "$folder/node_modules/.bin/node" "$folder/apps/api/operator.ts" "$@"
)

# The main process, which keeps the others running. Its own code changes with a restart alone.
processes() { pgrep -u turnpike -f "$1" || true; }

# Waits until another API than the processes $1 is ready.
wait_ready() {
  tries=0
  while :; do
    now=$(processes 'apps/api/src/main.ts')
    if [ -n "$now" ] && [ "$now" != "$1" ] && "$home/node_modules/.bin/node" "$home/deploy/healthcheck.mjs"; then return 0; fi
    tries=$((tries + 1))
    [ $tries -lt 120 ] || return 1
    sleep 1
  done
}

# Starts what is in /opt/turnpike: new gateways beside the old ones, then the API.
start_swapped() {
  for unit in turnpike-backup.service turnpike-backup.timer turnpike-drill.service turnpike-drill.timer turnpike.service turnpike-api.service turnpike-gateway.service; do
    if [ -f "/etc/systemd/system/$unit" ] && [ -f "$home/deploy/$unit" ]; then
      install -m 0644 "$home/deploy/$unit" "/etc/systemd/system/$unit"
    fi
  done
  install -m 0755 "$home/deploy/turnpike" /usr/local/sbin/turnpike
  systemctl daemon-reload
  for unit in turnpike turnpike-gateway; do
    if runs $unit; then systemctl reload $unit; fi
  done
  old=$(processes 'apps/api/src/main.ts')
  if [ -n "$old" ]; then
    # shellcheck disable=SC2086
    kill -TERM $old
    wait_ready "$old" || return 1
  fi
}

swap() {
  mv "$home" "$2"
  mv "$1" "$home"
}

check_doctor() {
  if runs turnpike || runs turnpike-api; then operator "$home" doctor || say 'The doctor names what to look at.'; fi
}

upgrade() {
  [ -d "$next" ] || fail "$next is missing: turnpike upgrade FILE.tar.gz"
  [ -d "$home" ] || fail "$home is missing: install.sh installs"
  from=$(version_of "$home")
  to=$(version_of "$next")
  "$next/node_modules/.bin/node" --version >/dev/null || { rm -rf "$next"; fail "Node of $to does not run here"; }
  if [ "$from" = "$to" ] && [ "${FORCE-}" != 1 ]; then
    rm -rf "$next"
    say "Turnpike $to runs already."
    exit 0
  fi
  newest=$(printf '%s\n%s\n' "$from" "$to" | sort -V | tail -n 1)
  if [ "$newest" != "$to" ]; then
    rm -rf "$next"
    fail "$to is older than $from: turnpike rollback returns to the release before"
  fi
  if ! runs turnpike && ! runs turnpike-api && ! runs turnpike-gateway; then
    rm -rf "$before"
    swap "$next" "$before"
    say "Turnpike $to stands at $home. It did not run: systemctl start turnpike"
    exit 0
  fi
  if runs turnpike || runs turnpike-api; then
    say "Backup …"
    install -d -m 0700 $backups
    operator "$home" backup --to $backups >/dev/null || { rm -rf "$next"; fail "the backup failed: nothing was changed, $from runs"; }
    say "Migrating …"
    # Every command migrates before it begins.
    operator "$next" rates show >/dev/null || { rm -rf "$next"; fail "the migration failed: $from runs"; }
  fi
  rm -rf "$before"
  swap "$next" "$before"
  say "Starting $to …"
  if start_swapped; then
    check_doctor
    say "Turnpike $to runs; $from stays in $before (turnpike rollback)."
    say "The main process changes with a restart alone: systemctl restart turnpike, when it suits you."
  else
    say "$to is not ready after 120 s: returning to $from" >&2
    journalctl -u turnpike -u turnpike-api -o cat -n 20 --no-pager >&2 || true
    rm -rf "$home.failed"
    swap "$before" "$home.failed"
    start_swapped || fail "$from is not ready either: journalctl -u turnpike"
    fail "$from runs again; $to stands in $home.failed"
  fi
}

rollback() {
  [ -d "$before" ] || fail "there is no $before to return to"
  from=$(version_of "$home")
  to=$(version_of "$before")
  rm -rf "$next"
  swap "$before" "$next"
  mv "$next" "$before"
  if ! runs turnpike && ! runs turnpike-api && ! runs turnpike-gateway; then
    say "Turnpike $to stands at $home. It did not run: systemctl start turnpike"
    exit 0
  fi
  start_swapped || fail "$to is not ready: journalctl -u turnpike; turnpike rollback returns to $from"
  check_doctor
  say "Turnpike $to runs; $from stays in $before."
}

case ${1-} in
  upgrade) upgrade ;;
  rollback) rollback ;;
  *) fail 'usage: turnpike upgrade FILE.tar.gz | turnpike rollback' ;;
esac
