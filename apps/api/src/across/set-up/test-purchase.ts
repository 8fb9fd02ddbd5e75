/**
 * A purchase that tries the whole way: an order of the smallest amount, paid from a grant, a
 * sub-account, a request through the installation's own gateway.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { placeOrder } from "../../commerce/order/place-order.ts";
import { quoteCall } from "../../commerce/order/quote-calls.ts";
import { allProducts } from "../../commerce/product/store/products.ts";
import { registerAccount } from "../../identity/account/register.ts";
import { findByAddress } from "../../identity/account/store/account.ts";
import { passesAsVerified } from "../../identity/account/verified-email.ts";
import { saveInvoiceTitle } from "../../identity/account/store/invoice-title.ts";
import { taxSetting } from "../../identity/vat-id/scheme.ts";
import { endpoints } from "../../inventory/geo/endpoints.ts";
import { post } from "../../ledger/post.ts";
import { ActRefused } from "../../platform/act-refused.ts";
import { transaction, type Tx } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/handler.ts";
import { LETTERS_AND_DIGITS, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { subAccountCalls } from "../../products/sub-account/calls.ts";
import { proxyTestCalls } from "../proxy-test/calls.ts";

const nameLength = 12;
const passwordLength = 16;
/** Of traffic in GB that the test's sub-account may use: 10 MB. */
const trafficGb = 0.01;
/** A gateway far away has a new sub-account after a moment. */
const tries = 4;
const againMs = 1_000;

export interface Purchase {
  email: string;
  caller: Caller;
  orderNo: string;
  amountCents: number;
  /** `http://name:password@host:port`. */
  proxy: string;
}

/** The customer of the tests: a mailbox of the person who runs them. */
export function testAddress(staffEmail: string): string {
  const sign = staffEmail.lastIndexOf("@");
  return `${staffEmail.slice(0, sign).split("+")[0] ?? ""}+test${staffEmail.slice(sign)}`;
}

/**
 * Finds or makes the test's customer.
 * @throws ActRefused if the account is disabled, or may be a stranger's who registered the address
 */
export async function testCustomer(
  services: Services,
  { email, ip }: { email: string; ip: string },
): Promise<Caller> {
  const known = await findByAddress(services.db, email);
  if (known?.disabled_at) throw new ActRefused(`the test customer ${email} is disabled`);
  if (known && (known.email !== email || !(await passesAsVerified(services.db, known.id))))
    throw new ActRefused(`somebody else has registered ${email}: set a new password there by mail`);
  const fresh = { email, passwordHash: null, inviterId: null, lang: "en", emailVerified: true };
  const accountId =
    known?.id ??
    (await transaction(services.db, (tx) =>
      registerAccount(services, tx, { ...fresh, lang: "en" }),
    ));
  if (accountId === null) throw new ActRefused(`${email} is taken`);
  const { sellerCountry } = services.settings.get(taxSetting);
  const none = { name: null, company: null, taxId: null, vatId: null, address: null };
  const place = { street: null, postal: null, city: null, country: sellerCountry };
  // With a tax scheme an order needs to know where its buyer is.
  if (sellerCountry !== "" && known === undefined)
    await saveInvoiceTitle(services.db, accountId, { title: email, ...none, ...place });
  return { accountId, sessionId: "", lang: "en", ip, agent: "console", ref: "set-up" };
}

/** Orders, and makes a sub-account, in the caller's transaction. @throws ActRefused */
export async function buyForTest(
  services: Services,
  tx: Tx,
  { email, caller }: Pick<Purchase, "email" | "caller">,
): Promise<Purchase> {
  const { world } = services;
  const { accountId } = caller;
  const products = await allProducts(tx, world.now(), {});
  const product = products.find(
    ({ kind, onSale, pool, trial }) => kind === "traffic" && onSale && !trial && pool === firstPool,
  );
  if (!product) throw new ActRefused("no traffic of the residential pool is on sale");
  const { sku, minQty: quantity } = product;
  const { totalCents } = await quoteCall(services, { sku, quantity, method: "wallet" }, caller);
  const key = `grant:${world.id()}`;
  const lines = [
    { owner: accountId, asset: "wallet", bucket: "main", amount: totalCents } as const,
    { owner: null, asset: "wallet", bucket: "grants", amount: -totalCents } as const,
  ];
  if (totalCents > 0)
    await post(tx, { key, kind: "grant", ref: "operator", at: world.now(), lines });
  const { order } = await placeOrder(services, tx, accountId, { sku, quantity, method: "wallet" });
  const account = randomText(world, LETTERS_AND_DIGITS, nameLength);
  const password = randomText(world, LETTERS_AND_DIGITS, passwordLength);
  const sub = { account, password, trafficGb, remark: "set-up" };
  await subAccountCalls(services).addSubUser(sub, caller, tx);
  const [gateway] = await endpoints(services, services.db);
  if (!gateway) throw new ActRefused("no gateway is connected");
  const proxy = `http://${account}:${password}@${gateway.host}:${gateway.port}`;
  return { email, caller, orderNo: order.orderNo, amountCents: order.amountCents, proxy };
}

/** Sends a request through the gateway, as the test's customer would. */
export async function useForTest(services: Services, { caller, proxy }: Purchase) {
  const { proxyTest } = proxyTestCalls(services);
  for (let attempt = 1; ; attempt += 1) {
    const result = await proxyTest({ proxy }, caller);
    if (result.ok || attempt >= tries) return result;
    await sleep(againMs);
  }
}
