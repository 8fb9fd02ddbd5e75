/** Which changes end the open tunnels of an unlimited port, and which must not (M6). */
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { rotatedNow } from "@turnpike/rules/rotation.ts";
import { expect, test } from "vitest";
import { flows, isCut } from "../testing/endless-tunnels.ts";
import { describeCuts, listed, type SoldKind } from "../testing/sold-cuts.ts";
import { eventually } from "../testing/test-gateway.ts";
import { dora, unlimitedExit, unlimitedPort, whenOpen } from "../testing/unlimited-ports.ts";

const port: SoldKind<UnlimitedPortFact> = {
  login: dora,
  add: async (hub) => {
    for (const country of ["DE", "FR", "US"]) hub.upsert(unlimitedExit({ country }));
    const [number = 0] = await freePorts(1);
    const fact = unlimitedPort({ port: number, whitelist: [listed] });
    hub.upsert(fact);
    return { fact, whenOpen: () => whenOpen(hub, fact) };
  },
  released: null,
  states: ({ ports }) => ports,
  harmless: ({ rotation }, hub) => [
    { rotation: rotatedNow(rotation, Date.now()) },
    { country: "US" },
    { region: "asia", country: null },
    { mbps: 9_000 },
    () => {
      for (const key of hub.resources.keys())
        if (key.startsWith("exit ")) hub.delete("exit", key.slice("exit ".length));
    },
  ],
};

describeCuts("an unlimited port", port, (stage) => {
  const { hub, tunnel, status } = stage;

  test("A new port number keeps the open tunnel; new connections use the new number", async () => {
    const client = await tunnel();
    const [port = 0] = await freePorts(1);
    stage.change({ port });
    await whenOpen(hub, { ...stage.fact(), port });
    await flows(client);
    expect(await status()).toBeNull();
    stage.door = { port };
    expect(await status()).toBe(200);
    client.socket.destroy();
  });

  test("Ending one port does not affect another one, even of the same plan", async () => {
    const [port = 0] = await freePorts(1);
    const second = unlimitedPort({ port });
    hub.upsert(second);
    const stays = await tunnel();
    stage.door = await whenOpen(hub, second);
    const ends = await tunnel();
    hub.delete("unlimitedPort", second.id);
    await eventually("it is cut", () => isCut(ends), 1_000);
    await flows(stays);
    for (const client of [stays, ends]) client.socket.destroy();
  });
});
