/** Whitelisted ports are free and must not use up the numbers of opened IPs, which are paid for. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { freeRequestedPorts } from "../extraction/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { createWhitelistedPorts } from "./make.ts";

const shop = forTests(() => startShop({ WHITE_PORTS: "10001-10040" }));

const add = async (who: Customer, num: number) => {
  const { code, data, refused } = await who.ask("whitePortAdd", { num, minutes: 10 });
  return code === 0 ? data.items.length : [code, refused.reason, refused.short];
};

it("at most three quarters of WHITE_PORTS are whitelisted across all accounts", async () => {
  const [ada, bea] = [await shop.customer(), await shop.customer()];
  for (const { id } of [ada, bea]) await give(shop.services, id, { asset: "traffic", amount: 1 });
  const short = [402, "insufficientStock", "stock"];
  expect(await add(ada, 31)).toEqual(short);
  expect(await add(ada, 20)).toBe(20);
  const both = await Promise.all([add(ada, 6), add(bea, 6)]);
  expect(both).toContain(6);
  expect(both).toContainEqual(short);
  expect(await add(bea, 4)).toBe(4);
  expect(await add(bea, 1)).toEqual(short);
  // Ports with requested numbers do not count against the share.
  const first = await freeRequestedPorts(shop, 2);
  const fields = { place: {}, num: 2, minutes: 5, first, remark: "", byLink: true };
  const made = await transaction(shop.db, (tx) =>
    createWhitelistedPorts(shop.services, tx, { accountId: bea.id, ...fields }),
  );
  expect(made.map(({ port }) => port)).toEqual([first, first + 1]);
  await give(shop.services, ada.id, { asset: "ip", amount: 10 });
  const { items } = await ada.get("ipOpen", { num: 10, hours: 1, auth: "user" });
  expect(items).toHaveLength(10);
  const [one] = (await ada.get("whitePorts")).items;
  await ada.get("whitePortDel", { ids: one?.id });
  // The two with requested numbers do not count.
  expect(await add(bea, 1)).toBe(1);
});
