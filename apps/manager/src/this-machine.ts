/**
 * Whether a host is this machine itself, in any spelling that a resolver reads (`127.1`,
 * `2130706433`, `::ffff:127.0.0.1`). A name is not resolved: what it leads to is judged by the
 * address of the connection.
 */
export function isThisMachine(host: string): boolean {
  return /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]|(.*\.)?localhost\.?)$/i.test(
    canonical(host),
  );
}

/** As the address standard spells it, an IPv6 address in brackets; as it came where it is no host. */
function canonical(host: string): string {
  try {
    return new URL(`http://${host.includes(":") ? `[${host}]` : host}/`).hostname;
  } catch {
    return host;
  }
}
