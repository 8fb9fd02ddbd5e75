/** What was decided on something that is no more is refused (spec/console#stale-forms). */
import { randomUUID } from "node:crypto";
import type { ConsoleCallName } from "@turnpike/contract/console/calls.ts";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const ann = forTests(() => api.person("owner"));
const bob = forTests(() => api.person("owner"));

const upstream = {
  name: "acme",
  how: "http",
  hosts: ["gate.example.com:8000"],
  login: { login: "us" },
  secret: "hush-hush-7",
  user: ["{login}"],
  places: [],
  session: null,
  provenance: "bought from Acme",
};
const mail = { name: "couponGranted", lang: "en" };

/** A form: what shows it, and what saves it with some change. */
const forms: [ConsoleCallName, object, ConsoleCallName, (change: string) => object][] = [
  ["brandShow", {}, "brandSet", (name) => ({ file: JSON.stringify({ name }) })],
  [
    "headShow",
    {},
    "headSet",
    (name) => ({ html: `<meta name="author" content="${name}">`, origins: [] }),
  ],
  [
    "upstreamShow",
    { name: "acme" },
    "upstreamSet",
    (provenance) => ({ name: "acme", file: JSON.stringify({ ...upstream, provenance }) }),
  ],
  [
    "mailTextShow",
    mail,
    "mailTextSet",
    (subject) => ({ ...mail, subject, body: "{{coupon}} {{date}} {{url}}" }),
  ],
  [
    "mailServerShow",
    {},
    "mailServerSet",
    (user) => ({ host: "mail.example.com", port: 587, user, password: `example ${user}` }),
  ],
];

describe("A form that shows something whole (spec/console#stale-forms)", () => {
  it.each(forms)("%s: does not put back what another has changed meanwhile", async (...form) => {
    const [show, which, set, changed] = form;
    if (set === "upstreamSet") await ann.get("upstreamAdd", { file: JSON.stringify(upstream) });
    const { version: seen } = (await ann.get(show, which)) as { version: string };
    await bob.get(set, { ...changed("Bob"), seen });
    const late = await ann.ask(set, { ...changed("Ann"), seen });
    expect(late.refused).toMatchObject({ reason: "changedMeanwhile", field: "seen" });
    const now = (await ann.get(show, which)) as { version: string };
    expect(JSON.stringify(now)).toContain("Bob");
    await ann.get(set, { ...changed("Ann"), seen: now.version });
    // A script that has seen nothing sets it, as before.
    await ann.get(set, changed("Carol"));
  });

  it("keeps the keys of a payment provider, and a newer version of a legal document", async () => {
    const { items } = await ann.get("paymentKeys");
    const one = items.find(({ method }) => method === "crypto");
    const keys = (storeId: string) => ({
      method: one?.method,
      values: {
        BTCPAY_URL: "https://pay.example.com",
        BTCPAY_API_KEY: "example-key",
        BTCPAY_STORE_ID: storeId,
        BTCPAY_WEBHOOK_SECRET: "example-secret",
      },
      seen: one?.version,
      reason: "a new shop",
    });
    expect((await bob.ask("paymentKeysSet", keys("first"))).code).toBe(0);
    const late = await ann.ask("paymentKeysSet", keys("second"));
    expect(late.refused).toMatchObject({ reason: "changedMeanwhile" });
    const text = { kind: "imprint", lang: "en", markdown: "# Imprint\n\nA text.", seen: 0 };
    await bob.get("legalPublish", text);
    const older = await ann.ask("legalPublish", text);
    expect(older.refused).toMatchObject({ reason: "changedMeanwhile" });
    await ann.get("legalPublish", { ...text, seen: 1 });
  });

  it("keeps what another has written into a product, or set as its price, but not whether it is on sale", async () => {
    const sku = "traffic-standard";
    const shown = async () => {
      const { items } = await ann.get("productList");
      return items.find((one) => one.sku === sku)?.version ?? "";
    };
    const name = (en: string) => ({ sku, file: JSON.stringify({ name: { en } }) });
    const seen = await shown();
    await bob.get("productSwitch", { sku, onSale: 1 });
    await bob.get("productSet", { ...name("Bob's"), seen });
    const late = await ann.ask("productSet", { ...name("Ann's"), seen });
    expect(late.refused).toMatchObject({ reason: "changedMeanwhile", field: "seen" });
    const second = await shown();
    await bob.get("priceSet", { sku, fromQty: 7_000, unitMicros: 1_000_000 });
    expect((await ann.ask("productSet", { ...name("Ann's"), seen: second })).code).not.toBe(0);
    await ann.get("productSet", { ...name("Ann's"), seen: await shown() });
  });

  it("keeps the tax scheme, also of two who save at once", async () => {
    const { tax, version: seen } = await ann.get("taxShow");
    const file = JSON.stringify({ ...tax, prices: tax.prices === "net" ? "gross" : "net" });
    const saved = await Promise.all([ann, bob].map((one) => one.ask("taxSet", { file, seen })));
    const reasons = saved.map(({ code, refused }) => (code === 0 ? "" : refused.reason));
    expect(reasons.toSorted()).toEqual(["", "changedMeanwhile"]);
  });
});

it("A text about a case reaches nobody but the customer for whom it was written (spec/console#stale-forms)", async () => {
  const [first, second] = [await api.register(), await api.register()];
  const opened = await ann.get("caseOpen", { title: "spam", account: first.id });
  const { number } = opened.case;
  await bob.get("caseAssign", { number, account: second.id });
  const text = "Your connections to 198.51.100.7";
  const late = await ann.ask("caseMail", { number, text, account: first.id });
  expect(late.refused).toMatchObject({ reason: "changedMeanwhile", field: "account" });
  await ann.get("caseMail", { number, text, account: second.id });
});

it("Nobody decides on documents of an identity that they have not seen (spec/console#stale-forms)", async () => {
  const { id: account } = await api.register();
  const add = async () => {
    const id = randomUUID();
    await sql`
      insert into identity_document (id, account_id, bytes, uploaded_at, kind, complete)
      values (${id}, ${account}, 10, now(), 'png', true)`.execute(api.db);
    return id;
  };
  const documents = [await add()];
  const handIn = (at: string) =>
    sql`
      insert into identity_check (account_id, stage, provider, tries, handed_in_at)
      values (${account}, 'pending', 'manual', 1, ${at})
      on conflict (account_id) do update set handed_in_at = excluded.handed_in_at`.execute(api.db);
  const handedInAt = "2026-03-01T10:00:00.000Z";
  await handIn("2026-03-02T10:00:00.000Z");
  const approve = { account, decision: "approve" };
  const late = await ann.ask("identityDecide", { ...approve, handedInAt, documents });
  expect(late.refused).toMatchObject({ reason: "changedMeanwhile", field: "handedInAt" });
  await handIn(handedInAt);
  const more = [...documents, await add()];
  const unseen = await ann.ask("identityDecide", { ...approve, handedInAt, documents });
  expect(unseen.refused).toMatchObject({ reason: "changedMeanwhile", field: "documents" });
  const { check } = await ann.get("identityDecide", { ...approve, handedInAt, documents: more });
  expect(check.identity).toBe("approved");
});
