/** What a customer writes as a country stands in no report: one is refused as a whole, for all customers. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { ScriptedWholesaler } from "@turnpike/wholesale/scripted.ts";
import { expect, test } from "vitest";
import { realWorld } from "../lib/world.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { upstreamFact } from "../testing/wholesaler.ts";

const password = "secret1";
const hub = forTests(() => new TestHub().listen());
const seller = forTests(() => new ScriptedWholesaler().listen());
const world = { ...realWorld(), lookup: async () => ["93.184.216.34"] };
const gateway = forTests(async () => {
  const started = await gatewayAt(hub, [], { world });
  return Object.assign(started, { stop: started.stop.bind(started, 0) });
});

test("A customer who asks an upstream for countries that are none is refused, and all others are billed", async () => {
  const id = hub.addSubAccount("alice1", password, 1e9);
  hub.addSubAccount("mallory1", password, 1e9);
  hub.upsert(upstreamFact(seller, "acme"));
  const ask = async (user: string) => {
    const { client, head } = await connectTo(gateway, {
      user,
      password,
      authority: "a.example:443",
    });
    return { client, status: head.split(" ")[1] };
  };
  const honest = await ask("alice1-region-de");
  expect(honest.status).toBe("200");
  for (const country of ["a".repeat(41), "a".repeat(400), "deu", "d", "d1"]) {
    const { client, status } = await ask(`mallory1-region-${country}`);
    expect(status).toBe("503");
    client.socket.destroy();
  }
  honest.client.socket.write(Buffer.alloc(1_000));
  await honest.client.exactly(1_000);
  honest.client.socket.destroy();
  await eventually("all is billed", () => hub.billed(id).up === 1_000);
  expect(seller.asked.map(({ user }) => user)).toEqual(["customer-acme-cc-DE"]);
});
