/** Helpers for renewal tests: a customer with static IPs, credits and money. */
import { give } from "../cdkey/testing.ts";
import type { Customer, TestShop } from "../../identity/session/testing.ts";
import { take, withCredits } from "./testing.ts";

/** Creates a customer with a long session and `num` static IPs, sorted by id. */
export async function withStatics(
  shop: TestShop,
  {
    num,
    credits = 0,
    cents = 0,
    days = 30,
    customer: known,
    auto = false,
  }: {
    num: number;
    credits?: number;
    cents?: number;
    days?: 7 | 30 | 90;
    customer?: Customer;
    auto?: boolean;
  },
) {
  const customer = known ?? (await withCredits(shop, {}));
  if (!known) await customer.get("upTokenCache", { minutes: 0 });
  const asset = `static${days}` as const;
  await give(shop.services, customer.id, { asset, amount: num + credits });
  if (cents > 0) await shop.fund(customer.id, cents);
  const taken = await takeAnywhere(customer, { num, days });
  const items = taken.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const ids = items.map(({ id }) => id);
  if (auto) await customer.get("staticMoreAuto", { ids: ids.join(), enabled: 1 });
  return { customer, items, ids };
}

/** Takes `num` static IPs, country by country. */
async function takeAnywhere(
  customer: Customer,
  { num, days }: { num: number; days: number },
): Promise<Awaited<ReturnType<typeof take>>> {
  const { items: stock } = await customer.get("staticList");
  const taken = [];
  for (const [country, cities] of Map.groupBy(stock, (city) => city.country)) {
    const available = cities.reduce((sum, city) => sum + city.available, 0);
    const some = Math.min(num - taken.length, available);
    if (some > 0)
      taken.push(...(await take(customer, { country, city: undefined, num: some, days })));
  }
  return taken;
}
