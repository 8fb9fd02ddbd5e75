import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { keyOf, program } from "../api-key/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";
import { download, refusalOf, ticketOf } from "./testing.ts";

const shop = forTests(startShop);

const month = () => new Date(shop.services.world.now()).toISOString().slice(0, 7);
const traffic = { sku: "traffic-standard", quantity: 3, method: "wallet" };

async function buyer(): Promise<Customer & { orderNo: string }> {
  const customer = await shop.customer({ cents: 10_000 });
  const { order } = await customer.get("placeOrder", traffic);
  return { ...customer, orderNo: order.orderNo };
}

const statement = (ticket: string) => download(shop, "/v1/statement", ticket);
const expired = [403, 410, "ticketExpired"];

describe("/v1/ticket (spec/api#tickets)", () => {
  it("requires an order number, or a month that has begun", async () => {
    const { ask, orderNo } = await buyer();
    const said = async (fields: Record<string, string>) => {
      const { code, refused } = await ask("ticket", fields);
      return [code, refused.reason, refused.field];
    };
    expect(await said({ what: "gold" })).toEqual([400, "badField", "what"]);
    expect(await said({ what: "invoice" })).toEqual([400, "missingField", "orderNo"]);
    expect(await said({ what: "invoice", orderNo: "TP1" })).toEqual([
      404,
      "orderNotFound",
      "orderNo",
    ]);
    expect(await said({ what: "statement" })).toEqual([400, "missingField", "month"]);
    for (const wrong of ["2026-13", "2999-01", "last"]) {
      expect(await said({ what: "statement", month: wrong })).toEqual([400, "badMonth", "month"]);
    }
    expect((await ask("ticket", { what: "invoice", orderNo })).code).toBe(0);
    expect((await ask("ticket", { what: "export" })).code).toBe(0);
  });

  it("is issued only for one's own orders, once they are paid", async () => {
    const [{ orderNo }, other] = [await buyer(), await buyer()];
    const foreign = await other.ask("ticket", { what: "invoice", orderNo });
    expect(foreign).toMatchObject({ code: 404, refused: { reason: "orderNotFound" } });
    const unpaid = await other.get("placeOrder", { ...traffic, method: "card" });
    expect(unpaid.order.invoiceReady).toBe(false);
    const early = await other.ask("ticket", { what: "invoice", orderNo: unpaid.order.orderNo });
    expect(early).toMatchObject({ code: 409, refused: { reason: "invoiceNotReady" } });
    await shop.complete(unpaid.payUrl ?? "", "paid");
    const { items } = await other.get("orderList");
    expect(items[0]).toMatchObject({ orderNo: unpaid.order.orderNo, invoiceReady: true });
  });

  it("is issued to a session, not to an access key", async () => {
    const { get } = await buyer();
    const { accessKey: key } = await get("member");
    const answer = await shop.ask("ticket", { key, what: "export" });
    expect(answer).toMatchObject({ code: 403, refused: { reason: "keyReadOnly" } });
    expect((await shop.ask("ticket", { what: "export" })).code).toBe(300);
  });

  it("is valid for 60 seconds, once and for its purpose only: otherwise HTTP 403 with code 410", async () => {
    const customer = await buyer();
    const given = await customer.get("ticket", { what: "statement", month: month() });
    const lifeMs = Date.parse(given.expiresAt) - shop.services.world.now();
    expect(lifeMs).toBeGreaterThan(50_000);
    expect(lifeMs).toBeLessThanOrEqual(60_000);
    expect(await refusalOf(await download(shop, "/v1/invoice", given.ticket))).toEqual(expired);
    const opened = await Promise.all(Array.from({ length: 10 }, () => statement(given.ticket)));
    expect(opened.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(403),
    ]);
    for (const bad of ["", "x", "A".repeat(43)]) {
      expect(await refusalOf(await statement(bad))).toEqual(expired);
    }
    const late = await ticketOf(customer, { what: "statement", month: month() });
    await shop.pass(61);
    expect(await refusalOf(await statement(late))).toEqual(expired);
  });

  it("ends with its session", async () => {
    const customer = await buyer();
    const ticket = await ticketOf(customer, { what: "statement", month: month() });
    await customer.get("signout");
    expect(await refusalOf(await statement(ticket))).toEqual(expired);
  });

  it("is issued to a key with the scope of its file, and ends with the key", async () => {
    const customer = await buyer();
    const { id, key } = await keyOf(customer, "money");
    const ask = program(shop.url, key);
    const wanted = { what: "statement", month: month() };
    const ticket = async () => (await ask("ticket", wanted)).data["ticket"] as string;
    expect((await statement(await ticket())).status).toBe(200);
    const late = await ticket();
    await customer.get("apiKeyDel", { ids: id });
    expect(await refusalOf(await statement(late))).toEqual(expired);
    // A ticket of a key that has expired.
    const expiresAt = new Date(shop.services.world.now() + 30_000).toISOString();
    const brief = await keyOf(customer, "money", { expiresAt });
    const { data } = await program(shop.url, brief.key)("ticket", wanted);
    await shop.pass(40);
    expect(await refusalOf(await statement(data["ticket"] as string))).toEqual(expired);
  });

  it("is not used up by HEAD, and POST is not allowed", async () => {
    const customer = await buyer();
    const ticket = await ticketOf(customer, { what: "statement", month: month() });
    const url = `${shop.url}/v1/statement?ticket=${ticket}`;
    expect((await fetch(url, { method: "HEAD" })).status).toBe(405);
    const post = await fetch(url, { method: "POST", body: new URLSearchParams() });
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await statement(ticket)).status).toBe(200);
  });
});
