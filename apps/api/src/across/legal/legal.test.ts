/** Legal documents over HTTP, by the command line and in the console (spec/law#documents). */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "../console/testing.ts";
import { operate, operateJson } from "../operator/testing.ts";

const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));

const fileOf = (text: string) => {
  const file = path.join(api.services.env.DATA_DIR, "legal.md");
  writeFileSync(file, text);
  return file;
};
const publish = (kind: string, lang: string, text: string, ...more: string[]) =>
  operateJson(api.services, "legal", "publish", kind, "--lang", lang, fileOf(text), ...more);
const dataOf = async (answer: Response) =>
  ((await answer.json()) as { data: Record<string, unknown> & { html: string } }).data;
const legal = async (kind: string, lang = "en") => {
  const body = new URLSearchParams({ kind, lang });
  return dataOf(await fetch(`${api.url}/v1/legal`, { method: "POST", body }));
};
const page = (address: string, languages = "en") =>
  fetch(`${api.url}${address}`, { headers: { "accept-language": languages } });

describe("the shipped drafts (spec/law#drafts)", () => {
  it("are version 0 in six languages, with this installation's facts", async () => {
    for (const lang of ["en", "de", "fr", "ru", "vi", "zh"]) {
      const privacy = await legal("privacy", lang);
      expect(privacy).toMatchObject({ kind: "privacy", version: 0, lang, publishedAt: null });
      expect(privacy.html).toContain(String(api.services.env.TRACE_DAYS));
      expect(privacy.html).toContain(api.services.env.SUPPORT_EMAIL);
      expect(privacy.html).not.toContain("{{");
    }
    const { html } = await legal("privacy");
    expect(html).not.toContain("Payments are taken");
    expect(html).not.toContain("Suppliers of addresses");
  });

  it("name processors and suppliers only if there are any", async () => {
    const { env, db } = api.services;
    env.STRIPE_SECRET_KEY = "sk_test_x";
    await sql`insert into exit_list (id, name, product, how, country, state, city, isp, asn, provenance, created_at)
      values (gen_random_uuid(), 'bought', 'pool', 'http', 'DE', '', '', '', 0, 'x', now())`.execute(
      db,
    );
    try {
      const { html } = await legal("privacy");
      expect(html).toContain("Payments are taken by Stripe.");
      expect(html).toContain("<h2>Suppliers of addresses</h2>");
    } finally {
      delete env.STRIPE_SECRET_KEY;
      await sql`delete from exit_list`.execute(db);
    }
  });

  it("are in use until something is published, says doctor, without failing for that", async () => {
    const { said } = await operateJson(api.services, "doctor");
    const check = said.checks.find(({ name }: { name: string }) => name === "legal");
    expect(check).toMatchObject({ state: "warning", detail: "drafts in use" });
    const { out } = await operate(api.services, "doctor");
    expect(out).toContain("legal: drafts in use");
  });

  it("exist of four kinds; an imprint has none", async () => {
    const answer = await fetch(`${api.url}/v1/legalKinds`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect((await dataOf(answer)).kinds).toEqual(["terms", "privacy", "refund", "aup"]);
    expect((await page("/legal/imprint")).status).toBe(404);
    expect((await page("/legal/cookies")).status).toBe(404);
    expect(await legal("imprint")).toMatchObject({ reason: "legalNotFound" });
  });
});

describe("published documents", () => {
  it("count versions for each kind and language, and are shown at once", async () => {
    const first = await publish("terms", "en", "# Our terms\n\nFirst.");
    expect(first.said).toMatchObject({ kind: "terms", lang: "en", version: 1, consent: false });
    const second = await publish("terms", "en", "# Our terms\n\nSecond.", "--consent");
    expect(second.said).toMatchObject({ version: 2, consent: true });
    expect((await publish("terms", "de", "Deutsch.")).said).toMatchObject({ version: 1 });
    expect(await legal("terms")).toMatchObject({
      version: 2,
      title: "Our terms",
      html: "<p>Second.</p>\n",
    });
    expect(await legal("terms", "de")).toMatchObject({ version: 1, title: "Nutzungsbedingungen" });
    expect(await legal("terms", "fr")).toMatchObject({ version: 2, lang: "en" });
    const { said } = await operateJson(api.services, "legal", "list");
    expect(
      said.map((row: Record<string, unknown>) => [
        row["kind"],
        row["lang"],
        row["version"],
        row["consent"],
      ]),
    ).toEqual([
      ["terms", "de", 1, false],
      ["terms", "en", 2, true],
      ["terms", "en", 1, false],
    ]);
  });

  it("are shown whole to the operator: current, earlier, and the draft", async () => {
    const show = async (...words: string[]) =>
      (await operateJson(api.services, "legal", "show", "terms", ...words)).said;
    expect(await show()).toMatchObject({ version: 2, markdown: "# Our terms\n\nSecond." });
    expect(await show("--version", "1")).toMatchObject({ version: 1, html: "<p>First.</p>\n" });
    expect(await show("--lang", "fr", "--version", "0")).toMatchObject({ version: 0, lang: "fr" });
    const missing = await operateJson(api.services, "legal", "show", "terms", "--version", "9");
    expect(missing).toMatchObject({
      code: 1,
      error: "version: There is no such document",
      said: { error: "There is no such document", field: "version", column: null },
    });
  });

  it("are refused without a text, as an unknown kind, or with consent to an imprint", async () => {
    expect((await publish("terms", "en", "# Only a title")).error).toBe(
      "markdown: there is no text",
    );
    expect((await publish("cookies", "en", "x")).code).toBe(2);
    expect((await publish("terms", "it", "x")).code).toBe(2);
    expect((await publish("imprint", "en", "x", "--consent")).error).toContain("imprint");
  });

  it("get numbers without a gap if published at once", async () => {
    const versions = await Promise.all(
      Array.from({ length: 6 }, async (_, at) => {
        const given = { kind: "aup", lang: "vi", markdown: `Text ${at}` } as const;
        return (await owner.get("legalPublish", given)).document.version;
      }),
    );
    expect(versions.sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("cannot be changed or deleted, not even in the database", async () => {
    for (const statement of [
      "update legal_document set html = ''",
      "delete from legal_document",
      "truncate legal_document",
    ])
      await expect(sql.raw(statement).execute(api.db)).rejects.toThrow("insert-only");
  });

  it("are published and previewed by owners alone, with a line in the audit log", async () => {
    const given = {
      kind: "imprint",
      lang: "en",
      markdown: "# Imprint\n\nExample Ltd <b>x</b>",
    } as const;
    for (const role of ["support", "finance", "viewer"] as const) {
      const answer = await (await api.person(role)).ask("legalPublish", given);
      expect(answer.refused.reason).toBe("notPermitted");
    }
    const preview = await owner.get("legalPreview", { markdown: given.markdown });
    expect(preview).toEqual({
      title: "Imprint",
      html: "<p>Example Ltd &lt;b&gt;x&lt;/b&gt;</p>\n",
    });
    const { document } = await owner.get("legalPublish", { ...given, reason: "moved" });
    expect(document).toMatchObject({ version: 1, publishedBy: owner.email });
    const [entry] = (await owner.get("auditList")).items;
    expect(entry).toMatchObject({
      action: "legal.publish",
      subject: "imprint en 1",
      reason: "moved",
    });
    const list = await owner.get("legalList");
    expect(list.items[0]).toMatchObject({ kind: "imprint", version: 1 });
    expect(list.drafts).toEqual(["privacy", "refund"]);
  });
});

describe("GET /legal/KIND (spec/law#pages)", () => {
  it("is a page without scripts, in the language of the address or of the browser", async () => {
    const answer = await page("/legal/terms?lang=de", "fr");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    const html = await answer.text();
    expect(html).toContain('<html lang="de">');
    expect(html).toContain("<p>Deutsch.</p>");
    expect(html).not.toMatch(/<script|javascript:| on\w+=/i);
    expect(html).toContain('href="/legal/imprint?lang=de"');
    expect(await (await page("/legal/terms", "it, de-AT;q=0.8")).text()).toContain("Deutsch.");
  });

  it("says so if the text is in another language than the reader's", async () => {
    const html = await (await page("/legal/terms?lang=vi")).text();
    expect(html).toContain("được hiển thị bằng tiếng Anh");
    expect(html).toContain('<article class="card text" lang="en">');
  });

  it("shows what a hostile author wrote as text (B8)", async () => {
    const hostile =
      "# <script>alert(1)</script>\n\n[a](javascript:alert(1)) <img src=x onerror=alert(1)>";
    await publish("refund", "en", hostile);
    const html = await (await page("/legal/refund")).text();
    expect(html).not.toMatch(/<script/i);
    expect(html.slice(html.indexOf("<article"))).not.toMatch(/<script|<img|href="javascript/i);
    expect(html).toContain("<title>&lt;script&gt;alert(1)&lt;/script&gt;");
  });
});
