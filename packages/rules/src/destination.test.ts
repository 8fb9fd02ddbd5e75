import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type DestinationPolicy,
  judgeAddress,
  judgeTarget,
  parseAuthority,
  parseHost,
  type Target,
  targetFromBytes,
} from "./destination.ts";
import { canonicalAddress } from "./ip-address.ts";

const policy: DestinationPolicy = {
  allow: new Set(["127.0.0.1:7999", "[::1]:8000"]),
  ownAddresses: new Set(["198.41.0.4", "2620:fe::fe"]),
  ownNames: new Set(["proxy.example.com"]),
};
function target(text: string): Target {
  const read = parseAuthority(text, null);
  if ("bad" in read) throw new Error(`${text}: ${read.bad}`);
  return read.target;
}

const internal = [
  "0.0.0.0",
  "0.255.255.255",
  "10.0.0.0",
  "10.255.255.255",
  "100.64.0.0",
  "100.127.255.255",
  "127.0.0.1",
  "127.255.255.254",
  "168.63.129.16",
  "169.254.0.0",
  "169.254.169.254",
  "172.16.0.0",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.0",
  "192.168.255.255",
  "198.18.0.0",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::7f00:1",
  "::ffff:7f00:1",
  "::ffff:808:808",
  "::ffff:0:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b:1::808:808",
  "100::1",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2",
  "2001:2::1",
  "2001:10::1",
  "2001:20::1",
  "2001:db8::1",
  "2002:7f00:1::1",
  "2002:808:808::1",
  "3fff::1",
  "3fff:fff::1",
  "4000::1",
  "5f00::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "198.41.0.4",
  // The product's own IPv4 address by way of NAT64.
  "64:ff9b::c629:4",
  "2620:fe::fe",
];
test.each(internal)("%s is never dialled, not even when a name resolves to it (G4, G5)", (ip) => {
  expect(judgeAddress(ip, policy)).toMatchObject({ allowed: false });
  const authority = ip.includes(":") ? `[${ip}]:443` : `${ip}:443`;
  expect(judgeTarget(target(authority), policy)).toMatchObject({ verdict: "refuse" });
});

test.each([
  "1.0.0.0",
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2606:4700::1111",
  "2a00:1450::1",
  "3fff:1000::1",
  "64:ff9b::808:808",
])("%s is allowed as a public address", (ip) => {
  expect(judgeAddress(ip, policy)).toEqual({ allowed: true });
});

test("An address that is not in canonical form is refused", () => {
  for (const text of ["", "localhost", "127.1", "0x7f.1", "8.8.8.8 ", "fe80::1%lo"]) {
    expect(judgeAddress(text, policy)).toMatchObject({ allowed: false });
  }
});

test("The lab's allowed address is accepted in no other spelling (spec/gateway#targets)", () => {
  expect(judgeTarget(target("127.0.0.1:7999"), policy)).toEqual({ verdict: "dial" });
  expect(judgeTarget(target("[::1]:8000"), policy)).toEqual({ verdict: "dial" });
  for (const other of [
    "127.0.0.1:7998",
    "127.0.0.2:7999",
    "[::ffff:127.0.0.1]:7999",
    "[::ffff:7f00:1]:7999",
    "[::127.0.0.1]:7999",
    "[0:0:0:0:0:0:0:1]:8000",
    "[::0001]:8000",
    "localhost:7999",
  ]) {
    expect(judgeTarget(target(other), policy)).toMatchObject({ verdict: "refuse" });
  }
  for (const other of ["127.1:7999", "127.0.0.1.:7999", "127.0.0.1:07999", "0177.0.0.1:7999"]) {
    expect(parseAuthority(other, null)).toHaveProperty("bad");
  }
  expect(judgeAddress("127.0.0.1", policy)).toMatchObject({ allowed: false });
});

test("Names are resolved, except internal ones and the product's own", () => {
  for (const name of [
    "example.com",
    "EXAMPLE.com.",
    "xn--bcher-kva.example",
    "_dmarc.a.co",
    "1.a",
  ]) {
    expect(judgeTarget(target(`${name}:443`), policy)).toEqual({ verdict: "resolve" });
  }
  for (const name of [
    "localhost",
    "LOCALHOST.",
    "a.localhost",
    "localhost.localdomain",
    "printer.local",
    "metadata.google.internal",
    "router.home.arpa",
    "intranet",
    "ip6-loopback",
    "proxy.example.com",
    "PROXY.example.com.",
  ]) {
    expect(judgeTarget(target(`${name}:443`), policy)).toMatchObject({ verdict: "refuse" });
  }
});

test.each([
  ["example.com:443", { kind: "name", host: "example.com", port: 443 }],
  ["Example.COM.:1", { kind: "name", host: "example.com", port: 1 }],
  ["api-.Example.com:80", { kind: "name", host: "api-.example.com", port: 80 }],
  ["-a-._b.com:80", { kind: "name", host: "-a-._b.com", port: 80 }],
  ["8.8.8.8:65535", { kind: "ipv4", host: "8.8.8.8", port: 65_535 }],
  ["[2001:DB8::0:1]:80", { kind: "ipv6", host: "2001:db8::1", port: 80 }],
])("%s is parsed", (text, wanted) => {
  expect(target(text)).toMatchObject(wanted);
});
test.each(
  [
    "example.com",
    "example.com:",
    "example.com:0",
    "example.com:65536",
    "example.com:080",
    "example.com:+80",
    "example.com:80x",
    "example.com:80:80",
    ":80",
    ".:80",
    "a..b:80",
    ".a.com:80",
    "a.com..:80",
    "a b:80",
    "user@a.com:80",
    "a.com/x:80",
    "a%2ecom:80",
    "a\\b:80",
    "ａ.com:80",
    "bücher.de:80",
    "1.2.3:80",
    "1.2.3.4.5:80",
    "a.1:80",
    "a.0x1:80",
    "1.2.3.256:80",
    "::1:80",
    "[::1:80",
    "[::1]80",
    "[::1]",
    "[::1%25lo]:80",
    "[v1.a]:80",
    "[]:80",
    "[127.0.0.1]:80",
    "[[::1]]:80",
    `${"a".repeat(64)}.com:80`,
    `${"a.".repeat(127)}com:80`,
  ].map((text) => [text]),
)("%j is not a valid target", (text) => {
  expect(parseAuthority(text, null)).toHaveProperty("bad");
});
test("A missing port defaults to the scheme's port", () => {
  expect(parseAuthority("a.com", 80)).toMatchObject({ target: { authority: "a.com:80" } });
  expect(parseAuthority("[2a00::1]", 80)).toMatchObject({ target: { authority: "[2a00::1]:80" } });
});

test("A binary address is parsed into its canonical form", () => {
  const ipv4 = targetFromBytes(Uint8Array.of(127, 0, 0, 1), 7999);
  expect(ipv4).toMatchObject({ target: { authority: "127.0.0.1:7999", asWritten: true } });
  const ipv6 = targetFromBytes(Uint8Array.of(0x2a, ...Array<number>(14).fill(0), 1), 80);
  expect(ipv6).toMatchObject({ target: { authority: "[2a00::1]:80", asWritten: true } });
  expect(targetFromBytes(Uint8Array.of(1, 2, 3), 80)).toHaveProperty("bad");
  expect(targetFromBytes(Uint8Array.of(8, 8, 8, 8), 0)).toHaveProperty("bad");
});

test("A host that resolvers read as an IP address is never parsed as a name", () => {
  const part = fc.oneof(
    fc.integer({ min: 0, max: 4_294_967_295 }).map(String),
    fc.integer({ min: 0, max: 65_535 }).map((value) => `0x${value.toString(16)}`),
    fc.integer({ min: 0, max: 65_535 }).map((value) => `0${value.toString(8)}`),
  );
  const host = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("."));
  fc.assert(
    fc.property(host, fc.constantFrom("", "."), (text, dot) => {
      const read = parseHost(text + dot, 80);
      const ours = "target" in read ? read.target.host : null;
      // Compare with the URL standard: where it finds an address, we find none or the same one.
      const url = `http://${text}${dot}/`;
      const theirs = URL.canParse(url) ? new URL(url).hostname : text;
      expect([null, text]).toContain(ours);
      expect([null, theirs]).toContain(ours);
    }),
    { numRuns: 5000 },
  );
});

test("Any text is parsed into a canonical form or refused, without an exception", () => {
  const known = target("a.example:80");
  const anything = fc.oneof(
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(..."0123456789abcx.:[]%-@"), maxLength: 30 }),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const read = parseAuthority(text, 80);
      const { kind, host, authority } = "target" in read ? read.target : known;
      expect(host).toMatch(/^[a-z0-9_.:-]+$/);
      expect(parseAuthority(authority, null)).toMatchObject({ target: { kind, host, authority } });
      expect(kind === "ipv4" ? canonicalAddress(host) : host).toBe(host);
    }),
    { numRuns: 20_000 },
  );
});
