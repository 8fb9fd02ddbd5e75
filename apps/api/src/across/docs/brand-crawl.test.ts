/** Everything that an installation with a brand sends, apart from the dashboard's own scripts. */
import { Buffer } from "node:buffer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canReadPdf, pdfText } from "../../commerce/invoice/testing.ts";
import { type Customer, startShop, type TestShop } from "../../identity/session/testing.ts";
import { download, ticketOf } from "../../identity/ticket/testing.ts";
import { brandSetting } from "../../platform/brand/brand.ts";
import { transaction } from "../../platform/db/database.ts";
import { resetSetting, writeSetting } from "../../platform/setting/setting.ts";
import { pages } from "./pages.ts";

let shop: TestShop;
let ada: Customer;
beforeAll(async () => {
  shop = await startShop();
  await transaction(shop.services.db, (tx) =>
    writeSetting(tx, brandSetting, {
      name: "Nordlicht Proxies",
      legalName: "Nordlicht Proxies GmbH",
      accent: "#1a5fb4",
      supportEmail: "hilfe@nordlicht.example",
      mailFrom: "Nordlicht <post@nordlicht.example>",
    }),
  );
  await shop.services.settings.refresh();
  ada = await shop.customer();
  await shop.fund(ada.id, 1_000_000);
});
afterAll(() => shop?.stop());

/** The published client's own names, and the manager's folders: programs and files exist under them. */
const kept =
  /@turnpike\/client|turnpike-client\.tgz|Turnpike(?:Refusal|Unreachable)|\.?turnpike-manager|X-Turnpike\w*/g;
const product = /turnpike|#0b5d45|M9 25V11/gi;

/** Where an answer names the product, in head and body. */
async function traces(path: string, answer: Response): Promise<string[]> {
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const bytes = Buffer.from(await answer.arrayBuffer());
  const isPdf = answer.headers.get("content-type") === "application/pdf";
  const body = isPdf && canReadPdf ? pdfText(bytes) + bytes.toString("latin1") : bytes.toString();
  const text = `${head}\n${body}`.replaceAll(kept, "");
  return [...text.matchAll(product)].map(
    ({ index }) => `${path}: ${text.slice(Math.max(0, index - 60), index + 40)}`,
  );
}
const read = async (path: string, init: RequestInit = {}) =>
  traces(path, await fetch(shop.url + path, { redirect: "manual", ...init }));

describe("an installation with a brand (spec/brand#where-it-stands)", () => {
  it("bears it on all pages, in the documentation, in texts for programs, and in refusals", async () => {
    const { payUrl } = await ada.get("recharge", { amountCents: 5_000, method: "card" });
    const pay = new URL(payUrl).pathname.replace(/^\/lab/, "");
    const paths = [
      ...pages.flatMap(({ path, name }) => [path, `/docs/${name}.md`]),
      ..."/ /cli/home /terms /nowhere /assets/gone.js /docs/files/docs.css /docs/files/docs.js".split(
        " ",
      ),
      ..."/llms.txt /llms-full.txt /openapi.json /brand.json /healthz /readyz /v1/nothing".split(
        " ",
      ),
      ...`/favicon.ico /pay/unknown ${pay} /lab${pay} /undo?token=none /undo`.split(" "),
    ];
    const found: string[] = [];
    for (const path of paths) found.push(...(await read(path)));
    for (const lang of ["en", "de", "fr", "ru", "vi", "zh-tw"]) {
      const body = new URLSearchParams({ session: ada.session, lang });
      for (const path of [
        "/v1/member",
        "/v1/indexInit",
        "/v2/indexInit",
        "/v1/headerInit",
        "/v1/signin",
      ])
        found.push(...(await read(path, { method: "POST", body })));
      found.push(...(await read("/undo?token=none", { headers: { "accept-language": lang } })));
    }
    expect(found).toEqual([]);
    const text = async (path: string) => (await fetch(shop.url + path)).text();
    for (const path of ["/docs", "/llms.txt", "/openapi.json", "/pay/unknown"])
      expect([path, (await text(path)).includes("Nordlicht Proxies")]).toEqual([path, true]);
    expect(await text("/pay/unknown")).toContain('<img src="/brand/logo?v=');
  });

  it("bears it in the authenticator, in every mail, in files and in their names", async () => {
    const { otpauth } = await ada.get("mfaSecret");
    expect(otpauth).toContain("issuer=Nordlicht%20Proxies");
    const { order } = await ada.get("placeOrder", {
      sku: "traffic-standard",
      quantity: 10,
      method: "wallet",
    });
    const month = new Date(shop.services.world.now()).toISOString().slice(0, 7);
    const found: string[] = [];
    for (const [path, wanted, name] of [
      ["/v1/invoice", { what: "invoice", orderNo: order.orderNo }, "nordlicht-proxies-invoice-"],
      ["/v1/statement", { what: "statement", month }, "nordlicht-proxies-statement-"],
    ] as const) {
      const answer = await download(shop, path, await ticketOf(ada, wanted));
      const named = answer.headers.get("content-disposition") ?? (await answer.clone().text());
      expect(named).toContain(`filename="${name}`);
      found.push(...(await traces(path, answer)));
    }
    const mails = await fetch(`${shop.url}/lab/mails`);
    const sent = (await mails.clone().json()) as { from: string }[];
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent.map(({ from }) => from))).toEqual(
      new Set(["Nordlicht <post@nordlicht.example>"]),
    );
    found.push(...(await traces("/lab/mails", mails)), ...(otpauth.match(product) ?? []));
    expect(found).toEqual([]);
  });

  it("has no trace of it after a reset, and the product's own again", async () => {
    await transaction(shop.services.db, (tx) => resetSetting(tx, brandSetting));
    await shop.services.settings.refresh();
    for (const path of ["/docs", "/llms.txt", "/openapi.json", "/brand.json", "/pay/unknown"]) {
      const text = await (await fetch(shop.url + path)).text();
      expect([path, /nordlicht|1a5fb4/i.test(text), /Turnpike/.test(text)]).toEqual([
        path,
        false,
        true,
      ]);
    }
  });
});
