/**
 * Spellings of internal addresses, none of which may ever be dialled (quality G4, G5). Data for
 * tests: hosts as they stand in a URI or a CONNECT; `socksHost` is how SOCKS5 has them as a name.
 */
export const internalHosts: readonly string[] = [
  "127.0.0.1",
  "127.0.0.2",
  "127.1",
  "127.0.1",
  "2130706433",
  "017700000001",
  "0x7f000001",
  "0x7f.1",
  "0x7F.0x0.0x0.0x1",
  "0177.0.0.1",
  "0177.0.0.01",
  "127.000.000.001",
  "127.0.0.1.",
  "127.0.0.1%00",
  "127%2e0%2e0%2e1",
  "%31%32%37.0.0.1",
  "１２７.0.0.1",
  "127。0。0。1",
  "①②⑦.0.0.1",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "foo.localhost",
  "localhost.localdomain",
  "0",
  "0.0.0.0",
  "0x0",
  "10.0.0.1",
  "169.254.169.254",
  "2852039166",
  "192.168.1.1",
  "100.64.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[2001:0:7f00:1::]",
  "[fe80::1]",
  "[fe80::1%25lo]",
  "[fc00::1]",
  "[fec0::1]",
  "[ff02::1]",
];

/** A host as SOCKS5's address type 3 has it: without brackets, in UTF-8. */
export function socksHost(host: string): Buffer {
  return Buffer.from(host.replace(/^\[|\]$/g, ""));
}
