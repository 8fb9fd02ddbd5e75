/** Keys of payment providers in the console (spec/money#keys-of-providers), over HTTP. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { BtcpayPeer } from "../../commerce/payment-provider/crypto/testing-btcpay.ts";
import { StripePeer } from "../../commerce/payment-provider/card/testing-stripe.ts";
import {
  paymentEnv,
  paymentKeysSetting,
  readKeys,
  storedKeys,
} from "../../commerce/payment-method/stored-keys.ts";
import { transaction } from "../../platform/db/database.ts";
import { upsertSetting } from "../../platform/setting/store.ts";
import { operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const reason = "set up";
const btcpay = forTests(() => new BtcpayPeer({}).start());
const stripe = forTests(() => new StripePeer({}).start());
const api = forTests(() => startTestConsole(stripe.env));
const owner = forTests(() => api.person("owner"));
const second = forTests(() => api.startAnother());

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
const itemOf = async (method: string) =>
  (await owner.get("paymentKeys")).items.find((item) => item.method === method);

describe("Keys of a payment provider (spec/money#keys-of-providers)", () => {
  it("are stored sealed, never shown or logged, and used by every API process without a restart", async () => {
    const values = { ...btcpay.env, BTCPAY_API_KEY: "" };
    const hook = `${api.url}/webhooks/btcpay`;
    expect((await post(hook, "{}")).status).toBe(404);
    const missing = await owner.ask("paymentKeysSet", { method: "crypto", values, reason });
    expect(missing.refused.detail).toBe("BTCPAY_API_KEY: is missing");
    const whole = { method: "crypto", values: btcpay.env, reason };
    const { item } = await owner.get("paymentKeysSet", whole);
    expect(item).toMatchObject({ source: "console", provider: "BTCPay", fault: "" });
    expect(item.webhook).toBe(hook);
    expect(item.fields.find(({ name }) => name === "BTCPAY_API_KEY")).toMatchObject({
      secret: true,
      isSet: true,
      value: "",
    });
    // An empty secret stays as it was.
    await owner.get("paymentKeysSet", { method: "crypto", values, reason });
    const body = JSON.stringify({ type: "Test", storeId: "none" });
    const digest = createHmac("sha256", btcpay.secret).update(body).digest("hex");
    const signed = { "btcpay-sig": `sha256=${digest}` };
    expect((await post(hook, body, signed)).status).toBe(200);
    expect((await post(hook, body)).status).toBe(400);
    await vi.waitFor(
      () => expect(paymentEnv(second.services).BTCPAY_API_KEY).toBe(btcpay.env.BTCPAY_API_KEY),
      { timeout: 2_000, interval: 20 },
    );
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(value::text, '') from setting)
        || (select string_agg(audit_log::text, '') from audit_log) as text`.execute(api.db);
    for (const name of ["BTCPAY_API_KEY", "BTCPAY_WEBHOOK_SECRET"] as const)
      expect(rows[0]?.text).not.toContain(btcpay.env[name]);
    expect(rows[0]?.text).toContain("payment.keys");
  });

  it("are tried at the provider before and after they are stored", async () => {
    const stored = await owner.get("paymentKeysTest", { method: "crypto" });
    expect(stored).toEqual({ works: true, found: "answers" });
    const typed = { method: "crypto", values: { ...btcpay.env, BTCPAY_STORE_ID: "another" } };
    const wrong = await owner.get("paymentKeysTest", typed);
    expect(wrong).toEqual({ works: false, found: "no store BTCPAY_STORE_ID" });
    expect((await owner.get("paymentKeysTest", { method: "bank" })).works).toBe(false);
    const { said } = await operateJson(api.services, "doctor");
    expect(JSON.stringify(said.checks)).toContain('"BTCPAY_URL","state":"ok"');
  });

  it("of the environment win and cannot be changed in the console", async () => {
    expect(await itemOf("card")).toMatchObject({ source: "environment" });
    const values = { STRIPE_SECRET_KEY: "sk_live_other", STRIPE_WEBHOOK_SECRET: "whsec_other" };
    const refused = await owner.ask("paymentKeysSet", { method: "card", values, reason });
    expect(refused.refused.detail).toBe("the environment has STRIPE_SECRET_KEY, which wins");
    expect(paymentEnv(api.services).STRIPE_SECRET_KEY).toBe(stripe.env.STRIPE_SECRET_KEY);
  });

  it("refuse what is no setting of the method, and addresses without https in production", async () => {
    const method = "crypto";
    const ask = (values: object) => owner.ask("paymentKeysSet", { method, values, reason });
    const other = await ask({ ...btcpay.env, SECRET_KEY_FILE: "/etc/passwd" });
    expect(other.refused.detail).toBe("SECRET_KEY_FILE: unknown field");
    const plain = await ask({ ...btcpay.env, BTCPAY_URL: "http://example.com" });
    expect(plain.refused.detail).toBe("BTCPAY_URL: has to be https");
    const given = { ...btcpay.env, BTCPAY_URL: "http://127.0.0.1:49392" };
    const read = (lab: boolean) => readKeys({ lab }, method, { given, before: {} });
    expect(read(true)).toEqual(given);
    expect(() => read(false)).toThrow("BTCPAY_URL: has to be https");
  });

  it("go to no other address than the one that they were typed for", async () => {
    const heard: unknown[] = [];
    const thief = createServer((request, response) => {
      heard.push(request.headers.authorization);
      response.end("[]");
    });
    await once(thief.listen(0, "127.0.0.1"), "listening");
    const finance = await api.person("finance");
    const BTCPAY_URL = `http://127.0.0.1:${(thief.address() as AddressInfo).port}`;
    const method = "crypto";
    const kept = { BTCPAY_URL, BTCPAY_API_KEY: "" };
    for (const values of [
      { ...btcpay.env, ...kept },
      { ...kept, BTCPAY_STORE_ID: "x" },
    ])
      for (const call of ["paymentKeysTest", "paymentKeysSet"] as const) {
        const { refused } = await finance.ask(call, { method, values, reason });
        expect(refused?.detail).toBe(
          "BTCPAY_API_KEY: has to be typed again for another BTCPAY_URL",
        );
      }
    thief.close();
    expect(heard).toEqual([]);
    const { env, settings, seal } = api.services;
    const before = storedKeys(seal, settings.get(paymentKeysSetting), method);
    expect(readKeys(env, method, { given: { ...btcpay.env, BTCPAY_API_KEY: "" }, before })).toEqual(
      btcpay.env,
    );
    const given = { STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" };
    const stripeKeys = { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };
    const own = { before: stripeKeys };
    const named = { STRIPE_API_URL: "https://api.stripe.com" };
    expect(readKeys(env, "card", { given: { ...given, ...named }, ...own })).toMatchObject(named);
    expect(() =>
      readKeys(env, "card", {
        given: { ...given, STRIPE_API_URL: "https://evil.example" },
        ...own,
      }),
    ).toThrow("STRIPE_SECRET_KEY: has to be typed again for another STRIPE_API_URL");
  });

  it("are set by owners and finance alone", async () => {
    for (const role of ["support", "viewer"] as const) {
      const person = await api.person(role);
      expect((await person.ask("paymentKeys")).code).toBe(403);
    }
    expect((await (await api.person("finance")).get("paymentKeys")).items.length).toBeGreaterThan(
      2,
    );
  });

  it("sealed with another secret key are said to be unreadable, and set nothing up", async () => {
    const { db, settings } = api.services;
    const row = JSON.stringify({ crypto: "s1.AAAA" });
    await transaction(db, (tx) => upsertSetting(tx, "payments.keys", row));
    await settings.refresh();
    expect(await itemOf("crypto")).toMatchObject({ unreadable: true, source: "none" });
    const { said } = await operateJson(api.services, "doctor");
    expect(JSON.stringify(said.checks)).toContain("were sealed with another secret.key");
    await owner.get("paymentKeysRemove", { method: "crypto", reason });
    expect(await itemOf("crypto")).toMatchObject({ unreadable: false, source: "none" });
  });
});
