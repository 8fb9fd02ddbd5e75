/** Exits that are IPv6 prefixes: one address per session (spec/gateway#prefixes). */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { networkContains } from "@turnpike/rules/network.ts";
import { decideStickySession, type StickySession } from "@turnpike/rules/sticky-session.ts";
import { parseUsername } from "@turnpike/rules/username.ts";
import { afterEach, expect, test } from "vitest";
import type { Grant } from "../link/grant.ts";
import { openLog } from "../lib/log.ts";
import { Snapshot } from "../link/snapshot.ts";
import { UpstreamOutbox } from "../report/upstream-outbox.ts";
import { labExit } from "../testing/resources.ts";
import { ExitChooser, type ExitChooserOptions } from "./choose-exit.ts";
import { Members } from "./members.ts";
import { MemberStates } from "./member-states.ts";
import { withPrefixAddress } from "./prefix-address.ts";

const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0)) step();
});

const prefixExit = (ip: string, prefix: number) =>
  labExit({ id: `p-${ip}`, ip, host: ip, prefix, lab: false });

test("Addresses lie in the prefix, are never its first one, and are the same for the same seed", () => {
  for (const [ip, bits] of [
    ["2a00:1:2:3::", 64],
    ["2a00:1::", 32],
    ["2a00:1:2:8000::", 49],
    ["2a00:1:2:3:4:5:6:0", 112],
  ] as const) {
    const exit = prefixExit(ip, bits);
    const seen = new Set<string>();
    for (let round = 0; round < 300; round += 1) {
      const {
        ip: address,
        host,
        prefix,
      } = withPrefixAddress(exit, round < 200 ? `seed ${round}` : null);
      expect(networkContains(`${ip}/${bits}`, address)).toBe(true);
      expect(address).not.toBe(ip);
      expect([host, prefix]).toEqual([address, 128]);
      seen.add(address);
    }
    expect(seen.size).toBeGreaterThan(290);
    expect(withPrefixAddress(exit, "a").ip).toBe(withPrefixAddress(exit, "a").ip);
    const chosen = withPrefixAddress(exit, "a");
    expect(withPrefixAddress(chosen, "b")).toBe(chosen);
  }
  const plain = labExit();
  expect(withPrefixAddress(plain, "a")).toBe(plain);
});

function chooser(now: () => number) {
  const snapshot = new Snapshot();
  snapshot.replace([prefixExit("2a00:1:2:3::", 64)]);
  const held = new Map<string, StickySession>();
  const ask = (
    _kind: string,
    question: { key: string; proposedExitId: string; minutes: number },
  ) => {
    const current = held.get(question.key) ?? null;
    const session = decideStickySession({ ...question, current, now: now(), deadExitId: null });
    held.set(question.key, session);
    return Promise.resolve(session);
  };
  const link = { ask } as unknown as ExitChooserOptions["link"];
  const outbox = new UpstreamOutbox({
    gateway: "g1",
    epoch: "e1",
    link,
    log: openLog("silent", "test"),
  });
  undo.push(() => outbox.stop());
  const states = new MemberStates({ outbox, now, workers: 1, accountShare: 1 });
  const members = new Members(snapshot, states);
  const settings = { link, snapshot, members, now, random: Math.random };
  return { snapshot, make: () => new ExitChooser(settings) };
}

const grant: Grant = {
  holderId: "sub-1",
  accountId: "a-1",
  product: "traffic",
  exitId: null,
  proof: { by: "address", address: "198.41.0.4" },
  whitelistedPortId: null,
  endsAt: null,
};

test("A sid keeps its address at every gateway until it ends; without one each connection gets another", async () => {
  let now = Date.UTC(2026, 10, 26);
  const { make } = chooser(() => now);
  const [one, other] = [make(), make()];
  const pick = async (at: ExitChooser, name: string) => {
    const read = parseUsername(name);
    if (!read.ok) throw new Error(name);
    const trial = {
      accountId: "a-1",
      product: "traffic",
      target: "",
      tried: new Set<string>(),
    } as const;
    const exit = await at.pick(grant, read, trial);
    return (exit as ExitFact).ip;
  };
  const first = await pick(one, "alice1-sid-s1-t-10");
  expect(networkContains("2a00:1:2:3::/64", first)).toBe(true);
  expect(await pick(one, "alice1-sid-s1-t-10")).toBe(first);
  expect(await pick(other, "alice1-sid-s1-t-10")).toBe(first);
  expect(await pick(one, "alice1-sid-s2-t-10")).not.toBe(first);
  // After a change of its duration has taken effect, it is still the same session.
  now += 4 * 60_000;
  expect(await pick(one, "alice1-sid-s1-t-20")).toBe(first);
  now += 17 * 60_000;
  expect(await pick(one, "alice1-sid-s1-t-20")).not.toBe(first);
  const rotating = await Promise.all([1, 2, 3].map(() => pick(one, "alice1")));
  expect(new Set(rotating).size).toBe(3);
});

test("No address of a prefix can be a target, because a local route leads to this machine", () => {
  const { snapshot } = chooser(Date.now);
  expect(snapshot.prefixes.has("2a00:1:2:3:ffff::1")).toBe(true);
  expect(snapshot.prefixes.has("2a00:1:2:4::1")).toBe(false);
  expect(snapshot.prefixes.has("8.8.8.8")).toBe(false);
  const id = "p-2a00:1:2:3::";
  snapshot.applyChange({ puts: [], drops: [{ kind: "exit", id }] });
  expect(snapshot.prefixes.has("2a00:1:2:3:ffff::1")).toBe(false);
});
