import { startTestApi } from "../../../apps/api/testing/api.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "../../net/src/testing/for-tests.ts";
import { type Client, createClient, ApiRefusal } from "./client.ts";

let visitor: Client;
let customer: Client;
const api = forTests(startTestApi);
beforeAll(async () => {
  visitor = createClient({ url: api.url });
  const { session } = await visitor.signup({
    email: `client${process.pid}@example.com`,
    password: "Passw0rd!x",
    agree: true,
  });
  customer = visitor.with({ session });
});

const asRefusal = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (refused: unknown) => refused,
  );
  expect(error).toBeInstanceOf(ApiRefusal);
  return error as ApiRefusal;
};

describe("the client with a real server", () => {
  it("recharges and buys, and never twice for one requestId", async () => {
    const { payUrl } = await customer.recharge({ amountCents: 10_000, method: "card" });
    const outcome = new URLSearchParams({ outcome: "paid" });
    await fetch(`${payUrl}/complete`, { method: "POST", body: outcome });
    const before = await customer.member();
    expect(before.walletCents).toBeGreaterThanOrEqual(10_000);
    const { products } = await visitor.priceList();
    const plan = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise);
    const fields = {
      sku: plan?.sku,
      quantity: 3,
      method: "wallet",
      requestId: "one-order",
    } as const;
    const first = await customer.placeOrder(fields);
    const again = await customer.placeOrder(fields);
    expect(again.order.id).toBe(first.order.id);
    const { walletCents, trafficBytes } = await customer.member();
    expect(walletCents).toBe(before.walletCents - first.order.amountCents);
    expect(trafficBytes).toBe(3_000_000_000);
    const other = await asRefusal(customer.placeOrder({ ...fields, quantity: 4 }));
    expect([other.code, other.reason]).toEqual([409, "requestIdReused"]);
  });

  it("buys with an API key and its own requestId; a refusal names the missing scope", async () => {
    const { session } = await api.register();
    await api.topUp(session, 5_000);
    const owner = visitor.with({ session });
    const { key } = await owner.apiKeyAdd({ name: "shop", scopes: ["read", "buy"] });
    const program = visitor.with({ key });
    const fields = { sku: "traffic-standard", quantity: 1, method: "wallet" } as const;
    expect((await program.placeOrder(fields)).order.status).toBe("paid");
    const refused = await asRefusal(
      program.addSubUser({ account: "client01", password: "secret123" }),
    );
    expect([refused.code, refused.reason, refused.data.scope]).toEqual([
      403,
      "keyScope",
      "proxies",
    ]);
  });

  it("buys only once if the response was lost", async () => {
    let lost = 0;
    const losing: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked);
      lost += 1;
      if (lost === 1) throw new TypeError("the cable was pulled");
      return answer;
    };
    const before = await customer.member();
    const { products } = await visitor.priceList();
    const sku = products.find(({ kind, enterprise }) => kind === "traffic" && !enterprise)?.sku;
    const shaky = customer.with({ fetch: losing });
    const { order } = await shaky.placeOrder({ sku, quantity: 1, method: "wallet" });
    expect(lost).toBe(2);
    const { walletCents, trafficBytes } = await customer.member();
    expect(walletCents).toBe(before.walletCents - order.amountCents);
    expect(trafficBytes - before.trafficBytes).toBe(1_000_000_000);
  });

  it("pages through a list of any length", async () => {
    const accounts = Array.from({ length: 7 }, (_, at) => `paged${process.pid}n${at}`);
    for (const account of accounts)
      await customer.addSubUser({ account, password: "secret123", trafficGb: 0.1 });
    const seen: string[] = [];
    for await (const { account } of customer.pages("subUsers", { limit: 3 })) seen.push(account);
    expect(seen).toEqual(accounts.toReversed());
    const [first] = seen;
    const found = customer.pages("subUsers", { search: first });
    for await (const { account } of found) expect(account).toBe(first);
  });

  it("throws refusals with reason, field and a message in the client's language", async () => {
    const bad = await asRefusal(customer.recharge({ amountCents: 1, method: "card" }));
    expect(bad).toMatchObject({ code: 400, reason: "badAmount", field: "amountCents" });
    expect(bad.message).toBe(bad.msg);
    expect(bad.data).toStrictEqual({ reason: "badAmount", field: "amountCents" });
    const german = customer.with({ lang: "de" });
    const short = await asRefusal(
      german.placeOrder({ sku: "ip", quantity: 9e5, method: "wallet" }),
    );
    expect(short.code).toBeGreaterThanOrEqual(400);
    const same = await asRefusal(customer.with({ session: "over" }).member());
    const words = await asRefusal(german.with({ session: "over" }).member());
    expect([same.reason, words.reason]).toEqual(["sessionInvalid", "sessionInvalid"]);
    expect(words.msg).not.toBe(same.msg);
  });

  it("reads with the access key, and cannot write with it", async () => {
    const { accessKey, email } = await customer.member();
    const script = createClient({ url: api.url, key: accessKey });
    expect((await script.member()).email).toBe(email);
    const refused = await asRefusal(script.recharge({ amountCents: 500, method: "card" }));
    expect(refused.reason).toBe("keyReadOnly");
  });

  it("streams live events until the reader stops", async () => {
    const { accessKey } = await customer.member();
    const script = createClient({ url: api.url, key: accessKey });
    for await (const { at, connections } of script.live()) {
      expect(Date.parse(at)).toBeGreaterThan(0);
      expect(connections).toBe(0);
      break;
    }
    const nobody = script.with({ key: "0000000000000000" }).live();
    expect((await asRefusal(nobody.next())).reason).toBe("keyUnknown");
  });
});
