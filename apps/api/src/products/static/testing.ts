/** Helpers for static IP tests: customers with credits, static IPs, facts sent to gateways. */
import type { HubMessage } from "@turnpike/contract/data-plane.ts";
import { give } from "../cdkey/testing.ts";
import type { Customer, Fields, TestShop } from "../../identity/session/testing.ts";
import { lastFact, type TestTraffic } from "../traffic/testing.ts";

/** A customer with credits (by default for 30 days) and money. */
export async function withCredits(
  shop: TestShop,
  { credits = 0, cents = 0, days = 30 }: { credits?: number; cents?: number; days?: 7 | 30 | 90 },
): Promise<Customer> {
  const customer = await shop.customer();
  const asset = `static${days}` as const;
  if (credits > 0) await give(shop.services, customer.id, { asset, amount: credits });
  if (cents > 0) await shop.fund(customer.id, cents);
  return customer;
}

/** Takes static IPs; by default one for 30 days in New York. */
export async function take(customer: Customer, fields: Fields = {}) {
  const place = { country: "US", city: "New York", days: 30, num: 1 };
  const { items } = await customer.get("staticUse", { ...place, ...fields });
  return items;
}

const place = { country: "DE", days: 30 };
/** A customer of an API with a hub, with `num` long-term IPs. */
export async function owner(api: TestTraffic, num: number, days: 7 | 30 = 30) {
  const customer = await api.customer();
  await give(api.services, customer.id, { asset: `static${days}`, amount: num });
  const pair = { account: "Owner01", password: "firstOne1" };
  const { data } = await customer.call("staticUse", { ...place, ...pair, days, num });
  return { customer, items: data.items, ids: data.items.map(({ id }) => id) };
}

/** A customer with `num` short-term IPs for a day. */
export async function shortOwner(api: TestTraffic, num: number) {
  const customer = await api.customer();
  await give(api.services, customer.id, { asset: "short1", amount: num });
  const { data } = await customer.call("shortExtract", { ...place, days: 1, num });
  return { customer, ids: data.items.map(({ id }) => id) };
}

type Owner = Awaited<ReturnType<typeof owner>>["customer"];
export const listStatics = async (customer: Owner) =>
  (await customer.call("staticUseList", { limit: 100 })).data.items;
export const historyActions = async (customer: Owner) =>
  (await customer.call("staticHistory", { limit: 100 })).data.items.map(({ action }) => action);

/** The last fact about a static IP that a gateway received, or "gone". */
export const lastStaticFact = (link: { news: HubMessage[] }, id: string) =>
  lastFact(link, id, "staticIp");
/** How soon gateways must receive a change. */
export const soon = { timeout: 1_000, interval: 10 };
