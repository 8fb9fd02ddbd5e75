import type { ExitFact, StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { beforeEach, expect, test } from "vitest";
import { Snapshot } from "./snapshot.ts";
import { labExit } from "../testing/resources.ts";
import { unlimitedPort } from "../testing/unlimited-ports.ts";

let snapshot: Snapshot;
let pool: ExitFact;
let long: ExitFact;
let short: ExitFact;
let sold: StaticIpFact;

beforeEach(() => {
  snapshot = new Snapshot();
  pool = labExit();
  long = labExit({ product: "static" });
  short = labExit({ product: "short" });
  sold = {
    kind: "staticIp",
    id: "ip1",
    accountId: "account",
    exitId: long.id,
    product: "static",
    name: "carol1",
    verifier: "00".repeat(32),
    whitelist: [],
    enabled: true,
    expiresAt: 1,
  };
  snapshot.replace([pool, long, short, labExit({ product: "unlimited" }), sold]);
});
type AnyFact = ExitFact | StaticIpFact | UnlimitedPortFact;
const change = (puts: AnyFact[], drops: [AnyFact] | [] = []) =>
  snapshot.applyChange({
    kind: "change",
    seq: 1,
    puts,
    drops: drops.map(({ kind, id }) => ({ kind, id })),
  });

test("Exits of static IPs are kept apart from the pool: neither serves the other's traffic", () => {
  expect([...snapshot.exits.byId.keys()]).toEqual([pool.id]);
  expect([...snapshot.staticExits().keys()]).toEqual([long.id, short.id]);
  expect(snapshot.counts()).toMatchObject({ exits: 1, staticExits: 2, staticIps: 1 });
});

test("An exit that changes its product moves between the pool and the static exits", () => {
  change([
    { ...pool, product: "static" },
    { ...long, product: "pool" },
  ]);
  expect([...snapshot.exits.byId.keys()]).toEqual([long.id]);
  expect([...snapshot.staticExits().keys()].sort()).toEqual([short.id, pool.id].sort());
  change([], [pool]);
  expect(snapshot.staticExits().has(pool.id)).toBe(false);
});

test("A static IP is found by its id and by its exit, which may change (spec/static#replacement)", () => {
  expect(snapshot.staticIp("ip1")).toBe(sold);
  expect(snapshot.staticByExit(long.id)).toBe(sold);
  const moved = { ...sold, exitId: short.id };
  change([moved]);
  expect(snapshot.staticByExit(long.id)).toBeNull();
  expect(snapshot.staticByExit(short.id)).toBe(moved);
  change([], [moved]);
  expect(snapshot.staticByExit(short.id)).toBeNull();
  expect(snapshot.staticIp("ip1")).toBeNull();
});

test("A resold exit belongs to its new customer even if the old IP's deletion arrives later", () => {
  const next = { ...sold, id: "ip2", accountId: "other" };
  change([next]);
  change([], [sold]);
  expect(snapshot.staticByExit(long.id)).toBe(next);
});

test("Only changes of static listeners and of static IPs are counted", () => {
  const counted = (work: () => void) => {
    const before = snapshot.staticChanges;
    work();
    return snapshot.staticChanges > before;
  };
  expect(counted(() => change([labExit(), { ...pool, city: "kassel" }]))).toBe(false);
  expect(counted(() => change([], [pool]))).toBe(false);
  expect(counted(() => change([], [labExit({ product: "short" })]))).toBe(false);
  const unlimited = labExit({ product: "unlimited" });
  expect(counted(() => change([unlimited]))).toBe(false);
  const sub = { kind: "subAccount" as const, id: "s" };
  expect(
    counted(() => snapshot.applyChange({ kind: "change", seq: 2, puts: [], drops: [sub] })),
  ).toBe(false);
  expect(counted(() => change([{ ...long, host: "127.0.0.9" }]))).toBe(true);
  expect(counted(() => change([{ ...short, product: "pool" }]))).toBe(true);
  expect(counted(() => change([], [long]))).toBe(true);
  expect(counted(() => change([{ ...sold, id: "ip2", exitId: short.id }]))).toBe(true);
  expect(counted(() => change([], [sold]))).toBe(true);
  expect(counted(() => snapshot.replace([]))).toBe(true);
});

test("A snapshot replaces everything: resources missing from it are removed (spec/accounting#resources)", () => {
  snapshot.replace([pool]);
  expect(snapshot.counts()).toMatchObject({ exits: 1, staticExits: 0, staticIps: 0 });
  expect(snapshot.staticByExit(long.id)).toBeNull();
});

test("Numbers of unlimited ports are known while the ports exist, also when two are swapped (G6)", () => {
  const [one, two] = [unlimitedPort({ port: 26_001 }), unlimitedPort({ port: 26_002 })];
  change([one, two]);
  const numbers = () => [26_001, 26_002, 26_003].filter((port) => snapshot.isPort(port));
  expect(numbers()).toEqual([26_001, 26_002]);
  change([
    { ...one, port: 26_002 },
    { ...two, port: 26_001 },
  ]);
  expect(numbers()).toEqual([26_001, 26_002]);
  change([{ ...one, port: 26_003 }]);
  expect(numbers()).toEqual([26_001, 26_003]);
  change([], [two]);
  expect(numbers()).toEqual([26_003]);
  snapshot.replace([two]);
  expect(numbers()).toEqual([26_002]);
});

test("Only changes of unlimited ports and of their exits are counted", () => {
  const [port, exit] = [unlimitedPort(), labExit({ product: "unlimited" })];
  const counts = () => [snapshot.portChanges, snapshot.unlimitedExitChanges];
  const [ports = 0, exits = 0] = counts();
  change([labExit(), sold, labExit({ product: "static" })]);
  change([], [unlimitedPort()]);
  expect(counts()).toEqual([ports, exits]);
  change([port]);
  expect(counts()).toEqual([ports + 1, exits]);
  change([exit]);
  expect(counts()).toEqual([ports + 1, exits + 1]);
  change([{ ...exit, product: "pool" }]);
  expect(counts()).toEqual([ports + 1, exits + 2]);
  expect(snapshot.unlimitedExits().has(exit.id)).toBe(false);
});
