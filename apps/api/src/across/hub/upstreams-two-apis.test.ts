/** Machines of two API processes agree about an upstream (spec/supply#states). */
import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { operateJson } from "../operator/testing.ts";
import { startHubApi } from "../request-log/testing.ts";
import { connectedMachine, type FakeLink, type FakeMachine } from "./fake-node-testing.ts";

const machines: (FakeLink & FakeMachine)[] = [];
const folder = folderForTests();
const first = forTests(startHubApi);
const second = forTests(() => first.startAnother({ linkPath: path.join(folder, "hub.sock") }));
afterAll(async () => {
  for (const machine of machines) await machine.stop();
});

const json = async (...words: string[]) => (await operateJson(first.services, ...words)).said;
const stateNow = async () => (await json("upstreams", "list"))[0].state;

test("One machine at each API: what one says alone does not count, what both say does, until it is resumed", async () => {
  const file = path.join(folder, "up.json");
  const upstream = {
    name: "up",
    hosts: ["127.0.0.1:7777"],
    login: { login: "acme" },
    secret: "s",
    user: ["{login}[-{country}]"],
    places: ["country"],
    perGbMicros: 2_000_000,
    provenance: "test",
  };
  writeFileSync(file, JSON.stringify(upstream));
  await json("upstreams", "add", file);
  const { rows } = await sql<{ id: string }>`select id from upstream`.execute(first.services.db);
  const upstreamId = rows[0]?.id ?? "";
  machines.push(await connectedMachine(first, { name: "one" }));
  machines.push(await connectedMachine(second, { name: "two" }));
  const [one, two] = machines;
  const accountId = randomUUID();
  const tell = (machine: FakeLink | undefined, isOk = false) => {
    const event = {
      upstreamId,
      ok: isOk,
      class: isOk ? null : ("quota" as const),
      named: !isOk,
      status: isOk ? 200 : 402,
      socks: null,
      at: first.services.world.now(),
      place: "DE",
      holderId: accountId,
      accountId,
      targetKey: "t1",
      sample: "used up",
      connectMs: isOk ? 10 : null,
    };
    const open = [{ upstreamId, connections: 1 }];
    return machine?.ask("upstreams", { gateway: "", epoch: "e1", open, events: [event], more: 0 });
  };
  await tell(one, true);
  await tell(two, true);
  await tell(one);
  expect(await stateNow()).toBe("on");
  await tell(two);
  expect(await stateNow()).toBe("quotaGone");
  await json("upstreams", "resume", "up");
  expect(await stateNow()).toBe("on");
});
