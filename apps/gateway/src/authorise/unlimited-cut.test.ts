/** Which changes end the open tunnels of an unlimited port, and which must not (M6). */
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { rotatedNow } from "@turnpike/rules/rotation.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { eventually, gatewayAt, type Endpoint } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { verifierOf } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import type { Origin } from "../testing/origin.ts";
import {
  cutReason,
  endlessOrigin,
  flows,
  isCut,
  openEndless,
  statusAt,
} from "../testing/endless-tunnels.ts";
import {
  dora,
  listed,
  unlimitedExit,
  unlimitedPort,
  whenOpen,
} from "../testing/unlimited-ports.ts";
import { afterChange } from "../testing/static-ips.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";

let hub: TestHub;
/** Sends endlessly. */
let origin: Origin;
let gateway: RunningGateway;
let fact: UnlimitedPortFact;
let door: Endpoint;

const open = (login: object = dora) => openEndless(door, origin, login);
const status = (login: object = dora) => statusAt(door, origin, login);
const change = (changed: Partial<UnlimitedPortFact>) => hub.upsert({ ...fact, ...changed });

describe.each(engines)("an unlimited port's open tunnels ($name engine)", (engine) => {
  beforeEach(async () => {
    hub = await new TestHub().listen();
    origin = await endlessOrigin();
    for (const country of ["DE", "FR", "US"]) hub.upsert(unlimitedExit({ country }));
    const [port = 0] = await freePorts(1);
    fact = unlimitedPort({ port, whitelist: [listed] });
    hub.upsert(fact);
    gateway = await gatewayAt(hub, [origin.authority], engine.options);
    door = await whenOpen(hub, fact);
  });
  afterEach(async () => {
    await gateway.stop(0);
    await origin.stop();
    await hub.stop();
  });

  const cuts: Record<string, { by: () => void; next: number | null; reason: string }> = {
    "whose plan is released": {
      by: () => hub.delete("unlimitedPort", fact.id),
      next: null,
      reason: "credentials",
    },
    "with another password": {
      by: () => change({ verifier: verifierOf(dora.user, "secret9") }),
      next: 407,
      reason: "credentials",
    },
    "of a disabled account": {
      by: () => change({ enabled: false }),
      next: 403,
      reason: "accountDisabled",
    },
    "of an account in arrears for a day": {
      by: () => change({ trafficEndsAt: Date.now() - 1 }),
      next: 402,
      reason: "inArrears",
    },
    "said to have expired": {
      by: () => change({ expiresAt: Date.now() - 1 }),
      next: 402,
      reason: "planExpired",
    },
  };
  test.each(Object.entries(cuts))(
    "A port %s is disconnected within 1 s of the update, with the reason logged",
    async (_, { by, next, reason }) => {
      const client = await open();
      by();
      await eventually("it is cut", () => isCut(client), 1_000);
      expect(await status()).toBe(next);
      client.socket.destroy();
      await eventually("the line", () => cutReason(hub) === reason);
      await eventually("what came is counted", () => hub.billed(fact.id).down >= client.bytes);
    },
  );

  test("A tunnel in mid-transfer ends at the port's expiry, no sooner and no later; then 402", async () => {
    const expiresAt = Date.now() + 1_800;
    change({ expiresAt });
    await afterChange();
    const client = await open();
    await eventually("it is cut", () => isCut(client), 4_000);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(Date.now()).toBeLessThan(expiresAt + timeLimit(1_000));
    expect(await status()).toBe(402);
    expect(await status({ from: listed })).toBe(402);
    client.socket.destroy();
    await eventually("the line", () => cutReason(hub) === "planExpired");
    // A late renewal opens it again.
    change({ expiresAt: Date.now() + 60_000 });
    await afterChange();
    expect(await status()).toBe(200);
  });

  test("Removing a whitelist entry ends only the tunnels it admitted", async () => {
    const [bare, withPassword] = [await open({ from: listed }), await open()];
    change({ whitelist: ["127.0.0.84"] });
    await eventually("it is cut", () => isCut(bare), 1_000);
    await flows(withPassword);
    expect(isCut(withPassword)).toBe(false);
    expect(await status({ from: listed })).toBe(407);
    for (const client of [bare, withPassword]) client.socket.destroy();
  });

  test("Rotation, country, region, renewal, rate and a retired exit do not affect the tunnel", async () => {
    const client = await open();
    const changes: Partial<UnlimitedPortFact>[] = [
      { rotation: rotatedNow(fact.rotation, Date.now()) },
      { country: "US" },
      { region: "asia", country: null },
      { expiresAt: fact.expiresAt + 86_400_000 },
      { mbps: 9_000 },
    ];
    for (const each of changes) {
      change(each);
      await afterChange();
    }
    for (const key of hub.resources.keys()) {
      if (key.startsWith("exit ")) hub.delete("exit", key.slice("exit ".length));
    }
    await new Promise((resolve) => setTimeout(resolve, 700));
    await flows(client);
    expect(isCut(client)).toBe(false);
    client.socket.destroy();
  });

  test("A new port number keeps the open tunnel; new connections use the new number", async () => {
    const client = await open();
    const [port = 0] = await freePorts(1);
    change({ port });
    await whenOpen(hub, { ...fact, port });
    await flows(client);
    expect(await status()).toBeNull();
    door = { port };
    expect(await status()).toBe(200);
    client.socket.destroy();
  });

  test("Ending one port does not affect another one, even of the same plan", async () => {
    const [port = 0] = await freePorts(1);
    const second = unlimitedPort({ port });
    hub.upsert(second);
    const stays = await open();
    door = await whenOpen(hub, second);
    const ends = await open();
    hub.delete("unlimitedPort", second.id);
    await eventually("it is cut", () => isCut(ends), 1_000);
    await flows(stays);
    for (const client of [stays, ends]) client.socket.destroy();
  });

  test("A new snapshot without the port ends its tunnels, one that contains it does not", async () => {
    const client = await open();
    await hub.disconnect();
    hub.ports.clear();
    await hub.listen();
    await eventually("the new snapshot", () => hub.ports.size > 0);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await flows(client);
    expect(isCut(client)).toBe(false);
    await hub.disconnect();
    hub.resources.delete(`unlimitedPort ${fact.id}`);
    await hub.listen();
    await eventually("it is cut", () => isCut(client), 5_000);
    expect(await status()).toBeNull();
    client.socket.destroy();
  });
});
