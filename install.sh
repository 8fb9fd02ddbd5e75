#!/bin/sh
# Installs Turnpike on Debian 12 and 13 or Ubuntu 24.04 with systemd, as root: docs/operating/install.md.
#
#   sh install.sh --domain proxy.example.com --mail-from no-reply@example.com
#
# It stands in the unpacked release, or beside the release's archive and SHA256SUMS. A second run
# changes nothing; beside a newer release it upgrades.
set -eu
umask 022

HOME_DIR=/opt/turnpike
CONFIG=/etc/turnpike
DATA=/var/lib/turnpike
BACKUPS=/var/backups/turnpike
UNITS=/etc/systemd/system
COMMAND=/usr/local/sbin/turnpike
MARK='# Written by the installer of Turnpike.'

usage() {
  cat <<TEXT
usage: install.sh --domain NAME --mail-from ADDRESS [options]

  --domain NAME        the name that customers open: https://NAME, and NAME:7000 for their proxies
  --mail-from ADDRESS  the sender of mails
  --smtp URL           the mail server, smtps://USER:PASSWORD@HOST:465; without it no mail is sent
  --no-caddy           another web server ends https
  --from FILE          the release's archive, or the folder it was unpacked to
  --package            only put files, the user and the key in place (Debian's package does)
  --uninstall          stop and remove the program; settings, data and backups stay
  --purge              with --uninstall: remove these too
  --yes                ask nothing
TEXT
}

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
value() { [ $# -ge 2 ] || fail "$1 needs a value"; printf '%s' "$2"; }

domain='' mail_from='' smtp='' from='' caddy=yes package=no uninstall=no purge=no yes=no
while [ $# -gt 0 ]; do
  case $1 in
    --domain) domain=$(value "$@"); shift ;;
    --mail-from) mail_from=$(value "$@"); shift ;;
    --smtp) smtp=$(value "$@"); shift ;;
    --from) from=$(value "$@"); shift ;;
    --no-caddy) caddy=no ;;
    --package) package=yes ;;
    --uninstall) uninstall=yes ;;
    --purge) purge=yes ;;
    --yes) yes=yes ;;
    --help) usage; exit 0 ;;
    *) usage >&2; fail "unknown option $1" ;;
  esac
  shift
done

[ "$(id -u)" = 0 ] || fail 'run it as root'
has_systemd() { [ -d /run/systemd/system ]; }
units='turnpike.service turnpike-backup.service turnpike-backup.timer turnpike-drill.service turnpike-drill.timer'
timers='turnpike-backup.timer turnpike-drill.timer'

ask() {
  [ "$yes" = yes ] && return
  [ -t 0 ] || fail "$1: say --yes"
  printf '%s [y/N] ' "$1"
  read -r answer
  case $answer in y | Y | yes) ;; *) fail 'nothing was changed' ;; esac
}

uninstall() {
  if [ "$purge" = yes ]; then
    ask "Remove Turnpike with $CONFIG, $DATA and $BACKUPS? Nothing can be restored afterwards."
  else
    ask "Remove Turnpike? $CONFIG, $DATA and $BACKUPS stay."
  fi
  # shellcheck disable=SC2086
  if has_systemd; then systemctl disable --now turnpike.service $timers 2>/dev/null || true; fi
  for unit in $units; do rm -f "$UNITS/$unit"; done
  if [ -f /etc/caddy/Caddyfile ] && grep -qF "$MARK" /etc/caddy/Caddyfile; then
    rm -f /etc/caddy/Caddyfile "$UNITS/caddy.service.d/turnpike.conf"
    rmdir "$UNITS/caddy.service.d" 2>/dev/null || true
    if [ -f /etc/caddy/Caddyfile.before-turnpike ]; then
      mv /etc/caddy/Caddyfile.before-turnpike /etc/caddy/Caddyfile
    fi
  fi
  if has_systemd; then
    systemctl daemon-reload
    if [ -f /etc/caddy/Caddyfile ]; then systemctl try-restart caddy || true; else systemctl stop caddy 2>/dev/null || true; fi
  fi
  rm -rf "$HOME_DIR" "$HOME_DIR.before" "$HOME_DIR.next" "$COMMAND"
  if [ "$purge" = yes ]; then
    rm -rf "$CONFIG" "$DATA" "$BACKUPS"
    if id turnpike >/dev/null 2>&1; then userdel turnpike; fi
  fi
  say 'Turnpike is removed.'
}
if [ "$uninstall" = yes ]; then
  uninstall
  exit 0
fi
[ "$purge" = no ] || fail '--purge goes with --uninstall'

# ------------------------------------------------------------------------------ checks

case $(uname -m) in
  x86_64) arch=x64 ;;
  aarch64) arch=arm64 ;;
  *) fail "there is no release for $(uname -m): x86_64 and aarch64 only" ;;
esac
# shellcheck disable=SC1091
system=$(. /etc/os-release && printf '%s %s' "${ID-}" "${VERSION_ID-}")
case $system in
  'debian 12' | 'debian 13' | 'ubuntu 24.04') ;;
  *) say "This system is $system. It was tried on Debian 12 and 13 and Ubuntu 24.04." ;;
esac
if [ "$package" = no ] && [ ! -f "$CONFIG/turnpike.env" ]; then
  [ -n "$domain" ] || fail '--domain is missing: the name that customers open'
  [ -n "$mail_from" ] || fail '--mail-from is missing: the sender of mails'
fi
case $domain in
  '') ;;
  *[!A-Za-z0-9.-]* | .* | *. | -* | *..*) fail "--domain: $domain is no host name" ;;
  *.*) ;;
  *) fail "--domain: $domain is no host name with a dot" ;;
esac
case "$mail_from$smtp" in *'
'*) fail '--mail-from and --smtp are one line' ;; esac

# ------------------------------------------------------------------------------ files

here=$(cd "$(dirname "$0")" && pwd)
work=''
trap '[ -z "$work" ] || rm -rf "$work"' EXIT

# Prints the folder of the unpacked release.
release() {
  if [ -z "$from" ] && [ -f "$here/apps/turnpike/src/main.ts" ]; then from=$here; fi
  if [ -d "$from" ]; then printf '%s' "$from"; return; fi
  if [ -z "$from" ]; then
    # shellcheck disable=SC2012
    from=$(ls "$here"/turnpike-*-linux-$arch.tar.gz 2>/dev/null | sort -V | tail -n 1)
    [ -n "$from" ] || fail "no turnpike-VERSION-linux-$arch.tar.gz beside this script"
    [ -f "$here/SHA256SUMS" ] || fail "no SHA256SUMS beside $from"
    (cd "$here" && grep -F "  $(basename "$from")" SHA256SUMS | sha256sum --check --status --strict) ||
      fail "$from is not the file that SHA256SUMS names"
  fi
  [ -f "$from" ] || fail "$from is missing"
  tar -xzf "$from" -C "$work"
  printf '%s' "$work"/turnpike-*
}
mkdir -p /opt
work=$(mktemp -d /opt/.turnpike-install.XXXXXX)
source=$(release)
[ -x "$source/node_modules/.bin/node" ] || fail "$source is no release: npm run release makes one"
"$source/node_modules/.bin/node" --version >/dev/null || fail "Node of the release does not run here (glibc 2.34 or newer?)"
version_of() { sed -n 's/^  "version": "\(.*\)",$/\1/p' "$1/package.json"; }
version=$(version_of "$source")

if [ "$source" = "$HOME_DIR" ]; then
  :
elif [ ! -e "$HOME_DIR" ]; then
  say "Turnpike $version goes to $HOME_DIR"
  rm -rf "$HOME_DIR.next"
  if [ "$source" = "$here" ] || [ -d "$from" ]; then cp -a "$source" "$HOME_DIR.next"; else mv "$source" "$HOME_DIR.next"; fi
  chown -R 0:0 "$HOME_DIR.next"
  mv "$HOME_DIR.next" "$HOME_DIR"
elif [ "$(version_of "$HOME_DIR")" != "$version" ]; then
  rm -rf "$HOME_DIR.next"
  if [ -d "$from" ]; then cp -a "$source" "$HOME_DIR.next"; else mv "$source" "$HOME_DIR.next"; fi
  chown -R 0:0 "$HOME_DIR.next"
  rm -rf "$work"
  exec sh "$HOME_DIR.next/deploy/upgrade.sh" upgrade
else
  say "Turnpike $version is at $HOME_DIR already"
fi

# ------------------------------------------------------------------------------ user, key, settings

if ! id turnpike >/dev/null 2>&1; then
  useradd --system --home-dir "$DATA" --shell /usr/sbin/nologin turnpike
fi
install -d -m 0755 "$CONFIG"
if [ ! -s "$CONFIG/secret.key" ]; then
  (umask 077 && od -An -N32 -tx1 /dev/urandom | tr -d ' \n' > "$CONFIG/secret.key")
  say "$CONFIG/secret.key is new: keep a copy elsewhere, it opens what is sealed in the database"
fi
if [ ! -f "$CONFIG/turnpike.env" ] && [ -n "$domain" ]; then
  (
    umask 077
    {
      say "$MARK All settings: $HOME_DIR/docs/settings.md"
      say 'HOST=127.0.0.1'
      say "PUBLIC_URL=https://$domain"
      say 'TRUSTED_PROXIES=127.0.0.1'
      say 'GATEWAY_HOSTS=0.0.0.0,::'
      say "GATEWAY_PUBLIC_HOST=$domain"
      say '# Ports of static IPs: without 443, which the web server uses on every address.'
      say 'STATIC_PORTS=2024,3010'
      say "MAIL_FROM=$mail_from"
      [ -z "$smtp" ] || say "SMTP_URL=$smtp"
    } > "$CONFIG/turnpike.env.new"
    mv "$CONFIG/turnpike.env.new" "$CONFIG/turnpike.env"
  )
fi
install -d -m 0700 "$BACKUPS"
install -C -m 0755 "$HOME_DIR/deploy/turnpike" "$COMMAND"
mkdir -p "$UNITS"
for unit in $units; do install -C -m 0644 "$HOME_DIR/deploy/$unit" "$UNITS/$unit"; done

# ------------------------------------------------------------------------------ https

put_caddy() {
  if ! command -v caddy >/dev/null 2>&1; then
    say 'Installing Caddy …'
    DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends caddy ca-certificates >/dev/null ||
      fail 'Caddy could not be installed: run apt-get update, or say --no-caddy'
  fi
  file=/etc/caddy/Caddyfile
  if [ -f $file ] && ! grep -qF "$MARK" $file; then
    [ -f $file.before-turnpike ] || mv $file $file.before-turnpike
    say "$file of before is $file.before-turnpike"
  fi
  mkdir -p /etc/caddy "$UNITS/caddy.service.d"
  { say "$MARK"; cat "$HOME_DIR/deploy/Caddyfile"; } > $file.new
  site=${domain:-$(sed -n 's#^PUBLIC_URL=https://##p' "$CONFIG/turnpike.env")}
  drop=$UNITS/caddy.service.d/turnpike.conf
  printf '[Service]\nEnvironment=TURNPIKE_SITE=%s\n' "$site" > "$drop.new"
  for one in "$file" "$drop"; do
    if cmp -s "$one.new" "$one"; then rm "$one.new"; else mv "$one.new" "$one" && caddy_changed=yes; fi
  done
}
caddy_changed=no
if [ "$package" = yes ]; then
  if has_systemd; then systemctl daemon-reload; fi
  [ -f "$CONFIG/turnpike.env" ] ||
    say "Next: sh $HOME_DIR/install.sh --domain NAME --mail-from ADDRESS"
  exit 0
fi
[ "$caddy" = no ] || put_caddy

# ------------------------------------------------------------------------------ start

if ! has_systemd; then
  say "No systemd runs here: nothing was started. Start $HOME_DIR/deploy/turnpike.service's command yourself."
  exit 0
fi
systemctl daemon-reload
# shellcheck disable=SC2086
systemctl enable --quiet --now turnpike.service $timers
start_caddy() {
  systemctl enable --quiet caddy
  if [ $caddy_changed = no ] && systemctl is-active --quiet caddy; then return 0; fi
  systemctl restart caddy
}
caddy_runs=yes
[ "$caddy" = no ] || start_caddy || caddy_runs=no

ready() { "$HOME_DIR/node_modules/.bin/node" "$HOME_DIR/deploy/healthcheck.mjs"; }
tries=0
until ready; do
  tries=$((tries + 1))
  if [ $tries -ge 90 ]; then
    journalctl -u turnpike -o cat -n 20 --no-pager >&2
    fail 'Turnpike is not ready after 90 s'
  fi
  sleep 1
done
say "Turnpike $version is ready."
[ $caddy_runs = yes ] || say 'Caddy did not start, so there is no https yet: journalctl -u caddy'
"$COMMAND" doctor || true
link=$(journalctl -u turnpike -o cat --no-pager | grep -o 'http[^ ]*#link=[A-Za-z0-9_-]*' | tail -n 1 || true)
if [ -n "$link" ]; then
  say
  say "The operator's console, once: ssh -L 3001:127.0.0.1:3001 root@${domain:-this machine}, then open"
  say "  $link"
fi
