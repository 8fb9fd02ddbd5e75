/**
 * Which changes end the open tunnels of a static IP, and which must not (M6, spec/static#expiry,
 * spec/accounting#resources).
 */
import type { StaticIpFact } from "@turnpike/contract/data-plane.ts";
import { expect, test } from "vitest";
import { isCut } from "../testing/endless-tunnels.ts";
import { labExit } from "../testing/resources.ts";
import { describeCuts, listed, type SoldKind } from "../testing/sold-cuts.ts";
import { afterChange, carol, staticListenerOf } from "../testing/static-ips.ts";
import { eventually } from "../testing/test-gateway.ts";
import { freePort } from "@turnpike/net/testing/free-ports.ts";

const [exit, other] = [labExit({ product: "static" }), labExit({ product: "static" })];
const staticIp: SoldKind<StaticIpFact> = {
  login: carol,
  add: async (hub) => {
    for (const one of [exit, other]) hub.upsert(one);
    const port = await freePort();
    const fact = hub.addStaticIp(exit, carol.user, carol.password, { whitelist: [listed] });
    const whenOpen = () => staticListenerOf(hub, exit, port);
    return { fact, options: { staticPorts: [port] }, whenOpen };
  },
  released: 407,
  states: ({ doors }) => doors,
  // Auto-renew and the remark are not part of the fact: it is announced again unchanged.
  harmless: () => [{}],
};

describeCuts("a static IP", staticIp, (stage) => {
  const { hub, tunnel, status, change, ended } = stage;

  test("A tunnel ends 24 hours after arrears began; paying before that keeps it open", async () => {
    const trafficEndsAt = Date.now() + 1_500;
    change({ trafficEndsAt });
    await afterChange();
    const client = await tunnel();
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

  test("A replaced IP is disconnected at its old exit and served at the new one (spec/static#replacement)", async () => {
    const client = await tunnel();
    const there = await staticListenerOf(hub, other, stage.door.port);
    expect(await status(carol, there)).toBe(407);
    change({ exitId: other.id });
    await eventually("it is cut", () => isCut(client), 1_000);
    expect([await status(), await status(carol, there)]).toEqual([407, 200]);
    client.socket.destroy();
    await ended("exitUnreachable");
    const served = { exitIp: other.ip, subAccountId: stage.fact().id };
    await expect.poll(() => hub.requests).toContainEqual(expect.objectContaining(served));
  });

  test("A retired exit ends its tunnels (spec/gateway#sessions)", async () => {
    const client = await tunnel();
    hub.delete("exit", exit.id);
    await eventually("it is cut", () => isCut(client), 1_000);
    client.socket.destroy();
    await ended("exitUnreachable");
  });
});
