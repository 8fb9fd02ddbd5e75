import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { bindMfaOf, mailsTo } from "../mfa/testing.ts";
import { startShop } from "../session/testing.ts";
import { insertNews } from "./store/news.ts";

const shop = forTests(() => startShop({ SUPPORT_EMAIL: "help@example.com" }));

it("Home shows news in each language, 24-hour support and the anti-fraud notice", async () => {
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

it("The support QR code is an SVG image (spec/accounts#home)", async () => {
  const { get } = await shop.customer();
  const { qr } = (await get("indexInit")).support;
  expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
  expect(Buffer.from(qr.split(",")[1] ?? "", "base64").toString()).toMatch(/^<svg [\s\S]*<\/svg>/);
});

it("The operator's news is shown only in its own language, newest first", async () => {
  const { get } = await shop.customer();
  const { db, world } = shop.services;
  const words = { title: "Wartung", body: "Am Sonntag." };
  const at = new Date(world.now() + 1000);
  await transaction(db, (tx) =>
    insertNews(tx, { id: world.id(), at, lang: "de", ...words, bundle: null }),
  );
  expect((await get("indexInit", { lang: "de" })).news[0]).toMatchObject(words);
  const english = await get("indexInit", { lang: "en" });
  expect(english.news.map((item) => item.title)).not.toContain("Wartung");
  const header = await get("headerInit", { lang: "de" });
  expect(header.notices[0]).toMatchObject({ title: "Wartung" });
});

it("The header shows who is signed in and their balance", async () => {
  const customer = await shop.customer({ cents: 1234 });
  const header = await customer.get("headerInit");
  expect(header).toMatchObject({ email: customer.email, walletCents: 1234, mfaBound: false });
});

describe("upAccessKey (spec/accounts#access-key)", () => {
  it("generates a new 16-character key, invalidates the old one at once and notifies the holder", async () => {
    const { email, get, ask } = await shop.customer();
    const old = (await get("member")).accessKey;
    const { accessKey } = await get("upAccessKey");
    expect(accessKey).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(accessKey).not.toBe(old);
    expect((await shop.ask("member", { key: old })).code).toBe(300);
    expect((await shop.ask("member", { key: accessKey })).data.accessKey).toBe(accessKey);
    const [mail] = await mailsTo(shop, email);
    expect(mail?.subject).toBe("Your access key was changed");
    expect(mail?.text).not.toContain(accessKey);
    expect((await get("loginLog")).items[0]?.event).toBe("accessKeyChanged");
    expect((await ask("member")).code).toBe(0);
  });

  it("requires the second factor if it is bound (A8)", async () => {
    const customer = await shop.customer();
    const before = (await customer.get("member")).accessKey;
    const mfa = await bindMfaOf(shop, customer);
    expect((await customer.ask("upAccessKey")).code).toBe(460);
    expect((await customer.ask("upAccessKey", { mfaCode: "000000" })).code).toBe(461);
    expect((await customer.get("member")).accessKey).toBe(before);
    expect((await customer.ask("upAccessKey", { mfaCode: await mfa.fresh() })).code).toBe(0);
  });

  it("cannot be called with the key itself", async () => {
    const { get } = await shop.customer();
    const { accessKey: key } = await get("member");
    expect((await shop.ask("upAccessKey", { key })).refused.reason).toBe("keyReadOnly");
  });
});

describe("upInvoiceTitle (spec/accounts#invoice-title)", () => {
  it("stores the payer; a later call replaces all of its fields", async () => {
    const { get } = await shop.customer();
    expect((await get("member")).invoiceTitle).toBeNull();
    const none = {
      name: null,
      company: null,
      taxId: null,
      vatId: null,
      address: null,
      street: null,
      postal: null,
      city: null,
      country: null,
      vatIdState: "none",
    };
    const full = {
      title: "Żubr & Söhne GmbH",
      taxId: "DE123456789",
      address: "Hauptstraße 1, 10115 Berlin",
      country: "de",
    };
    const kept = { ...none, ...full, country: "DE" };
    expect(await get("upInvoiceTitle", full)).toEqual({ invoiceTitle: kept, vatIdState: "none" });
    expect((await get("member")).invoiceTitle).toEqual(kept);
    const short = { ...none, title: "Ada" };
    expect((await get("upInvoiceTitle", { title: "Ada" })).invoiceTitle).toEqual(short);
    expect((await get("member")).invoiceTitle).toEqual(short);
  });

  it("names the company, else the person, where no title was given", async () => {
    const { get } = await shop.customer();
    const address = { street: "Storgatan 1", postal: "111 22", city: "Stockholm", country: "SE" };
    const named = { ...address, name: "Mara Lindqvist", company: "Lindqvist AB" };
    expect((await get("upInvoiceTitle", named)).invoiceTitle).toMatchObject({
      ...named,
      title: "Lindqvist AB",
    });
    const { invoiceTitle } = await get("upInvoiceTitle", { name: "Mara Lindqvist" });
    expect(invoiceTitle).toMatchObject({ title: "Mara Lindqvist", company: null, street: null });
  });

  it("is separate for each account", async () => {
    const [ada, bob] = [await shop.customer(), await shop.customer()];
    await ada.get("upInvoiceTitle", { title: "Ada" });
    expect((await bob.get("member")).invoiceTitle).toBeNull();
  });

  it.each([
    [{ title: "" }, "missingField", "title"],
    [{ street: "Storgatan 1" }, "missingField", "title"],
    [{ title: "x".repeat(121) }, "missingField", "title"],
    [{ title: "A", country: "Germany" }, "badCountry", "country"],
    [{ title: "A", country: "ZZ" }, "badCountry", "country"],
    [{ title: "A", country: "uk" }, "badCountry", "country"],
    [{ title: "A", taxId: "x".repeat(41) }, "badField", "taxId"],
  ] as const)("refuses %j as %s", async (fields, reason, field) => {
    const { ask } = await shop.customer();
    expect(await ask("upInvoiceTitle", fields)).toMatchObject({
      code: 400,
      refused: { reason, field },
    });
  });
});

it("upLang sets the language of the account's mails (spec/product#languages)", async () => {
  const { email, get, ask } = await shop.customer();
  expect(await get("upLang", { language: "de" })).toEqual({ lang: "de" });
  expect((await get("member")).lang).toBe("de");
  await get("upAccessKey", { lang: "en" });
  expect((await mailsTo(shop, email))[0]?.text).toContain("Guten Tag");
  for (const language of ["zh-tw", "xx", "", undefined])
    expect(await ask("upLang", { language })).toMatchObject({
      code: 400,
      refused: { field: "language" },
    });
});
