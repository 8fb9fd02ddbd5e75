/**
 * A program that knows an API key and `/openapi.json`, nothing else, lives a customer's whole life:
 * it tops up, buys, creates a sub-account, sends traffic, reads its usage, downloads the invoice and
 * switches auto-renew on. A person only made the key.
 */
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { beforeAll, expect, it } from "vitest";
import { curl, register } from "./customer.ts";
import { sharedProduct } from "./shared.ts";
import { borrowed } from "@turnpike/net/testing/for-tests.ts";

interface Operation {
  operationId: string;
  requestBody: { content: { "application/json": { schema: { $ref: string } } } };
}
interface OpenApi {
  paths: Record<string, { post?: Operation }>;
  components: { schemas: Record<string, { properties?: object; required?: string[] }> };
}
type Data = Record<string, unknown>;
type Items = { items: Record<string, unknown>[] };

const product = borrowed(sharedProduct);
let openApi: OpenApi;
let key = "";

beforeAll(async () => {
  const person = await register(product);
  const scopes = ["read", "proxies", "buy", "money", "manage"];
  ({ key } = await person.ask("apiKeyAdd", { name: "life", scopes }));
  openApi = (await (await fetch(`${product.url}/openapi.json`)).json()) as OpenApi;
}, 60_000);

let requests = 0;
/** Makes the call that the document describes under this name, with fields that it describes. */
async function ask<T = Data>(operationId: string, fields: Data = {}): Promise<T> {
  const [path, { post }] = Object.entries(openApi.paths).find(
    ([, described]) => described.post?.operationId === operationId,
  ) ?? ["", {}];
  const name = post?.requestBody.content["application/json"].schema.$ref.split("/").at(-1) ?? "";
  const { properties = {}, required = [] } = openApi.components.schemas[name] ?? {};
  const once = "requestId" in properties ? { requestId: `life-by-key-${requests++}` } : {};
  const body = { ...once, ...fields };
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(body)));
  expect(Object.keys({ ...body, key })).toEqual(expect.arrayContaining(required));
  const answer = await fetch(product.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: T };
  expect([operationId, code, msg]).toEqual([operationId, 0, ""]);
  return data;
}

it("A key and the OpenAPI document are enough to top up, buy, use and account for proxies", async () => {
  const { payUrl } = await ask<{ payUrl: string }>("recharge", {
    amountCents: 20_000,
    method: "crypto",
  });
  // The payer's part, at the sandbox's page.
  await fetch(`${payUrl}/complete`, {
    method: "POST",
    body: new URLSearchParams({ outcome: "paid" }),
  });
  const { products } = await ask<{ products: { sku: string; kind: string }[] }>("priceList");
  const sku = products.find(({ kind }) => kind === "traffic")?.sku;
  const { order } = await ask<{ order: { orderNo: string; status: string } }>("placeOrder", {
    sku,
    quantity: 2,
    method: "wallet",
  });
  expect(order.status).toBe("paid");

  const login = { account: "lifebykey1", password: "secret123" };
  await ask("addSubUser", { ...login, main: true });
  const { endpoints } = await ask<{ endpoints: { host: string; port: number }[] }>("trafficInfo");
  const [entry] = endpoints;
  const proxy = `http://${login.account}:${login.password}@${entry?.host}:${entry?.port}`;
  const size = 300_000;
  const { out } = await curl("-p", "-x", proxy, `${product.target}/bytes/${size}`);
  expect(out).toHaveLength(size);
  const day = 86_400_000;
  const span = {
    from: new Date(Date.now() - day).toISOString(),
    to: new Date(Date.now() + day).toISOString(),
  };
  await waitFor("the usage is counted", async () => {
    const { totals } = await ask<{ totals: { bytes: number } }>("usage", { ...span, grain: "day" });
    return totals.bytes > size;
  });

  const invoice = await ask<{ ticket: string }>("ticket", {
    what: "invoice",
    orderNo: order.orderNo,
  });
  const file = await fetch(`${product.url}/v1/invoice?ticket=${invoice.ticket}`);
  expect(Buffer.from(await file.arrayBuffer()).toString("latin1", 0, 5)).toBe("%PDF-");

  const taken = await ask<Items>("staticUse", { country: "US", num: 1, days: 7, pay: "wallet" });
  await ask("staticRenewalAuto", { id: taken.items[0]?.id, enabled: true });
  const { items } = await ask<Items>("staticUseList");
  expect(items).toMatchObject([{ id: taken.items[0]?.id, autoRenew: true }]);
}, 40_000);

it("The same key keeps the account: invoice details, webhooks, alerts, language and logs", async () => {
  await ask("upInvoiceTitle", { title: "Life Ltd", country: "FR" });
  const { id } = await ask<{ id: string }>("webhookAdd", {
    url: "https://example.com/hook",
    events: ["order.paid"],
  });
  await ask("webhookUp", { id, enabled: false });
  await ask("webhookDel", { ids: [id] });
  await ask("alerts", { thresholds: { trafficGb: 1, walletCents: 500, expiryDays: 3 } });
  await ask("upLang", { language: "fr" });
  const log = await ask<Items>("loginLog");
  expect(log.items.map(({ event }) => event)).toContain("apiKeyAdded");
  expect((await ask<Items>("apiKeys")).items).toMatchObject([{ name: "life" }]);
});
