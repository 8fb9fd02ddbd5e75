/**
 * Whether a host is this machine itself, in any spelling that resolvers accept (`127.1`,
 * `2130706433`, `::ffff:127.0.0.1`). Names are not resolved: for them, check the address of the
 * open connection.
 */
export function isThisMachine(host: string): boolean {
  return /^(127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|\[::ffff:(7f[\da-f]{2}:[\da-f]{1,4}|0:0)\]|(.*\.)?localhost\.?)$/i.test(
    canonical(host),
  );
}

/** The host in the URL standard's spelling, IPv6 in brackets; unchanged if it is invalid. */
function canonical(host: string): string {
  try {
    return new URL(`http://${host.includes(":") ? `[${host}]` : host}/`).hostname;
  } catch {
    return host;
  }
}
