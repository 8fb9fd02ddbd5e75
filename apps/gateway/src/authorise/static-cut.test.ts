/** Which changes end the open tunnels of a static IP, and which must not. */
import type { ExitFact, StaticIpFact } from "@turnpike/contract/data-plane.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { eventually, gatewayAt, type Endpoint } from "../testing/test-gateway.ts";
import { engines } from "../testing/engines.ts";
import { labExit, verifierOf } from "../testing/resources.ts";
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
import { afterChange, staticListenerOf, freeStaticPort } from "../testing/static-ips.ts";

let hub: TestHub;
/** Sends endlessly. */
let origin: Origin;
let gateway: RunningGateway;
let exit: ExitFact;
let other: ExitFact;
let sold: StaticIpFact;
let door: Endpoint;
let port: number;
const listed = "127.0.0.71";
const carol = { user: "carol1", password: "secret3" };

const open = (login: object = carol) => openEndless(door, origin, login);
const status = (at = door, login: object = carol) => statusAt(at, origin, login);
const change = (changed: Partial<StaticIpFact>) => hub.upsert({ ...sold, ...changed });

describe.each(engines)("a static IP's open tunnels ($name engine)", (engine) => {
  beforeEach(async () => {
    hub = await new TestHub().listen();
    origin = await endlessOrigin();
    [exit, other] = [labExit({ product: "static" }), labExit({ product: "static" })];
    hub.upsert(exit);
    hub.upsert(other);
    sold = hub.addStaticIp(exit, carol.user, carol.password, { whitelist: [listed] });
    port = freeStaticPort();
    const options = { staticPorts: [port], ...engine.options };
    gateway = await gatewayAt(hub, [origin.authority], options);
    door = await staticListenerOf(hub, exit, port);
  });
  afterEach(async () => {
    await gateway.stop(0);
    await origin.stop();
    await hub.stop();
  });

  const cuts: Record<string, { by: () => void; status: number; reason: string }> = {
    "given back": { by: () => hub.delete("staticIp", sold.id), status: 407, reason: "credentials" },
    "given another password": {
      by: () => change({ verifier: verifierOf(carol.user, "secret9") }),
      status: 407,
      reason: "credentials",
    },
    "given another account": {
      by: () => change({ name: "dave01", verifier: verifierOf("dave01", carol.password) }),
      status: 407,
      reason: "credentials",
    },
    "of a disabled account": {
      by: () => change({ enabled: false }),
      status: 403,
      reason: "accountDisabled",
    },
    "of an account in arrears for a day": {
      by: () => change({ trafficEndsAt: Date.now() - 1 }),
      status: 402,
      reason: "inArrears",
    },
    "said to have expired": {
      by: () => change({ expiresAt: Date.now() - 1 }),
      status: 402,
      reason: "planExpired",
    },
  };
  test.each(Object.entries(cuts))(
    "An IP %s is disconnected within 1 s of the update, with the reason logged (M6)",
    async (_, { by, status: then, reason }) => {
      const client = await open();
      by();
      await eventually("it is cut", () => isCut(client), 1_000);
      expect(await status()).toBe(then);
      client.socket.destroy();
      await eventually("the line", () => cutReason(hub) === reason);
    },
  );

  test("A tunnel ends 24 hours after arrears began; paying before that keeps it open", async () => {
    const trafficEndsAt = Date.now() + 1_500;
    change({ trafficEndsAt });
    await afterChange();
    const client = await open();
    change({});
    await eventually("the end has passed", () => Date.now() > trafficEndsAt + 500);
    expect(isCut(client)).toBe(false);
    change({ trafficEndsAt: Date.now() + 600 });
    await eventually("it is cut", () => isCut(client), 2_500);
    expect(await status()).toBe(402);
    change({});
    await afterChange();
    expect(await status()).toBe(200);
    client.socket.destroy();
  });

  test("A tunnel in mid-transfer ends at the IP's expiry, no sooner and no later (spec/static#expiry)", async () => {
    const expiresAt = Date.now() + 1_800;
    change({ expiresAt });
    await afterChange();
    const client = await open();
    await eventually("it is cut", () => isCut(client), 4_000);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    expect(Date.now()).toBeLessThan(expiresAt + timeLimit(1_000));
    expect(await status()).toBe(402);
    client.socket.destroy();
    await eventually("the line", () => cutReason(hub) === "planExpired");
    await eventually("what came is counted", () => hub.billed(sold.id).down >= client.bytes);
  });

  test("A renewal, more whitelist entries, auto-renew and the remark do not affect the tunnel", async () => {
    const expiresAt = Date.now() + 1_500;
    change({ expiresAt });
    await afterChange();
    const client = await open();
    const renewed = { expiresAt: expiresAt + 86_400_000, whitelist: [listed, "127.0.0.72"] };
    change(renewed);
    await afterChange();
    // Auto-renew and the remark are not part of the fact: it is announced again unchanged.
    change(renewed);
    await new Promise((resolve) => setTimeout(resolve, 2_300));
    await flows(client);
    expect(isCut(client)).toBe(false);
    client.socket.destroy();
  });

  test("Removing a whitelist entry ends the tunnels it admitted, not those opened with the password", async () => {
    const [bare, known] = [await open({ from: listed }), await open()];
    change({ whitelist: ["127.0.0.72"] });
    await eventually("it is cut", () => isCut(bare), 1_000);
    await flows(known);
    expect(isCut(known)).toBe(false);
    expect(await status(door, { from: listed })).toBe(407);
    expect(await status(door, { from: "127.0.0.72" })).toBe(200);
    // New credentials do not affect clients that are admitted by their address.
    const stays = await open({ from: "127.0.0.72" });
    const verifier = verifierOf(carol.user, "secret9");
    change({ whitelist: ["127.0.0.72"], verifier });
    await eventually("the old password's end", () => isCut(known), 1_000);
    await flows(stays);
    for (const client of [bare, known, stays]) client.socket.destroy();
  });

  test("A replaced IP is disconnected at its old exit and served at the new one (spec/static#replacement)", async () => {
    const client = await open();
    const there = await staticListenerOf(hub, other, port);
    expect(await status(there)).toBe(407);
    change({ exitId: other.id });
    await eventually("it is cut", () => isCut(client), 1_000);
    expect(await status()).toBe(407);
    expect(await status(there)).toBe(200);
    client.socket.destroy();
    await eventually("the line", () => cutReason(hub) === "exitUnreachable");
    await eventually("its next line", () =>
      hub.requests.some(
        ({ exitIp, subAccountId }) => exitIp === other.ip && subAccountId === sold.id,
      ),
    );
  });

  test("A retired exit ends its tunnels (spec/gateway#sessions)", async () => {
    const client = await open();
    hub.delete("exit", exit.id);
    await eventually("it is cut", () => isCut(client), 1_000);
    client.socket.destroy();
    await eventually("the line", () => cutReason(hub) === "exitUnreachable");
  });

  test("A new snapshot without the IP ends its tunnels, one that contains it does not (spec/accounting#resources)", async () => {
    const client = await open();
    await hub.disconnect();
    await hub.listen();
    await eventually("the new snapshot", () => hub.doors.size > 0);
    await new Promise((resolve) => setTimeout(resolve, 800));
    await flows(client);
    expect(isCut(client)).toBe(false);
    await hub.disconnect();
    hub.resources.delete(`staticIp ${sold.id}`);
    await hub.listen();
    await eventually("it is cut", () => isCut(client), 5_000);
    client.socket.destroy();
  });
});
