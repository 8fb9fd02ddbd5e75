/** What waits for an outside party keeps nobody else's turn meanwhile (spec/quality#n7). */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import http from "node:http";
import { once } from "node:events";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { sql } from "kysely";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { usePeer } from "../../commerce/payment-provider/testing.ts";
import { startPaypalPeer } from "../../commerce/payment-provider/paypal/testing-paypal.ts";
import { saveInvoiceTitle } from "../../identity/account/store/invoice-title.ts";
import { setScheme } from "../../commerce/tax/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { giveStatics } from "../../products/static/give-testing.ts";

/** An outside party that takes questions and does not answer them before a test says so. */
const held: ServerResponse[] = [];
let silent: Server;
const shop = forTests(async () => {
  silent = createServer((_request, response) => void held.push(response));
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  return startShop({ VIES_URL: url() });
});
const url = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
const answerAll = () => held.splice(0).forEach((response) => response.end("{}"));
afterEach(answerAll);
afterAll(() => {
  silent?.closeAllConnections();
  silent?.close();
});

/** Counts which of some promises have come to an end. */
function watch(all: Promise<unknown>[]) {
  const state = { ended: 0 };
  for (const one of all) void one.catch(() => undefined).finally(() => (state.ended += 1));
  return state;
}

/** Modems of an account whose links do not answer, with the tokens of its links. */
async function silentModems({ id, get }: Customer, num: number) {
  await giveStatics(shop.services, id, { num });
  const sealed = shop.services.seal.seal(`${url()}/rotate`);
  await sql`
    insert into modem (exit_id, sealed_rotate_url, min_seconds, due_at)
    select exit_id, ${sealed}, 60, now() + interval '1 day' from static_ip
    where account_id = ${id}`.execute(shop.db);
  const { items } = await get("staticUseList", { limit: 100 });
  return items.map((one) => ({ id: one.id, token: one.rotateToken ?? "" }));
}

/** Opens a link from another network. */
async function openLink(token: string, network: number) {
  const localAddress = `127.${network}.0.1`;
  const sent = http.get(`${shop.url}/rotate?token=${token}`, { localAddress, agent: false });
  const [answer] = (await once(sent, "response")) as [http.IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

const paypal = usePeer(startPaypalPeer, "/webhooks/paypal");

/** A delivery that is not PayPal's, from another network. */
function falseDelivery(network: number) {
  const headers = {
    "content-type": "application/json",
    "paypal-auth-algo": "SHA256withRSA",
    "paypal-cert-url": `${paypal.peer.url}/cert`,
    "paypal-transmission-id": "1",
    "paypal-transmission-sig": "1",
    "paypal-transmission-time": "1",
  };
  const body = JSON.stringify({ id: "1", event_type: "CHECKOUT.ORDER.APPROVED", resource: {} });
  const from = {
    method: "POST",
    headers,
    localAddress: `127.${network}.0.1`,
    agent: false,
  } as const;
  const sent = http.request(paypal.peer.webhookUrl, from);
  sent.end(body);
  return once(sent, "response").then(
    ([answer]) => (answer as http.IncomingMessage).resume().statusCode,
  );
}

describe("Calls of others do not wait", () => {
  it("for PayPal, which is asked about strangers' deliveries", async () => {
    const release = paypal.peer.pause();
    const waiting = Array.from({ length: 24 }, (_, at) => falseDelivery(10 + Math.floor(at / 4)));
    const state = watch(waiting);
    await waitFor("PayPal is asked", () => paypal.peer.waiting > 0);
    await paypal.shop.customer();
    expect(state.ended).toBe(0);
    release();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([400]));
  });

  it("for links of modems that do not answer, whoever opens them", async () => {
    const [owner, other] = [await shop.customer(), await shop.customer()];
    const modems = await silentModems(owner, 24);
    const waiting = modems.map(({ token }, at) => openLink(token, 10 + Math.floor(at / 4)));
    const state = watch(waiting);
    await waitFor("the links are asked", () => held.length >= 12);
    await other.get("member");
    await waitFor("all links are asked", () => held.length === 24);
    expect(state.ended).toBe(0);
    answerAll();
    expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  });

  it("for modems that customers rotate by calls", async () => {
    const owners = [];
    for (let n = 0; n < 4; n += 1) owners.push(await shop.customer());
    const calls = [];
    for (const owner of owners)
      for (const { id } of await silentModems(owner, 6))
        calls.push(() => owner.get("staticRotate", { id }));
    const other = await shop.customer();
    const waiting = calls.map((call) => call());
    const state = watch(waiting);
    await waitFor("the links are asked", () => held.length >= 16);
    await other.get("member");
    expect(state.ended).toBe(0);
    await waitFor("all links are asked", () => held.length === 24);
    answerAll();
    await Promise.all(waiting);
  });

  it("for VIES, before purchases and when a title is saved", async () => {
    await setScheme(shop, { scheme: "oss", sellerCountry: "DE" });
    const buyers = [];
    for (let n = 0; n < 4; n += 1) buyers.push(await shop.customer());
    const title = { company: "A GmbH", country: "DE", vatId: "DE111222333" };
    const none = { name: null, taxId: null, address: null, street: null, postal: null, city: null };
    for (const { id } of buyers)
      await saveInvoiceTitle(shop.db, id, { ...none, ...title, title: title.company });
    const other = await shop.customer({ cents: 1_000 });
    await other.get("upInvoiceTitle", { company: "B", country: "DE" });
    for (const send of [
      ({ ask }: Customer) =>
        ask("placeOrder", { sku: "ip-standard", quantity: 10, method: "wallet" }),
      ({ ask }: Customer) => ask("upInvoiceTitle", { ...title, vatId: "DE444555666" }),
    ]) {
      held.splice(0);
      const waiting = buyers.flatMap((buyer) => Array.from({ length: 6 }, () => send(buyer)));
      const state = watch(waiting);
      await waitFor("VIES is asked", () => held.length > 0);
      await other.get("member");
      await other.get("placeOrder", { sku: "traffic-standard", quantity: 1, method: "wallet" });
      expect(state.ended).toBe(0);
      answerAll();
      await Promise.all(waiting);
    }
  });
});
