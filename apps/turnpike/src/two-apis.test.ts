/** A change at one API takes effect immediately at a gateway of another (in force anywhere). */
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import type { Api } from "../../api/src/app.ts";
import {
  createSubAccount,
  type Customer,
  startTraffic,
} from "../../api/src/products/traffic/testing.ts";
import { type Origin, rawOrigin } from "../../gateway/src/testing/origin.ts";
import { connectTo, gatewayAt } from "../../gateway/src/testing/test-gateway.ts";
import type { TestHub } from "../../gateway/src/testing/test-hub.ts";

const changes = process.env["TURNPIKE_FULL"] === "1" ? 1_000 : 20;
/** Under a worker's 20 questions per second, and over 2 s between changes of one name. */
const everyMs = 60;
const names = 40;

let second: Api;
let origin: Origin;
let customer: Customer;
const folder = folderForTests();
const first = forTests(startTraffic);
const gateway = forTests(async () => {
  const linkPath = path.join(folder, "hub.sock");
  second = await first.another({ linkPath });
  origin = await rawOrigin(() => undefined);
  const hub = { path: linkPath, folder } as TestHub;
  return gatewayAt(hub, [origin.authority], { worker: 1 });
});
beforeAll(async () => {
  customer = await first.customer(50);
});
afterAll(async () => {
  await origin?.stop();
  await second?.stop();
});

/** The HTTP status of a tunnel opened from a source address. */
async function tunnel(from: string, login: { user?: string; password?: string }): Promise<string> {
  const { client, head } = await connectTo(gateway, {
    ...login,
    from,
    authority: origin.authority,
  });
  client.socket.destroy();
  return head.slice(9, 12);
}

test(`${changes} new passwords and whitelisted addresses work at once at a gateway of the other API`, async () => {
  const subs: string[] = [];
  for (let n = 0; n < Math.min(names, changes); n += 1) {
    const fields = { trafficGb: 0.5 };
    subs.push((await createSubAccount(customer, `Anywhere${n}`, fields)).id);
  }
  const statuses: string[] = [];
  for (let n = 0; n < changes; n += 1) {
    const began = performance.now();
    const from = `127.${10 + (n >> 8)}.${n & 255}.1`;
    const user = `Anywhere${n % subs.length}`;
    if (n % 2 === 0) {
      const password = `changed${n}x`;
      const id = subs[n % subs.length] ?? "";
      await customer.call("upSubUserPasswd", { id, password });
      statuses.push(await tunnel(from, { user, password }));
    } else {
      await customer.call("addTrafficWhite", { ips: from, account: user });
      statuses.push(await tunnel(from, {}));
    }
    await sleep(Math.max(0, everyMs - (performance.now() - began)));
  }
  expect(statuses.filter((status) => status !== "200")).toEqual([]);
}, 300_000);
