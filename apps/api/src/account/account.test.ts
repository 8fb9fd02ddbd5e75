import { langs } from "@turnpike/contract/refusals.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startShop, type TestShop } from "../session/testing.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop({ SUPPORT_EMAIL: "help@example.com" });
});
afterAll(() => shop.stop());

it("Home has news in each language, support in 24 hours, the anti-fraud notice", async () => {
  const { get } = await shop.customer();
  const notices = new Set<string>();
  for (const lang of langs) {
    const home = await get("indexInit", { lang });
    expect(home.news.length).toBeGreaterThanOrEqual(3);
    expect(home.antiFraud).toContain("help@example.com");
    expect(home.support).toMatchObject({ email: "help@example.com", hours: 24 });
    expect(home.promotions).toEqual([]);
    notices.add(home.antiFraud).add(home.news[0]?.title ?? "");
  }
  expect(notices.size).toBe(2 * langs.length);
});

it("The support code is an SVG image (spec §2, home)", async () => {
  const { get } = await shop.customer();
  const { qr } = (await get("indexInit")).support;
  expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(Buffer.from(qr.split(",")[1] ?? "", "base64").toString()).toMatch(/^<svg [\s\S]*<\/svg>/);
});

it("The operator's news show in their language alone, the newest first", async () => {
  const { get } = await shop.customer();
  const { db, world } = shop.services;
  const words = { title: "Wartung", body: "Am Sonntag." };
  const at = new Date(world.now() + 1000);
  await db
    .insertInto("news")
    .values({ id: world.id(), at, lang: "de", ...words })
    .execute();
  expect((await get("indexInit", { lang: "de" })).news[0]).toMatchObject(words);
  const english = await get("indexInit", { lang: "en" });
  expect(english.news.map((item) => item.title)).not.toContain("Wartung");
  const header = await get("headerInit", { lang: "de" });
  expect(header.notices[0]).toMatchObject({ title: "Wartung" });
});

it("The header knows who is there and what they have (contract §3)", async () => {
  const customer = await shop.customer();
  await shop.fund(customer.id, 1234);
  const header = await customer.get("headerInit");
  expect(header).toMatchObject({ email: customer.email, walletCents: 1234, mfaBound: false });
});
