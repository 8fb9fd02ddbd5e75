/** Who agreed to what, and what buying without it does (spec/law#consent). */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { keyOf } from "../api-key/testing.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { type Customer, startShop } from "../session/testing.ts";

const daySeconds = 86_400;
const shop = forTests(startShop);

async function publish(kind: string, ...more: string[]) {
  const file = path.join(shop.dataDir, "text.md");
  writeFileSync(file, "Text.");
  const { said, error } = await operateJson(shop.services, "legal", "publish", kind, file, ...more);
  if (said === null) throw new Error(error);
  return said.version as number;
}
const consentsOf = async ({ email }: Customer) =>
  (await operateJson(shop.services, "legal", "consents", email)).said as {
    kind: string;
    version: number;
    at: string;
    network: string;
    source: string;
    orderNo: string | null;
  }[];
const asked = async ({ get }: Customer) => (await get("member")).consents;
const traffic = { sku: "traffic-standard", quantity: 1, method: "wallet" };
const buyer = () => shop.customer({ cents: 100_000, lasting: true });

describe("consents", () => {
  it("are stored at sign-up and with each order, drafts as version 0, the network as a keyed hash", async () => {
    const customer = await buyer();
    const { order } = await customer.get("placeOrder", traffic);
    const given = await consentsOf(customer);
    const shown = given.map(({ source, kind, version, orderNo }) => [
      source,
      kind,
      version,
      orderNo,
    ]);
    expect(shown.sort((one, other) => one.join().localeCompare(other.join()))).toEqual([
      ["order", "refund", 0, order.orderNo],
      ["order", "terms", 0, order.orderNo],
      ["signUp", "aup", 0, null],
      ["signUp", "privacy", 0, null],
      ["signUp", "refund", 0, null],
      ["signUp", "terms", 0, null],
    ]);
    expect(new Set(given.map(({ network }) => network)).size).toBe(1);
    expect(given[0]?.network).toMatch(/^[0-9a-f]{64}$/);
    expect(await asked(customer)).toEqual([]);
  });

  it("are asked for by a version with --consent alone, and given once", async () => {
    const customer = await buyer();
    await publish("terms", "--lang", "en");
    expect(await asked(customer)).toEqual([]);
    const version = await publish("terms", "--lang", "en", "--consent");
    expect(await asked(customer)).toEqual([{ kind: "terms", version }]);
    const wrong = await customer.ask("consent", { kind: "terms", version: version - 1 });
    expect(wrong).toMatchObject({ code: 400, refused: { reason: "badField", field: "version" } });
    expect((await customer.get("consent", { kind: "terms", version })).consents).toEqual([]);
    await customer.get("consent", { kind: "terms", version });
    expect(await asked(customer)).toEqual([]);
    const given = (await consentsOf(customer)).filter(({ source }) => source === "consent");
    expect(given).toMatchObject([{ kind: "terms", version, orderNo: null }]);
    expect(await asked(await shop.customer())).toEqual([]);
  });

  it("count for the newest version in any language", async () => {
    const customer = await buyer();
    const german = await publish("terms", "--lang", "de", "--consent");
    expect(await asked(customer)).toEqual([{ kind: "terms", version: german }]);
    await customer.get("consent", { kind: "terms", version: german });
    expect(await asked(customer)).toEqual([]);
    const other = await publish("terms", "--lang", "vi", "--consent");
    expect(await asked(customer)).toEqual([{ kind: "terms", version: other }]);
  });

  it("are kept when the account is closed", async () => {
    const customer = await shop.customer();
    await closeCustomer(shop, customer);
    const { consentsOf: stored } = await import("./store/consents.ts");
    expect(await stored(shop.db, customer.id, 10)).toHaveLength(4);
  });
});

describe("without a consent that is asked for", () => {
  it("buying ends after 30 days, by session and by key; what was bought and repeated requests go on", async () => {
    const customer = await buyer();
    const first = { ...traffic, requestId: "before-the-end" };
    const answer = await customer.get("placeOrder", first);
    const version = await publish("privacy", "--lang", "en", "--consent");
    await shop.pass(30 * daySeconds - 60);
    await customer.get("placeOrder", traffic);
    await shop.pass(120);
    const refused = await customer.ask("placeOrder", traffic);
    expect(refused).toMatchObject({ code: 403, refused: { reason: "consentNeeded" } });
    expect(refused.data).toMatchObject({ documents: [{ kind: "privacy", version }] });
    const recharge = { amountCents: 1_000, method: "card" };
    expect((await customer.ask("recharge", recharge)).refused.reason).toBe("consentNeeded");
    const { key } = await keyOf(customer, "buy");
    const byKey = await shop.ask("placeOrder", { key, ...traffic, requestId: "by-a-key-01" });
    expect(byKey.refused.reason).toBe("consentNeeded");
    expect(await customer.get("placeOrder", first)).toEqual(answer);
    expect(await customer.get("trafficInfo")).toBeTruthy();
    await customer.get("consent", { kind: "privacy", version });
    await customer.get("placeOrder", traffic);
  });

  it("an account that signed up later has 30 days from then on", async () => {
    const customer = await buyer();
    await publish("aup", "--lang", "en", "--consent");
    await sql`delete from legal_consent where account_id = ${customer.id}`.execute(shop.db);
    await shop.pass(31 * daySeconds);
    const late = await buyer();
    await sql`delete from legal_consent where account_id = ${late.id}`.execute(shop.db);
    expect((await asked(late)).map(({ kind }) => kind)).toContain("aup");
    await late.get("placeOrder", traffic);
    expect((await customer.ask("placeOrder", traffic)).refused.reason).toBe("consentNeeded");
  });
});
