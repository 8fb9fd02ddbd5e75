import { expect, test } from "vitest";
import {
  type AdmissionFacts,
  admit,
  blockMs,
  countFailure,
  failuresMax,
  failuresWindowMs,
  isBlocked,
  networkFailuresMax,
  type FailedTries,
  triesExpired,
} from "./admission.ts";
import { parseUsername } from "./username.ts";

const good: AdmissionFacts = {
  blocked: false,
  holder: { enabled: true, inArrears: false, over: false, exits: "any" },
  passwordMatches: true,
  username: parseUsername("acme01-cc-de-sid-a-t-5"),
  openConnections: 0,
  maxConnections: 10,
  room: { most: 100, held: 0, idle: 0, account: { held: 0, idle: 0 }, share: 0.25 },
};
function reason(changes: Partial<AdmissionFacts>): string {
  const verdict = admit({ ...good, ...changes });
  return verdict.admit ? "admitted" : verdict.refused.reason;
}

test("Valid credentials are admitted with the parameters of their user name", () => {
  const request = { filter: { country: "de" }, sid: "a", minutes: 5, minutesGiven: true };
  expect(admit(good)).toMatchObject({ admit: true, request: { ...request, strict: false } });
});
test("A client at a whitelisted IP that sends no user name gets any exit", () => {
  const verdict = admit({ ...good, username: null });
  expect(verdict).toMatchObject({ admit: true, request: { filter: {}, sid: null, minutes: 3 } });
});
test("Credentials are checked before parameters; the first failure is returned (spec/gateway#checks)", () => {
  const username = parseUsername("acme01-contry-de");
  const all = { username, openConnections: 10 };
  expect(reason({ ...all })).toBe("badParameters");
  const over = { enabled: true, inArrears: false, over: true, exits: "any" } as const;
  expect(reason({ ...all, holder: over })).toBe("planExpired");
  const owing = { ...over, inArrears: true };
  expect(reason({ ...all, holder: owing })).toBe("inArrears");
  expect(reason({ ...all, holder: { ...owing, enabled: false } })).toBe("accountDisabled");
  expect(reason({ ...all, passwordMatches: false })).toBe("credentials");
  expect(reason({ ...all, holder: null })).toBe("credentials");
  expect(reason({ ...all, holder: null, blocked: true })).toBe("tooManyTries");
  expect(reason({ openConnections: 10 })).toBe("tooManyConnections");
  expect(reason({ openConnections: 9 })).toBe("admitted");
});
test("An account's connection share is checked last, and only for a new connection", () => {
  const room = { most: 100, held: 25, idle: 0, account: { held: 25, idle: 0 }, share: 0.25 };
  expect(admit({ ...good, room })).toEqual({
    admit: false,
    full: "account",
    refused: { reason: "tooManyConnections", detail: "at most 25 of an account at a time" },
  });
  expect(reason({ room, passwordMatches: false })).toBe("credentials");
  expect(reason({ room: null })).toBe("admitted");
  const full = { ...room, held: 100, account: { held: 0, idle: 0 } };
  expect(admit({ ...good, room: full })).toMatchObject({ full: "gateway" });
  expect(admit({ ...good, room: { ...full, idle: 1 } })).toMatchObject({ ends: "any" });
});
test("100 failures in a minute block a network until 60 s after the last", () => {
  let tries = null;
  for (let at = 0; at < networkFailuresMax; at += 1) {
    expect(isBlocked(tries, at, networkFailuresMax)).toBe(false);
    tries = countFailure(tries, at, { max: networkFailuresMax });
  }
  const end = networkFailuresMax - 1 + blockMs;
  expect(isBlocked(tries, end - 1, networkFailuresMax)).toBe(true);
  expect(isBlocked(tries, end, networkFailuresMax)).toBe(false);
});
test("An unknown parameter is reported with its nearest match (spec/gateway#user-name)", () => {
  const verdict = admit({ ...good, username: parseUsername("acme01-contry-de") });
  const detail = 'unknown parameter "contry" in the user name, did you mean "country"?';
  expect(verdict).toEqual({ admit: false, refused: { reason: "badParameters", detail } });
});
test("The user name of a static IP or unlimited port takes no parameters (spec/gateway#user-name)", () => {
  const holder = { enabled: true, inArrears: false, over: false, exits: "own" } as const;
  const of = (name: string) => admit({ ...good, holder, username: parseUsername(name) });
  for (const name of ["acme01", "ACME01", "user-acme01"]) {
    expect(of(name)).toMatchObject({ admit: true, request: { filter: {}, sid: null } });
  }
  expect(admit({ ...good, holder, username: null })).toMatchObject({ admit: true });
  const detail =
    "a static or opened IP or an unlimited port has its own exits: its user name takes no parameters";
  for (const asked of ["cc-de", "asn-7018", "sid-a", "t-5", "strict-1", "contry-de", "cc"]) {
    expect(of(`acme01-${asked}`)).toEqual({
      admit: false,
      refused: { reason: "badParameters", detail },
    });
  }
  expect(
    reason({ holder: { ...holder, over: true }, username: parseUsername("acme01-cc-de") }),
  ).toBe("planExpired");
});

function fail(times: number, everyMs: number): FailedTries {
  let tries: FailedTries | null = null;
  for (let at = 0; at < times; at += 1) tries = countFailure(tries, at * everyMs);
  if (tries === null) throw new Error("no failure");
  return tries;
}
test("10 failures in a minute start a block that ends 60 s after the last failure (G9)", () => {
  expect(isBlocked(null, 0)).toBe(false);
  expect(isBlocked(fail(failuresMax - 1, 1), 10)).toBe(false);
  const tries = fail(failuresMax, 1000);
  expect(isBlocked(tries, tries.lastAt)).toBe(true);
  expect(isBlocked(tries, tries.lastAt + blockMs - 1)).toBe(true);
  expect(isBlocked(tries, tries.lastAt + blockMs)).toBe(false);
  expect(countFailure(tries, tries.lastAt + blockMs).failures).toBe(1);
});
test("Fewer than 10 failures a minute never block", () => {
  const tries = fail(1000, failuresWindowMs / (failuresMax - 1));
  expect(isBlocked(tries, tries.lastAt)).toBe(false);
});
test("Failed attempts expire after a minute, but not before their block ends", () => {
  const few = fail(3, 1);
  expect(triesExpired(few, failuresWindowMs - 1)).toBe(false);
  expect(triesExpired(few, failuresWindowMs)).toBe(true);
  const many = fail(failuresMax, 6000);
  expect(triesExpired(many, failuresWindowMs)).toBe(false);
});
