/** Strangers of many networks list a large pool: customers' calls find the database free. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, expect, test } from "vitest";
import { startTestApi } from "../../../testing/api.ts";
import { growPool, listsAtOnce } from "../pool/testing.ts";
import { callLookup, testLookup } from "./testing.ts";

const exits = 30_000;
const api = forTests(() => startTestApi({}, { TRUSTED_PROXIES: "127.0.0.0/8" }));
const lookup = forTests(() => testLookup(api.services));
beforeAll(async () => {
  await growPool(api.db, exits);
});

const ask = (network: string, page: number) =>
  callLookup(`${lookup.url}/ipList`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": network },
    body: JSON.stringify({ page }),
  });

test("One page at a time is ordered for strangers, and once for all who ask for the same", async () => {
  const answers = Promise.all(
    Array.from({ length: 24 }, (_, n) => ask(`198.18.0.${n}`, (n % 8) + 1)),
  );
  expect(await listsAtOnce(api.services, answers)).toBeLessThanOrEqual(1);
  const pages = await answers;
  for (const { code, data } of pages) {
    expect([code, data.items.length]).toEqual([0, 100]);
    expect(data.total).toBeGreaterThan(exits);
  }
  for (const [n, { data }] of pages.entries()) expect(data.items).toEqual(pages[n % 8]?.data.items);
});

test("While half of the connections are busy, a /48 of IPv6 has a quarter, and others find room (spec/limits#networks)", async () => {
  const small = await testLookup(api.services, 80);
  const held = Promise.withResolvers<void>();
  const holding = api.services.shares.lists.run({ caller: "held" }, () => held.promise);
  const from = (address: string, call: string, body: object) =>
    callLookup(small.url + call, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": address },
      body: JSON.stringify(body),
    });
  let refused = 0;
  const flood = Array.from({ length: 60 }, async (_, at) => {
    const { status } = await from(`2001:db8:1:${at.toString(16)}::1`, "/ipList", {
      page: at + 100,
    });
    if (status === 429) refused += 1;
  });
  await expect.poll(() => refused, { timeout: 5_000 }).toBeGreaterThan(10);
  expect((await from("2001:db8:2::1", "/getIp", { ip: "192.0.2.1" })).code).toBe(0);
  held.resolve();
  await Promise.all([...flood, holding]);
  await small.stop();
});
