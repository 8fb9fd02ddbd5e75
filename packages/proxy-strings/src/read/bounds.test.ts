/** Properties of any text: what we write can be read back, nothing throws, nothing takes long. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Endpoint,
  endpointFormats,
  formatEndpoint,
  formatEndpoints,
} from "@turnpike/rules/endpoint.ts";
import {
  type SnippetLanguage,
  snippet,
  snippetLanguages,
} from "@turnpike/rules/endpoint-snippets.ts";
import { readProxies } from "./proxy.ts";
import { proxyFileOf } from "../write/proxy-file.ts";
import { carriesPassword, proxyFormatNames } from "../write/proxy-formats.ts";
import { formatUsername } from "@turnpike/rules/username.ts";

describe("our own output", () => {
  const word = fc.stringMatching(/^[a-z0-9]{6,12}$/);
  const endpoint: fc.Arbitrary<Endpoint> = fc.record({
    protocol: fc.constantFrom("http" as const, "socks5" as const),
    host: fc.constantFrom("203.0.113.7", "gw.example.com", "2001:db8::7"),
    port: fc.integer({ min: 1, max: 65_535 }),
    username: fc
      .tuple(word, word, fc.boolean())
      .map(([name, sid, kept]) =>
        formatUsername({ name, filter: { country: "US" }, ...(kept ? { sid, minutes: 9 } : {}) }),
      ),
    password: word,
  });
  const back = (text: string) =>
    readProxies(text).proxies.map(({ host, port, username, password }) => ({
      host,
      port,
      username,
      password,
    }));
  const plain = ({ host, port, username, password }: Endpoint) => ({
    host,
    port,
    username,
    password,
  });

  test.each(endpointFormats)("in the format %s parses back to the same endpoints", (format) => {
    fc.assert(
      fc.property(endpoint, endpoint, (one, other) => {
        expect(back(formatEndpoint(one, format))).toEqual([plain(one)]);
        fc.pre(JSON.stringify(plain(one)) !== JSON.stringify(plain(other)));
        expect(back(formatEndpoints([one, other], format))).toEqual([one, other].map(plain));
      }),
    );
  });

  /** Files of other programs that nobody pastes here; tests beside their writers read them back. */
  const ofPrograms = new Set<string>([
    "chrome-policy",
    "adspower",
    "dolphin",
    "gologin",
    "socks-links",
    "surge",
    "shadowrocket",
    "quantumult-x",
    "loon",
    "telegram",
    "mobileconfig",
  ]);
  const pasted = proxyFormatNames.filter((format) => !ofPrograms.has(format));
  test.each(pasted)("as a file for %s parses back to the same endpoint", (format) => {
    fc.assert(
      fc.property(endpoint, (one) => {
        fc.pre(/^\d/.test(one.host) && one.port > 9);
        const fields = {
          host: one.host,
          port: one.port,
          user: one.username,
          password: one.password,
        };
        const text = proxyFileOf(
          format,
          [{ ...fields, country: "US", city: "", expires: "", remark: "" }],
          {
            protocol: one.protocol,
          },
        );
        const login = carriesPassword(format, one.protocol) ? {} : { username: "", password: "" };
        expect(back(text)[0]).toEqual({ ...plain(one), ...login });
      }),
      { numRuns: 30 },
    );
  });

  test.each(
    snippetLanguages.filter(
      (name) => !["go", "java", "csharp", "selenium", "puppeteer"].includes(name),
    ),
  )("as a program in %s parses back to the same endpoint", (language: SnippetLanguage) => {
    fc.assert(
      fc.property(endpoint, (one) => {
        fc.pre(one.host !== "2001:db8::7");
        expect(back(snippet(language, one, "https://example.com/ip").code)[0]).toEqual(plain(one));
      }),
      { numRuns: 30 },
    );
  });
});

test("no text makes the parser throw, and every part lies within the text", () => {
  const pieces = fc.constantFrom(
    "http://",
    "socks5h://",
    "customer-",
    "-cc-us",
    "_session-",
    "@",
    ":",
    "[",
    "]",
    "::1",
    "1.2.3.4",
    "80",
    "%4",
    "%C3",
    "'",
    '"',
    "\\",
    "\n",
    "curl -x ",
    "-U ",
    "=",
    "{",
    "}",
    '"host":',
    "user",
    ";",
    "__cr.us",
    "\t",
    ",",
    "<Port>",
    "\u{1F600}",
    "\uD800",
  );
  const text = fc.oneof(
    // Lone surrogates too; `unit: "binary"` takes ten times as long.
    fc.array(fc.nat(0xffff), { maxLength: 120 }).map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces, { maxLength: 30 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(text, (paste) => {
      for (const { parts } of readProxies(paste).proxies) {
        for (const { from, to } of parts) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(paste.length);
        }
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "a",
  ":",
  "@",
  "-",
  "_a-",
  "a:",
  "%41",
  '"a":',
  "'",
  "\\",
  "curl -x ",
  "http://",
  " ",
  "\n",
  "a=",
  "[",
  "<a>",
  "1.2.3.4:1:a:b\n",
  "user-",
  "-cc-us",
  ";",
  "\\\n",
])("parsing 100 kB of %j takes linear time", (piece) => {
  for (const text of [
    piece.repeat(100_000 / piece.length),
    `1.2.3.4:80:${piece.repeat(100_000 / piece.length)}`,
    `curl -x 'http://${piece.repeat(100_000 / piece.length)}:p@1.2.3.4:80' x.com`,
  ]) {
    const before = performance.now();
    readProxies(text);
    // Linear time takes milliseconds; quadratic would take minutes.
    expect(performance.now() - before).toBeLessThan(3_000);
  }
});
