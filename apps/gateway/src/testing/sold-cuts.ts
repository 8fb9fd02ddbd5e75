/** Tests of what ends the open tunnels of a sold port, the same for each kind of port. */
import type { StaticIpFact } from "@turnpike/contract/data-plane.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { GatewayOptions } from "../serve.ts";
import {
  cutReason,
  endlessOrigin,
  flows,
  isCut,
  openEndless,
  statusAt,
} from "./endless-tunnels.ts";
import { engines } from "./engines.ts";
import { verifierOf } from "./resources.ts";
import { afterChange } from "./static-ips.ts";
import { type Endpoint, eventually, gatewayAt } from "./test-gateway.ts";
import { TestHub } from "./test-hub.ts";

type SoldFact = StaticIpFact | UnlimitedPortFact;
export const listed = "127.0.0.71";

interface Added<F> {
  fact: F;
  options?: Partial<GatewayOptions>;
  whenOpen: () => Promise<Endpoint>;
}
export interface SoldKind<F extends SoldFact> {
  login: { user: string; password: string };
  /** Adds one to the hub, with `listed` in its whitelist. */
  add: (hub: TestHub) => Added<F> | Promise<Added<F>>;
  /** The status at one that was taken back; null: its port is closed. */
  released: number | null;
  /** What the gateway has told the hub about its ports. */
  states: (hub: TestHub) => Map<string, unknown>;
  /** Changes besides a renewal and more addresses that do not affect a tunnel. */
  harmless: (fact: F, hub: TestHub) => (Partial<F> | (() => void))[];
}
/** What the tests of one kind alone use. */
export interface SoldStage<F extends SoldFact> {
  hub: TestHub;
  fact: () => F;
  door: Endpoint;
  tunnel: (login?: object) => ReturnType<typeof openEndless>;
  status: (login?: object, at?: Endpoint) => Promise<number | null>;
  change: (changed: Partial<F>) => void;
  /** Waits for the line of the request log that names the reason. */
  ended: (reason: string) => Promise<unknown>;
}

/** Declares the tests for a kind, with each engine; `more` are those of this kind alone. */
export function describeCuts<F extends SoldFact>(
  what: string,
  { login, add, released, states, harmless }: SoldKind<F>,
  more: (stage: SoldStage<F>) => void,
): void {
  describe.each(engines)(`the open tunnels of ${what} ($name engine)`, ({ options }) => {
    const hub = forEachTest(() => new TestHub().listen());
    const origin = forEachTest(endlessOrigin);
    const added = forEachTest(async () => add(hub));
    forEachTest(() => gatewayAt(hub, [origin.authority], { ...added.options, ...options }));
    const stage: SoldStage<F> = {
      hub,
      fact: () => added.fact,
      door: { port: 0 },
      tunnel: (as = login) => openEndless(stage.door, origin, as),
      status: (as = login, at = stage.door) => statusAt(at, origin, as),
      change: (changed) => hub.upsert({ ...added.fact, ...changed }),
      ended: (reason) => eventually("the line", () => cutReason(hub) === reason),
    };
    beforeEach(async () => {
      stage.door = await added.whenOpen();
    });
    const { tunnel, status, ended } = stage;
    const change = (changed: Partial<SoldFact>) => stage.change(changed as Partial<F>);
    const other = verifierOf(login.user, "secret9");
    const renamed = { name: "dave01", verifier: verifierOf("dave01", login.password) };

    test.each<[string, () => void, number | null, string]>([
      ["taken back", () => hub.delete(added.fact.kind, added.fact.id), released, "credentials"],
      ["given another password", () => change({ verifier: other }), 407, "credentials"],
      ["given another account name", () => change(renamed), 407, "credentials"],
      ["of a disabled account", () => change({ enabled: false }), 403, "accountDisabled"],
      ["in arrears for a day", () => change({ trafficEndsAt: Date.now() - 1 }), 402, "inArrears"],
      ["said to have expired", () => change({ expiresAt: Date.now() - 1 }), 402, "planExpired"],
    ])("One %s is disconnected within 1 s, with the reason logged", async (_, by, next, reason) => {
      const client = await tunnel();
      by();
      await eventually("it is cut", () => isCut(client), 1_000);
      expect(await status()).toBe(next);
      client.socket.destroy();
      await ended(reason);
      const { id } = added.fact;
      await eventually("what came is counted", () => hub.billed(id).down >= client.bytes);
    });

    test("A tunnel in mid-transfer ends at the expiry, no sooner and no later; a late renewal opens it again", async () => {
      const expiresAt = Date.now() + 1_800;
      change({ expiresAt });
      await afterChange();
      const client = await tunnel();
      await eventually("it is cut", () => isCut(client), 4_000);
      expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
      expect(Date.now()).toBeLessThan(expiresAt + timeLimit(1_000));
      expect([await status(), await status({ from: listed })]).toEqual([402, 402]);
      client.socket.destroy();
      await ended("planExpired");
      const { id } = added.fact;
      await eventually("what came is counted", () => hub.billed(id).down >= client.bytes);
      change({ expiresAt: Date.now() + 60_000 });
      await afterChange();
      expect(await status()).toBe(200);
    });

    test("Removing a whitelist entry ends the tunnels it admitted, not those opened with the password", async () => {
      const [bare, known] = [await tunnel({ from: listed }), await tunnel()];
      change({ whitelist: ["127.0.0.72"] });
      await eventually("it is cut", () => isCut(bare), 1_000);
      await flows(known);
      expect(isCut(known)).toBe(false);
      expect(await status({ from: listed })).toBe(407);
      expect(await status({ from: "127.0.0.72" })).toBe(200);
      // New credentials do not affect clients that are admitted by their address.
      const stays = await tunnel({ from: "127.0.0.72" });
      change({ whitelist: ["127.0.0.72"], verifier: other });
      await eventually("the old password's end", () => isCut(known), 1_000);
      await flows(stays);
      for (const client of [bare, known, stays]) client.socket.destroy();
    });

    test("A renewal, more whitelist entries and what is not about access do not affect the tunnel", async () => {
      const expiresAt = Date.now() + 1_500;
      change({ expiresAt });
      await afterChange();
      const client = await tunnel();
      const whitelist = [listed, "127.0.0.72"];
      const renewed = { expiresAt: expiresAt + 86_400_000, whitelist };
      for (const each of [{}, ...harmless(added.fact, hub)]) {
        if (typeof each === "function") each();
        else change({ ...renewed, ...each });
        await afterChange();
      }
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      await flows(client);
      expect(isCut(client)).toBe(false);
      client.socket.destroy();
    });

    test("A new snapshot without it ends its tunnels, one that contains it does not", async () => {
      const client = await tunnel();
      const again = async () => {
        await hub.disconnect();
        states(hub).clear();
        await hub.listen();
      };
      await again();
      await eventually("the new snapshot", () => states(hub).size > 0);
      await new Promise((resolve) => setTimeout(resolve, 800));
      await flows(client);
      expect(isCut(client)).toBe(false);
      hub.resources.delete(`${added.fact.kind} ${added.fact.id}`);
      await again();
      await eventually("it is cut", () => isCut(client), 5_000);
      // A port closes a moment after the tunnels have ended.
      await expect.poll(() => status(), { timeout: 2_000 }).toBe(released);
      client.socket.destroy();
    });

    more(stage);
  });
}
