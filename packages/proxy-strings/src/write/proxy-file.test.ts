import fc from "fast-check";
import { expect, test } from "vitest";
import type { EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { proxyFileOf } from "./proxy-file.ts";
import type { ProxyFields } from "./proxy-format.ts";
import {
  carriesPassword,
  type ProxyFormat,
  proxyFormatFacts,
  proxyFormatNames,
} from "./proxy-formats.ts";
import { type Read, read, readers } from "./read-file-testing.ts";

const hosts = fc.oneof(
  fc.constantFrom("2001:db8::7", "::1", "fe80::1:2", "gate.turnpike.example", "a--b.example"),
  fc.ipV4(),
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: fc.constantFrom(...`"'\`\\$%:@#;<>&!~/?[]{}(), =-|*^x1`), maxLength: 30 }),
);
const signs = fc.string({ unit: fc.constantFrom(..."abcXYZ019-_.~"), minLength: 1, maxLength: 40 });
const proxyWith = (login: fc.Arbitrary<string>) =>
  fc.record({
    host: hosts,
    port: fc.integer({ min: 1, max: 65_535 }),
    user: login,
    password: login,
    country: fc.constantFrom("DE", "US", ""),
    city: text,
    expires: fc.constant(""),
    remark: text,
  });
const protocols = fc.constantFrom<EndpointProtocol>("http", "socks5");

/** The expected result of parsing; without credentials if the format carries none. */
const wanted = (format: ProxyFormat, protocol: EndpointProtocol, one: ProxyFields): Read =>
  carriesPassword(format, protocol)
    ? read(one.host, one.port, one.user.toWellFormed(), one.password.toWellFormed())
    : read(one.host, one.port);
/** Characters that the format's grammar cannot distinguish; not used in the test. */
function ambiguous(format: ProxyFormat): RegExp {
  if (format === "txt" || format.includes("host-port")) return /[\p{Cc}:@\u2028\u2029]/gu;
  // A user name in Basic authentication has no colon (RFC 7617).
  if (format === "squid" || format === "socks-links") return /:/g;
  // Cells are written without formulas, so a guard and what it guards look the same.
  return format === "csv" ? /^['\t\r\n]|[=+\-@＝＋－＠﹦﹢﹣﹫]/gu : /(?!)/g;
}
const isNumeric = (host: string) => host.includes(":") || /^[\d.]+$/.test(host);

test.each(proxyFormatNames)("%s: proxies are parsed back as they were written", (format) => {
  fc.assert(
    fc.property(
      fc.array(proxyWith(signs), { minLength: 1, maxLength: 4 }),
      protocols,
      (proxies, protocol) => {
        const ours = proxies.filter(({ host }) => format !== "proxychains" || isNumeric(host));
        const file = proxyFileOf(format, ours, { protocol });
        const all = ours.map((one) => wanted(format, protocol, one));
        const some = readers[format](file);
        const { most } = proxyFormatFacts(format);
        expect(some).toEqual(all.slice(0, most));
      },
    ),
  );
});

test.each(proxyFormatNames)("%s: hostile names are parsed back, or noted as left out", (format) => {
  const parts = ambiguous(format);
  fc.assert(
    fc.property(proxyWith(text), protocols, (given, protocol) => {
      const clean = (value: string) => value.replaceAll(parts, "x");
      const one = { ...given, user: clean(given.user) || "u", password: clean(given.password) };
      const file = proxyFileOf(format, [one], { protocol });
      // Either blocked or complete: never direct, never with half a secret.
      const out = [[], [read("127.0.0.1", 9)]];
      const allowed = /is left out: /.test(file) ? out : [[wanted(format, protocol, one)]];
      expect(allowed).toContainEqual(readers[format](file));
    }),
    { numRuns: 300 },
  );
});
