/** Tunnels are recorded while they are open (spec/operator#trace). */
import { beforeAll, expect, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { labExit } from "../testing/resources.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { rawOrigin } from "../testing/origin.ts";

const hub = forTests(() => new TestHub().listen());
const origin = forTests(() => rawOrigin((socket) => void socket.pipe(socket)));
beforeAll(() => {
  hub.addSubAccount("tester1", "secret", 1e9);
  hub.upsert(labExit({ ip: "127.1.0.9" }));
});
const gateway = forTests(() =>
  gatewayAt(hub, [origin.authority], {
    openRecorded: { afterMs: 200, everyMs: 1_000 },
  }),
);

test("An open tunnel is recorded repeatedly and completed under the same id and start time", async () => {
  const { authority } = origin;
  const { client, head } = await connectTo(gateway, {
    user: "tester1",
    password: "secret",
    authority,
  });
  expect(head).toContain("200");
  client.socket.write(Buffer.alloc(1_000));
  await client.exactly(1_000);
  await eventually("two lines", () => hub.openRequests.length >= 2, 8_000);
  const [first, second] = hub.openRequests;
  expect(first).toMatchObject({
    open: true,
    exitIp: "127.1.0.9",
    target: authority,
    address: "127.0.0.1",
    product: "traffic",
    client: "127.0.0.1",
    upBytes: 1_000,
    downBytes: 1_000,
  });
  expect(second?.ms).toBeGreaterThan(first?.ms ?? Number.POSITIVE_INFINITY);
  client.socket.destroy();
  await eventually("its end", () => hub.requests.length === 1);
  const [ended] = hub.requests;
  expect([ended?.id, ended?.at]).toEqual([first?.id, first?.at]);
  expect(ended?.open).toBeUndefined();
  expect(hub.openRequests.every(({ id }) => id === first?.id)).toBe(true);
});

test("A short tunnel is recorded once, a refused one without an exit; neither as an open tunnel", async () => {
  hub.requests = [];
  hub.openRequests = [];
  const { authority } = origin;
  const { client } = await connectTo(gateway, { user: "tester1", password: "secret", authority });
  client.socket.destroy();
  await connectTo(gateway, { user: "tester1", password: "secret", authority: "10.0.0.1:80" });
  await eventually("both lines", () => hub.requests.length === 2);
  const refused = hub.requests.find(({ outcome }) => outcome === "refused");
  expect(refused).toMatchObject({ exitIp: "", reason: "targetNotAllowed" });
  expect(hub.openRequests).toEqual([]);
});
