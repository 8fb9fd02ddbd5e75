import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filledIn, type UpstreamFile } from "./definition.ts";
import { faultLine, notationOf } from "./judge.ts";
import { presetOf } from "./presets.ts";
import { render, type UpstreamRequest } from "./render.ts";
import { indexPlaces, noPlaces } from "./place-index.ts";
import { readPlaces } from "./places-file.ts";
import { parseTemplate } from "./template.ts";

const full = process.env["TURNPIKE_FULL"] === "1";
const file: UpstreamFile = {
  name: "acme-eu",
  hosts: ["pr.example:7777"],
  login: { login: "acme" },
  secret: "s3cret",
  user: ["{login}[-cc-{country}]"],
  provenance: "Acme, contract 2026-17",
};
const notation = (more: Partial<UpstreamFile>, networks: string[] = [], places = noPlaces) =>
  notationOf(filledIn({ ...file, ...more }, presetOf(more.preset ?? "")), places, networks);
function fault(more: Partial<UpstreamFile>, networks?: string[]): string {
  const read = notation(more, networks);
  return "fault" in read ? faultLine(read) : "accepted";
}
function sent(
  user: string | string[],
  request: Partial<UpstreamRequest>,
  more: Partial<UpstreamFile> = {},
  csv = "",
) {
  const rows = csv === "" ? [] : readPlaces(csv);
  if ("fault" in rows) throw new Error(rows.fault);
  const users = typeof user === "string" ? [user] : user;
  const read = notation({ user: users, ...more }, [], indexPlaces(rows));
  if ("fault" in read) throw new Error(faultLine(read));
  const rendered = render(read, { filter: {}, session: null, ...request });
  return "unwritable" in rendered ? rendered : rendered.user;
}
const token = Uint8Array.from({ length: 32 }, (_, at) => at);
const session = { token, minutes: 90 };

describe("A template", () => {
  it.each([
    ["user-{country:rot13}", "user, column 15: unknown transform rot13"],
    ["{login}-{land}", "user, column 10: unknown field land"],
    ["{login}[-cc-{country}", "user, column 8: this bracket is not closed"],
    ["{login}-cc-{country}]", "user, column 21: this bracket was not opened"],
    ["{login}-{country", "user, column 9: this brace is not closed"],
    ["{login}-country}", "user, column 16: this brace was not opened"],
    ["{login}[-a]", "user, column 8: these brackets contain no field"],
    ["{login}{country:upper,}", "user, column 23: unknown transform (empty)"],
    ["{login}-{minutes:us}", "user, column 18: transform us is not for minutes"],
    ["{login}-{session:digits(9,1)}", "user, column 18: transform digits needs first < last"],
    ["{login}-{session:digits(9)}", "user, column 18: transform digits needs (first,last)"],
    ["{login}-{city:upper(1)}", "user, column 15: transform upper takes no numbers"],
    ["{login}-ü", "user, column 9: only visible ASCII can be sent"],
    ["{login}-{city|\n}", "user, column 15: only visible ASCII can be sent"],
    ["{id}", "user, column 2: id is not given"],
    ["a:{login}", "user, column 2: a name with a colon cannot be sent over HTTP"],
    [`${"[".repeat(9)}{city}${"]".repeat(9)}`, "user, column 9: too many nested brackets"],
    ["a".repeat(1001), "user, column 1001: longer than 1000 characters"],
  ])("%s is refused: %s", (user, line) => {
    expect(fault({ user: [user] })).toBe(line);
  });

  it("writes brackets only if every field in them has a value; brackets nest", () => {
    const user = "{login}[-cc-{country}[-city-{city:snake}]][-s-{session}[-t-{minutes}]]";
    expect(sent(user, {})).toBe("acme");
    expect(sent(user, { filter: { country: "us", city: "losangeles" } })).toBe(
      "acme-cc-US-city-los_angeles",
    );
    expect(sent(user, { session })).toBe("acme-s-01234567-t-90");
    expect(sent(user, { filter: { city: "losangeles" } })).toEqual({ unwritable: "city" });
  });

  it("applies its transforms in order, and keeps the case otherwise", () => {
    const at = { filter: { country: "us", state: "newyork", city: "newrochelle" } };
    expect(sent("{login}{country}{state:dash}{city:plus,upper}", at)).toBe(
      "acmeUSnew-yorkNEW+ROCHELLE",
    );
    expect(sent("{login}-{country:name}{state:code2}{city:join}", at)).toBe(
      "acme-United Statesnynewrochelle",
    );
    expect(sent("{login}-{country:lower}{state:snake,us}{city}", at)).toBe(
      "acme-usus_new_yorknew rochelle",
    );
    expect(sent("{login}-{session}-{minutes:s}s-{minutes:m}", { session })).toBe(
      "acme-01234567-5400s-90",
    );
    expect(
      sent("{login}-{session:digits(10,19)}-{minutes:h}", { session: { token, minutes: 120 } }),
    ).toBe("acme-15-2");
    // Half an hour has no name in whole hours.
    expect(sent("{login}-{session}[-{minutes:h}]", { session })).toBe("acme-01234567");
  });

  it("takes the first variant that says everything, whatever the others could", () => {
    const users = ["{login}-{state}-{city}", "{login}-{city}", "{login}"];
    expect(sent(users, { filter: { country: "us", city: "dallas" } })).toEqual({
      unwritable: "country",
    });
    expect(sent(users, { filter: { city: "dallas" } })).toBe("acme-dallas");
    expect(sent(users, { filter: { city: "dallas", state: "texas" } })).toBe("acme-texas-dallas");
    expect(sent(users, {})).toBe("acme");
  });

  it("a transform wins over the upstream's own form of session ids", () => {
    const more = { session: { format: "digits(100,199)" } };
    expect(sent("{login}-{session}", { session }, more)).toBe("acme-165");
    expect(sent("{login}-{session:alnum8}", { session }, more)).toBe("acme-01234567");
    expect(fault({ session: { format: "hex" }, user: ["{login}{session}"] })).toBe(
      "session: format is alnum8 or digits(first,last)",
    );
  });

  it("a range of ports carries the session by its token; without one any port will do", () => {
    const read = notation({ hosts: ["pr.example:10000-10099"], user: ["{login}"], session: {} });
    if ("fault" in read) throw new Error(faultLine(read));
    // The token's first 48 bits are 0x000102030405.
    const port = 10_000 + (0x000102030405 % 100);
    expect(render(read, { filter: {}, session })).toMatchObject({ port, user: "acme" });
    expect(render(read, { filter: {}, session: null, pick: 7 })).toMatchObject({ port: 10_007 });
    expect(fault({ user: ["{login}"], session: {} })).toBe("user: the template loses session");
  });

  it.each<[Partial<UpstreamFile>, string, string[]?]>([
    [{ places: ["country", "city"] }, "user: the template loses city, which places promises"],
    [
      {
        places: ["country", "city"],
        user: ["{login}[-{country}-s-{session}][-{city}]"],
        session: {},
      },
      "accepted",
    ],
    [
      { places: ["city"], user: ["{login}-{city}", "{login}-s-{session}"], session: {} },
      "user: the template loses session where it writes city",
    ],
    [
      { places: ["country", "city"], user: ["{login}[-{country}-{state}][-{city}-{state}]"] },
      "user: the template loses country, which places promises",
    ],
    [{ user: ["{login}[-{city}-s-{session}]"], session: {} }, "user: the template loses session"],
    [{ user: ["{login}"], places: ["country"], session: {} }, "user: the template loses session"],
    [{ login: { login: "müller" } }, "login.login: only visible ASCII can be sent"],
    [{ secret: "a\r\nb" }, "secret: only visible ASCII can be sent"],
    [{ login: { login: "a:b" } }, "login.login: a name with a colon cannot be sent over HTTP"],
    [{ login: { login: "a:b" }, how: "socks5" }, "accepted"],
    [
      { user: ["{login}[:{city:snake}]"] },
      "user, column 9: a name with a colon cannot be sent over HTTP",
    ],
    [{ provenance: " " }, "provenance: is missing"],
    [{ user: [] }, "user: is missing"],
    [{ hosts: [] }, "hosts: is missing"],
    [{ hosts: ["pr.example"] }, "hosts, column 1: host:port or host:first-last is expected"],
    [{ hosts: ["pr.example:70000"] }, "hosts, column 12: no such port"],
    [{ hosts: ["pr.example:90-80"] }, "hosts, column 12: the first port is above the last"],
    [
      { hosts: ["192.168.7.1:80"] },
      "hosts, column 1: 192.168.7.1 is internal and not in EXIT_NETWORKS",
    ],
    [{ hosts: ["192.168.7.1:80"] }, "accepted", ["192.168.0.0/16"]],
    [{ hosts: ["[::1]:80"] }, "hosts, column 1: ::1 is internal and not in EXIT_NETWORKS"],
    [
      { hosts: ["localhost:80"] },
      "hosts, column 1: localhost is internal and not in EXIT_NETWORKS",
    ],
    [{ hosts: ["localhost:80"] }, "accepted", ["127.0.0.0/8"]],
    [
      { how: "socks5", user: [`{login}${"a".repeat(252)}`] },
      "user, column 256: SOCKS5 takes 255 bytes at most",
    ],
    [{ password: "{secret}[" }, "password, column 9: this bracket is not closed"],
  ])("an upstream is judged when it is saved: %j", (more, line, networks) => {
    expect(fault(more, networks)).toBe(line);
  });

  it("writes the tokens of a file of places as they stand, and then no other city of that country", () => {
    const csv =
      '\uFEFFcountry,state,city,isp,token\r\nDE,,,,deutschland\r\nDE,Bavaria,Munich,,MUC 1\r\nDE,Hesse,"Frankfurt am Main",,"ffm,""x"""\r\nUS,,,AT&T,att-us\r\n';
    const user = "{login}[-{country:lower}][-{state:join}][-{city:upper}][-{isp:upper}]";
    const ask = (filter: UpstreamRequest["filter"]) => sent(user, { filter }, {}, csv);
    expect(ask({ country: "de", city: "munich" })).toBe("acme-deutschland-MUC 1");
    expect(ask({ country: "de", state: "bavaria", city: "munich" })).toBe(
      "acme-deutschland-bavaria-MUC 1",
    );
    expect(ask({ country: "de", state: "hesse", city: "munich" })).toEqual({ unwritable: "city" });
    expect(ask({ country: "de", city: "frankfurtammain" })).toBe('acme-deutschland-ffm,"x"');
    expect(ask({ country: "de", city: "berlin" })).toEqual({ unwritable: "city" });
    expect(ask({ country: "us", isp: "att", city: "dallas" })).toBe("acme-us-DALLAS-att-us");
  });

  it.each([
    ["country,land,token\n", { line: 1, fault: "unknown column land" }],
    ["country,city\n", { line: 1, fault: "no column token" }],
    ["country,city,token\nDE,Berlin\n", { line: 2, fault: "3 columns are expected" }],
    ["country,city,token\nAtlantis,A,b\n", { line: 2, fault: "unknown country Atlantis" }],
    ["country,city,token\n\nDE,Berlin,\n", { line: 3, fault: "the token is empty or too long" }],
    ['country,city,token\nDE,"Berlin,b\n', { line: 2, fault: "a quote is not closed" }],
    ["country,city,token\nDE,Berlin,b\tc\n", { line: 2, fault: "a token has visible ASCII only" }],
  ])("a file of places is refused by line: %j", (csv, wrong) => {
    expect(readPlaces(csv)).toEqual(wrong);
  });

  it("of any text is parsed or refused at a column of it, in bounded time", () => {
    const word = fc.constantFrom(
      ..."{ } [ ] : | , ( ) {login} {city:snake,us} {session:digits(1,99)} {minutes:s} {country|any} a - é \u0000".split(
        " ",
      ),
    );
    const text = fc.oneof(
      { weight: 4, arbitrary: fc.array(word, { maxLength: 40 }).map((words) => words.join("")) },
      fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
      word.map((one) => one.repeat(1000).slice(0, 1000)),
    );
    let slowest = 0;
    fc.assert(
      fc.property(text, (each) => {
        const before = performance.now();
        const read = parseTemplate(each);
        slowest = Math.max(slowest, performance.now() - before);
        if (!("fault" in read)) return;
        expect(read.column).toBeGreaterThanOrEqual(1);
        expect(read.column).toBeLessThanOrEqual(each.length + 1);
      }),
      { numRuns: full ? 100_000 : 2_000 },
    );
    // Linear time is far below a millisecond; a busy machine may stop in between.
    expect(slowest).toBeLessThan(1_000);
  });

  it("of any text that is accepted writes what it may, or nothing", () => {
    const word = fc.constantFrom(
      ..."{login} [-{city:snake}] [-s-{session}[-{minutes:s}]] {country|any} -x- {state:us} {isp|} {session:alnum8}".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), fc.boolean(), (words, sticky) => {
        const read = notation({ user: [words.join("")], how: "socks5" });
        if ("fault" in read) return;
        const filter = { country: "us", state: "texas", city: "dallas" };
        const rendered = render(read, { filter, session: sticky ? session : null });
        if ("unwritable" in rendered) return;
        expect(rendered.user).toMatch(/^[ -~]{0,255}$/);
        expect(rendered.user).toContain("dallas");
        expect(rendered.user).toContain("us_texas");
        expect(rendered.user.includes("01234567")).toBe(sticky);
      }),
      { numRuns: full ? 20_000 : 500 },
    );
  });
});
