/** Helpers for CDKey tests: customers of the IP enterprise plan. */
import { transaction } from "../../platform/db/database.ts";
import type { Asset } from "@turnpike/rules/assets.ts";
import { post } from "../../ledger/post.ts";
import type { Services } from "../../platform/services.ts";
import type { Customer, TestShop } from "../../identity/session/testing.ts";

/** Credits an account directly, without an order. */
export async function give(
  { db, world }: Services,
  owner: string,
  { asset, amount }: { asset: Asset; amount: number },
): Promise<void> {
  const lines = [
    { owner, asset, bucket: "main", amount },
    { owner: null, asset, bucket: "grants", amount: -amount },
  ];
  const head = { key: `test:${world.id()}`, kind: "grant", ref: "test", at: world.now() } as const;
  await transaction(db, (tx) => post(tx, { ...head, lines }));
}

/** A customer who ordered the smallest IP enterprise plan (10,000 IPs) and has 1,000 GB. */
export async function enterpriseCustomer(shop: TestShop): Promise<Customer> {
  const customer = await shop.customer({ cents: 10_000_000 });
  await customer.get("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  await give(shop.services, customer.id, { asset: "traffic", amount: 1_000_000_000_000 });
  return customer;
}
