/** Tunnels that carry nothing are free: they must not fill the trace or delay others' lines. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { RunningGateway } from "../serve.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { labExit } from "../testing/resources.ts";
import { connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";
import { times } from "../testing/test-sizes.ts";
import { rawOrigin } from "../testing/origin.ts";

const attacks = 1_200;
/** As many as the attack below may have, and some for slow machines. */
const emptyRate = { burst: 1_300, perSecond: 1 };
const hub = forTests(() => new TestHub().listen());
const origin = forTests(() => rawOrigin((socket) => void socket.pipe(socket)));
let gateway: RunningGateway;
beforeAll(async () => {
  hub.addSubAccount("attacker", "secret", 1e9);
  hub.addSubAccount("bystander", "secret", 1e9);
  hub.upsert(labExit({ ip: "127.1.0.9" }));
  gateway = await gatewayAt(hub, [origin.authority], { emptyRate });
});
afterAll(() => gateway.stop(0));

/** Opens a tunnel, sends `bytes` through it and closes it; returns the response's status. */
async function open(user: string, bytes = 0): Promise<string> {
  const { authority } = origin;
  const { client, head } = await connectTo(gateway, { user, password: "secret", authority });
  if (bytes > 0 && head.includes(" 200 ")) {
    client.socket.write(Buffer.alloc(bytes));
    await client.exactly(bytes);
  }
  client.socket.destroy();
  return head.split(" ")[1] ?? "";
}
const linesOf = (accountId: string) =>
  [...hub.requests, ...hub.openRequests].filter((row) => row.accountId === accountId);

test("A flood of empty tunnels becomes few lines that count them all, and others' lines arrive at once", async () => {
  const delays: number[] = [];
  const flood = times(attacks, 40, async () => {
    await open("attacker");
  });
  const honest = (async () => {
    for (let turn = 1; turn <= 5; turn += 1) {
      await open("bystander", 100);
      const closedAt = performance.now();
      await eventually("its line", () => linesOf("account-bystander").length === turn, 8_000);
      delays.push(performance.now() - closedAt);
    }
  })();
  await Promise.all([flood, honest]);
  const counted = () =>
    hub.requests
      .filter(({ accountId }) => accountId === "account-attacker")
      .reduce((sum, { connections = 1 }) => sum + connections, 0);
  await gateway.stop(0);
  await eventually("all are counted", () => counted() === attacks, 10_000);
  // The flood may have met the end of a minute.
  expect(linesOf("account-attacker").length).toBeLessThanOrEqual(2 * (300 + 20));
  const folded = hub.requests.find(({ connections = 1 }) => connections > 1);
  expect(folded).toMatchObject({
    client: "127.0.0.1",
    exitIp: "127.1.0.9",
    target: origin.authority,
    outcome: "ok",
  });
  expect(Math.max(...delays)).toBeLessThan(2_000);
});

test("Beyond a rate the account gets 429; tunnels that carry bytes are not counted", async () => {
  gateway = await gatewayAt(hub, [origin.authority], { emptyRate: { burst: 20, perSecond: 1 } });
  await times(60, 4, async () => {
    expect(await open("attacker", 10)).toBe("200");
  });
  const seen: string[] = [];
  await times(60, 1, async () => {
    seen.push(await open("attacker"));
  });
  expect(seen.slice(0, 15)).toEqual(Array(15).fill("200"));
  expect(seen.at(-1)).toBe("429");
  expect(await open("bystander", 10)).toBe("200");
  // It passes again after a moment.
  await eventually("the rate allows it", async () => (await open("attacker", 1)) === "200", 5_000);
});
