import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import {
  chooseMember,
  drawOfSession,
  longestMinutes,
  type Member,
  type Offer,
  offers,
  rankMembers,
} from "./choice.ts";
import { digitsOf, lettersOf, type SessionIdentity, sessionToken } from "./session-token.ts";

const members: (Member & { countries: string[] })[] = [
  { name: "own", priority: 1, weight: 100, countries: ["US", "DE", "GB"] },
  { name: "acme-eu", priority: 1, weight: 70, countries: ["DE", "GB", "FR"] },
  { name: "acme-us", priority: 1, weight: 30, countries: ["US", "DE"] },
  { name: "spare", priority: 2, weight: 100, countries: ["US", "DE", "GB", "FR", "BR"] },
];
const ranking = rankMembers(members);
const first = (country: string, key: string, holder = "sub1") =>
  chooseMember(ranking, drawOfSession(holder, key), ({ countries }) => countries.includes(country));

test("10,000 requests: none through a member that lacks the place, shares within 3 % of the weights", () => {
  const counts = new Map<string, number>();
  const lacking: string[] = [];
  const total = 10_000;
  for (let at = 0; at < total; at += 1) {
    for (const country of ["DE", "GB", "FR", "BR"]) {
      const chosen = first(country, `sid${at}`, `sub${at % 17}`);
      if (!chosen?.countries.includes(country)) lacking.push(`${chosen?.name} ${country}`);
      const name = `${country} ${chosen?.name}`;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  expect(lacking).toEqual([]);
  const share = (name: string) => (counts.get(name) ?? 0) / total;
  expect(Math.abs(share("DE own") - 0.5)).toBeLessThan(0.03);
  expect(Math.abs(share("DE acme-eu") - 0.35)).toBeLessThan(0.03);
  expect(Math.abs(share("DE acme-us") - 0.15)).toBeLessThan(0.03);
  expect(Math.abs(share("GB own") - 100 / 170)).toBeLessThan(0.03);
  expect([share("FR acme-eu"), share("BR spare")]).toEqual([1, 1]);
});

test("without a session the shares follow the weights as well", () => {
  const counts = new Map<string, number>();
  const total = 20_000;
  for (let at = 0; at < total; at += 1) {
    const name = chooseMember(ranking, Math.random, () => true)?.name ?? "none";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const share = (name: string) => (counts.get(name) ?? 0) / total;
  expect(Math.abs(share("own") - 0.5)).toBeLessThan(0.03);
  expect(Math.abs(share("acme-eu") - 0.35)).toBeLessThan(0.03);
  expect(Math.abs(share("acme-us") - 0.15)).toBeLessThan(0.03);
});

test("of lower priorities a member serves if no other can; where none can, nobody does", () => {
  const none = new Set<string>();
  const next = () =>
    chooseMember(ranking, drawOfSession("sub1", "abc"), ({ name }) => !none.has(name))?.name;
  const order: string[] = [];
  for (let name = next(); name !== undefined; name = next()) {
    order.push(name);
    none.add(name);
  }
  expect(order.slice(0, 3).toSorted()).toEqual(["acme-eu", "acme-us", "own"]);
  expect(order.slice(3)).toEqual(["spare"]);
  expect(first("JP", "abc")).toBeNull();
});

test("members are asked only as far as needed: few of many equals", () => {
  const many = rankMembers(
    Array.from({ length: 20 }, (_, at) => ({ name: `m${at}`, priority: 1, weight: 1 })),
  );
  let asked = 0;
  const serves = () => {
    asked += 1;
    return true;
  };
  for (let at = 0; at < 1_000; at += 1) chooseMember(many, drawOfSession("sub1", `${at}`), serves);
  expect(asked / 1_000).toBeLessThan(5);
});

test("a member that comes or goes moves no session between the others", () => {
  for (let at = 0; at < 500; at += 1) {
    const before = first("DE", `sid${at}`);
    const fewer = rankMembers(members.filter(({ name }) => name !== "acme-us"));
    const after = chooseMember(fewer, drawOfSession("sub1", `sid${at}`), () => true);
    expect(["acme-us", after?.name]).toContain(before?.name);
  }
});

test("a member of weight 0 serves only what no other can", () => {
  const idle = rankMembers([
    { name: "a", priority: 1, weight: 0 },
    { name: "b", priority: 1, weight: 1 },
  ]);
  const chosen = (serves: (member: Member) => boolean) =>
    chooseMember(idle, drawOfSession("h", "k"), serves)?.name;
  expect(chosen(() => true)).toBe("b");
  expect(chosen(({ name }) => name === "a")).toBe("a");
});

test("an upstream is a candidate for what it offers whole: place, product, session length", () => {
  const offer: Offer = { countries: ["DE"], products: ["traffic"], maxMinutes: 30 };
  const needs = { country: "DE", minutes: 30, product: "traffic" };
  expect(offers(offer, needs)).toBe(true);
  expect(offers(offer, { ...needs, minutes: 31 })).toBe(false);
  expect(offers(offer, { ...needs, country: "FR" })).toBe(false);
  expect(offers(offer, { ...needs, product: "unlimited" })).toBe(false);
  expect(offers(offer, { ...needs, country: undefined, minutes: undefined })).toBe(true);
  const longer: Offer = { ...offer, maxMinutes: 90 };
  expect(longestMinutes([offer, longer], needs)).toBe(90);
  expect(longestMinutes([offer, { ...offer, maxMinutes: null }], needs)).toBeNull();
  expect(longestMinutes([offer], { ...needs, country: "FR" })).toBeUndefined();
});

const mac = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest();
const identity: SessionIdentity = {
  holder: "sub1",
  member: "acme-eu",
  place: "DE|||||",
  sid: "s1",
  start: 1_000,
  attempt: 0,
};

test("a session has the same token everywhere until its end, and two customers never share one", () => {
  const token = (more: Partial<SessionIdentity> = {}, key = "k") =>
    lettersOf(sessionToken({ ...identity, ...more }, mac(key)), 8);
  expect(token()).toBe(token());
  const others = [
    token({ holder: "sub2" }),
    token({ member: "acme-us" }),
    token({ place: "FR|||||" }),
    token({ sid: "s2" }),
    token({ start: 1_001 }),
    token({ attempt: 1 }),
    token({}, "another key"),
  ];
  expect(new Set([token(), ...others]).size).toBe(8);
  // No part reaches into its neighbour.
  expect(token({ holder: "a", member: "bc" })).not.toBe(token({ holder: "ab", member: "c" }));
});

test("no token contains a customer's own session id, whatever its form", () => {
  for (let at = 0; at < 500; at += 1) {
    const sid = at < 36 ? at.toString(36) : `${at}`;
    const session = { ...identity, sid };
    expect(lettersOf(sessionToken(session, mac("k")), 8)).not.toContain(sid);
    const numbers = { first: 10_000, last: 99_999 };
    const written = (token: Uint8Array) => digitsOf(token, numbers);
    const token = sessionToken(session, mac("k"), written);
    expect(written(token)).toMatch(/^\d{5}$/);
    expect(written(token)).not.toContain(sid);
  }
});
