import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHost } from "./destination.ts";
import {
  dayStart,
  domainAllowed,
  domainMatcher,
  remainingUnder,
  monthStart,
  readDomains,
  spentLimit,
} from "./sub-account-limits.ts";

const read = (...entries: string[]) => readDomains(entries);

test("Entries are normalised like targets: lower case, punycode, canonical IP addresses", () => {
  expect(read("Example.COM", " *.Example.com ", "example.com.")).toEqual({
    domains: ["example.com", "*.example.com"],
  });
  expect(read("Bücher.example", "*.ПРИМЕР.example", "例え.jp")).toEqual({
    domains: ["xn--bcher-kva.example", "*.xn--e1afmkfd.example", "xn--r8jz45g.jp"],
  });
  expect(read("api-.example.com", "-a.example")).toEqual({
    domains: ["api-.example.com", "-a.example"],
  });
  expect(read("93.184.216.34", "[2606:2800:0::1]", "2606:2800::0:1")).toEqual({
    domains: ["93.184.216.34", "2606:2800::1"],
  });
});

test("The first entry that is neither a domain nor an IP address is reported", () => {
  const bad = [
    ..."https://example.com|example.com/path|example.com:443|*|*.|*example.com".split("|"),
    ..."a.*.example.com|exa mple.com|a..example|1.2.3|0x7f.1|*.1.2.3.4".split("|"),
    ..."*.[::1]|１２７.０.０.１|bücher.example/x|bücher.example:80|ü@example.com".split("|"),
    `${"a".repeat(64)}.example`,
    `${"ü.".repeat(100)}example`,
    "",
  ];
  for (const entry of bad) expect(read("good.example", entry)).toEqual({ bad: entry });
});

test("A list has at most 100 entries, not counting duplicates", () => {
  const many = Array.from({ length: 100 }, (_, index) => `a${index}.example`);
  expect(read(...many, ...many)).toEqual({ domains: many });
  expect(read(...many, "one.more")).toEqual({ tooMany: true });
});

const label = fc.stringMatching(/^[a-z0-9]{1,8}$/).filter((text) => !/^(\d+|0x.*)$/.test(text));
const name = fc.array(label, { minLength: 1, maxLength: 5 }).map((labels) => labels.join("."));

test("Parsing is idempotent and yields hosts spelled as the gateway spells them", () => {
  fc.assert(
    fc.property(fc.oneof(name, fc.ipV4(), fc.ipV6(), fc.string()), (text) => {
      const once = read(text);
      if (!("domains" in once)) return;
      expect(readDomains(once.domains)).toEqual(once);
      const [domain = ""] = once.domains;
      const host = domain.replace(/^\*\./, "");
      const target = parseHost(host.includes(":") ? `[${host}]` : host, 80);
      expect(target).toMatchObject({ target: { host, asWritten: true } });
    }),
  );
});

test("example.com covers itself and its subdomains, *.example.com only its subdomains", () => {
  const covers = (entry: string, host: string) => domainMatcher([entry])(host);
  for (const host of ["example.com", "www.example.com", "a.b.example.com"]) {
    expect([host, covers("example.com", host)]).toEqual([host, true]);
    expect([host, covers("*.example.com", host)]).toEqual([host, host !== "example.com"]);
  }
  for (const host of ["badexample.com", "example.com.evil.net", "com", "xample.com", ""]) {
    expect([host, covers("example.com", host), covers("*.example.com", host)]).toEqual([
      host,
      false,
      false,
    ]);
  }
  expect(covers("1.2.3.4", "1.2.3.4")).toBe(true);
  expect(covers("2606:2800::1", "2606:2800::1")).toBe(true);
});

test("A list matches a host exactly if one of its entries does", () => {
  const entry = fc.tuple(fc.boolean(), name).map(([wild, text]) => (wild ? `*.${text}` : text));
  const short = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 });
  const host = short.map((labels) => labels.join("."));
  const entries = fc.array(
    fc.oneof(
      entry,
      host,
      host.map((text) => `*.${text}`),
    ),
  );
  fc.assert(
    fc.property(entries, host, (list, asked) => {
      const plain = list.some((each) =>
        each.startsWith("*.")
          ? asked.endsWith(each.slice(1))
          : asked === each || asked.endsWith(`.${each}`),
      );
      expect(domainMatcher(list)(asked)).toBe(plain);
    }),
  );
});

test("Denied hosts are always refused; with an allow list all other hosts are refused", () => {
  const allows = domainMatcher(["example.com"]);
  const denies = domainMatcher(["secret.example.com"]);
  expect(domainAllowed("www.example.com", { allows, denies })).toBe(true);
  expect(domainAllowed("a.secret.example.com", { allows, denies })).toBe(false);
  expect(domainAllowed("elsewhere.net", { allows, denies })).toBe(false);
  expect(domainAllowed("elsewhere.net", { allows: null, denies })).toBe(true);
  expect(domainAllowed("93.184.216.34", { allows, denies: null })).toBe(false);
});

test("Days and months start at midnight UTC", () => {
  const at = Date.UTC(2028, 1, 29, 23, 59, 59, 999);
  expect([dayStart(at), monthStart(at)]).toEqual([Date.UTC(2028, 1, 29), Date.UTC(2028, 1, 1)]);
  expect([dayStart(at + 1), monthStart(at + 1)]).toEqual([Date.UTC(2028, 2), Date.UTC(2028, 2)]);
});

test("A limit's remainder excludes used and leased bytes", () => {
  expect(remainingUnder(null, { usedBytes: 5, leasedBytes: 5 })).toBe(null);
  expect(remainingUnder(100, { usedBytes: 60, leasedBytes: 30 })).toBe(10);
});

test("A used-up limit applies until the next day or month", () => {
  const now = Date.UTC(2028, 11, 31, 13);
  const limits = { dayBytes: 10, monthBytes: 100 };
  const at = (dayUsedBytes: number, monthUsedBytes: number) =>
    spentLimit(limits, { dayUsedBytes, monthUsedBytes }, now);
  expect(at(9, 99)).toBe(null);
  expect(at(10, 99)).toEqual({ why: "dayLimit", until: Date.UTC(2029, 0, 1) });
  const february = Date.UTC(2028, 1, 1);
  const month = { dayUsedBytes: 12, monthUsedBytes: 100 };
  expect(spentLimit(limits, month, february)).toEqual({
    why: "monthLimit",
    until: Date.UTC(2028, 2, 1),
  });
  expect(spentLimit({ dayBytes: null, monthBytes: null }, month, now)).toBe(null);
});
