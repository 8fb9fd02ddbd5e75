/** Everything that an installation with a brand sends; the console is the operator's own. */
import { Buffer } from "node:buffer";
import { readdirSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { mailNames, mailTemplate } from "@turnpike/locales/mails.ts";
import { legalKinds } from "@turnpike/rules/legal.ts";
import { proxyFormatNames } from "@turnpike/proxy-strings/write/proxy-formats.ts";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { canReadPdf, pdfText } from "../../commerce/invoice/testing.ts";
import { recordListenerHealth } from "../../inventory/exit/static-listeners.ts";
import { startShop } from "../../identity/session/testing.ts";
import { download, ticketOf } from "../../identity/ticket/testing.ts";
import { brandSetting } from "../../platform/brand/brand.ts";
import { transaction } from "../../platform/db/database.ts";
import { resetSetting, writeSetting } from "../../platform/setting/setting.ts";
import { giveStatics } from "../../products/static/give-testing.ts";
import { previewMailText } from "../operator/acts/mail-texts.ts";
import { pages } from "./pages.ts";

const shop = forTests(startShop);
const ada = forTests(async () => {
  await transaction(shop.db, (tx) =>
    writeSetting(tx, brandSetting, {
      name: "Nordlicht Proxies",
      legalName: "Nordlicht Proxies GmbH",
      accent: "#1a5fb4",
      supportEmail: "hilfe@nordlicht.example",
      orderPrefix: "NP",
      mailFrom: "Nordlicht <post@nordlicht.example>",
    }),
  );
  await shop.services.settings.refresh();
  return shop.customer();
});
beforeAll(async () => {
  await shop.fund(ada.id, 1_000_000);
});

const product = /turnpike|#0b5d45|M9 25V11|\bTP(?:\d{6}-|-\d{4}-)/gi;
/** Scripts and styles have the default colours, which those of the brand replace. */
const nameOrLogo = /turnpike|M9 25V11/gi;

/** What is in an answer, unpacked. */
function textOf(type: string, bytes: Buffer): string {
  if (type === "application/pdf" && canReadPdf) return pdfText(bytes) + bytes.toString("latin1");
  if (type === "application/gzip") return gunzipSync(bytes).toString("latin1");
  if (type !== "application/zip") return bytes.toString();
  return Object.entries(unzipSync(bytes))
    .map(([name, body]) => `${name}\n${strFromU8(body)}`)
    .join("\n");
}

/** Where an answer names the product, in head and body. */
async function traces(path: string, answer: Response, sought = product): Promise<string[]> {
  const head = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = `${head}\n${textOf(answer.headers.get("content-type") ?? "", bytes)}`;
  return [...text.matchAll(sought)].map(
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
      ..."/llms.txt /llms-full.txt /openapi.json /openapi-3.0.json /brand.json /healthz /readyz /v1/nothing".split(
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
    for (const path of ["/docs", "/llms.txt", "/openapi.json", "/openapi-3.0.json", "/pay/unknown"])
      expect([path, (await text(path)).includes("Nordlicht Proxies")]).toEqual([path, true]);
    expect(await text("/pay/unknown")).toContain('<img src="/brand/logo?v=');
    const unfit = "/pay/unknown /docs".split(" ").map(text);
    for (const page of await Promise.all(unfit)) expect(page).toContain("<span>Nordlicht Proxies<");
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

  it("bears nothing else in the dashboard's page, scripts and styles, nor in what is downloaded", async () => {
    const dist = path.resolve(import.meta.dirname, "../../../../dashboard/dist");
    const built = readdirSync(dist, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:js|css|txt|json)$/.test(name))
      .map((name) => `/${name}`);
    expect(built.length).toBeGreaterThan(20);
    const found: string[] = [];
    for (const path of [
      ...built,
      "/index/login",
      "/cli/shop",
      "/terms",
      "/policy",
      "/downloads/proxy-manager.mjs",
      "/downloads/api-client.tgz",
    ]) {
      const answer = await fetch(shop.url + path);
      expect([path, answer.status]).toEqual([path, 200]);
      found.push(...(await traces(path, answer, nameOrLogo)));
    }
    expect(found).toEqual([]);
  }, 90_000);

  it("bears it in legal documents, in the text of every mail, in invoices and in the export of personal data, in six languages", async () => {
    const found: string[] = [];
    const to = "ada@customer.example";
    for (const lang of langs) {
      for (const kind of legalKinds) found.push(...(await read(`/legal/${kind}?lang=${lang}`)));
      for (const name of mailNames) {
        const given = { ...mailTemplate(lang, name), name, lang, to };
        const { mail } = previewMailText(shop.services, given);
        const text = [mail.subject, mail.text, mail.html].join("\n");
        found.push(...(text.match(product) ?? []).map((trace) => `${lang} ${name}: ${trace}`));
        expect([lang, name, text.includes("Nordlicht Proxies")]).toEqual([lang, name, true]);
      }
    }
    const { order } = await ada.get("placeOrder", {
      sku: "traffic-standard",
      quantity: 1,
      method: "wallet",
    });
    for (const lang of langs) {
      const ticket = await ticketOf(ada, { what: "invoice", orderNo: order.orderNo });
      found.push(...(await read(`/v1/invoice?ticket=${ticket}&lang=${lang}`)));
    }
    const mine = await ticketOf(ada, { what: "personalData", password: ada.password });
    const answer = await download(shop, "/v1/personalData", mine);
    expect(answer.headers.get("content-disposition")).toContain("nordlicht-proxies-");
    found.push(...(await traces("/v1/personalData", answer)));
    expect(found).toEqual([]);
  }, 90_000);

  it("bears nothing else in exports of proxies in any format, and in their names (spec/brand#names)", async () => {
    await giveStatics(shop.services, ada.id, { account: "AdaFirst1" });
    const { rows } = await sql<{ exitId: string }>`
      select exit_id as "exitId" from static_ip where account_id = ${ada.id}`.execute(shop.db);
    const doors = rows.map((row) => ({ ...row, ports: [3010], reachable: true, detail: "" }));
    await recordListenerHealth(shop.services, doors);
    const found: string[] = [];
    for (const format of proxyFormatNames) {
      const ticket = await ticketOf(ada, { what: "export" });
      const path = `/v1/static/export?format=${format}&ticket=${ticket}`;
      const answer = await fetch(shop.url + path);
      expect([format, answer.status]).toEqual([format, 200]);
      found.push(...(await traces(path, answer)));
    }
    expect(found).toEqual([]);
  });

  it("has no trace of it after a reset, and the product's own again", async () => {
    await transaction(shop.db, (tx) => resetSetting(tx, brandSetting));
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
