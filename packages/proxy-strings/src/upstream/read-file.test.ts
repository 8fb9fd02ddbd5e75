import { filledIn } from "./definition.ts";
import { faultLine, notationOf } from "./judge.ts";
import { presetOf, presets } from "./presets.ts";
import { render } from "./render.ts";
import { noPlaces } from "./place-index.ts";
import { describe, expect, it } from "vitest";
import { readUpstreamFile } from "./read-file.ts";

/** The file that operators are shown. */
const file = {
  name: "acme-eu",
  preset: "oxylabs",
  how: "http",
  hosts: ["pr.example:7777"],
  login: { login: "acme" },
  secret: "s3cret",
  user: [
    "customer-{login}[-cc-{country:upper}][-city-{city:snake}][-sessid-{session}[-sesstime-{minutes}]]",
  ],
  password: "{secret}",
  places: ["country", "city"],
  countries: ["DE", "US"],
  session: { maxMinutes: 1440, format: "alnum8", perConnection: true },
  errors: [
    {
      status: 502,
      header: "x-error-description",
      contains: "exit node not found",
      class: "noExit",
    },
  ],
  exitIpHeader: "x-exit-ip",
  dns: "remote",
  connectMs: 20_000,
  maxConnections: 2000,
  dayBytes: null,
  monthBytes: null,
  priority: 1,
  weight: 70,
  perGbMicros: 3_200_000,
  gbBytes: 1_000_000_000,
  provenance: "Acme, contract 2026-17",
};
function read(value: unknown) {
  const found = readUpstreamFile(value);
  if ("fault" in found) return { ...found, column: null };
  const upstream = filledIn(found.file, presetOf(found.file.preset ?? ""));
  const notation = notationOf(upstream, noPlaces, []);
  return "fault" in notation ? notation : { upstream, notation };
}
function line(value: unknown): string {
  const found = read(value);
  return "fault" in found ? faultLine(found) : "accepted";
}

describe("An upstream's file", () => {
  it("is accepted with every field that it can have", () => {
    expect(line(file)).toBe("accepted");
  });

  it("may leave out what its preset knows", () => {
    const found = read({
      name: "ox",
      preset: "oxylabs",
      login: { login: "acme" },
      secret: "s3cret",
      provenance: "Acme",
    });
    if ("fault" in found) throw new Error(faultLine(found));
    expect(found.upstream).toMatchObject({
      how: "http",
      hosts: ["pr.oxylabs.io:7777"],
      session: { maxMinutes: 1440, perConnection: true },
      dns: "remote",
      connectMs: 20_000,
      weight: 100,
      products: ["traffic"],
    });
    expect(render(found.notation, { filter: { country: "de" }, session: null })).toEqual({
      host: "pr.oxylabs.io",
      port: 7777,
      user: "customer-acme-cc-DE",
      password: "s3cret",
    });
  });

  it.each(presets.map(({ preset }) => preset))(
    "of the preset %s needs no more than a login",
    (preset) => {
      const login = { login: "acme", id: "id1", zone: "z1" };
      const hosts = preset === "luna" ? { hosts: ["as.lunaproxy.net:12233"] } : {};
      expect(line({ name: "one", preset, login, secret: "s", ...hosts, provenance: "us" })).toBe(
        "accepted",
      );
    },
  );

  it.each([
    [{ weigth: 70 }, "weigth: unknown field"],
    [{ login: { user: "acme" } }, "login.user: unknown field"],
    [{ name: "own" }, "name: is the name of own exits"],
    [{ name: undefined }, "name: is missing"],
    [{ preset: "acme" }, "preset: is no preset"],
    [{ how: "ftp" }, "how: one of http, https, socks5 is expected"],
    [{ provenance: undefined }, "provenance: is missing"],
    [{ provenance: "  " }, "provenance: is missing"],
    [{ secretFile: "/run/secret" }, "secretFile: either secret or secretFile"],
    [{ secret: undefined }, "password, column 2: secret is not given"],
    [{ user: ["customer-{country:rot13}"] }, "user, column 19: unknown transform rot13"],
    [{ places: ["country", "isp"] }, "user: the template loses isp, which places promises"],
    [{ hosts: ["10.0.0.7:80"] }, "hosts, column 1: 10.0.0.7 is internal and not in EXIT_NETWORKS"],
    [{ weight: 1.5 }, "weight: a whole number from 0 to 1000000 is expected"],
    [{ countries: ["de"] }, "countries.0: a country is two capital letters"],
    [{ errors: [{ class: "noExit" }] }, "errors.0: names no condition"],
    [
      { errors: [{ status: 500, class: "broken" }] },
      "errors.0.class: one of noExit, sessionLost, quota, auth, concurrency, targetRefused, target, request, down is expected",
    ],
    [{ session: { format: "uuid" } }, "session: format is alnum8 or digits(first,last)"],
  ])("with %j is refused by name: %s", (more, refusal) => {
    expect(line({ ...file, ...more })).toBe(refusal);
  });

  it("that is no object is refused", () => {
    expect([line(null), line([]), line("x")].map((each) => each.startsWith("file: "))).toEqual([
      true,
      true,
      true,
    ]);
  });
});
