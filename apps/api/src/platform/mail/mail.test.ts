import { request } from "node:http";
import { langs } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { type MailName, mailNames, mailSignature, mailTemplate } from "@turnpike/locales/mails.ts";
import { sql } from "kysely";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { transaction } from "../db/database.ts";
import { startShop, type TestShop } from "../../identity/session/testing.ts";
import { setAsideChecks } from "../../across/operator/doctor/set-aside.ts";
import type { MailBrand } from "./brand.ts";
import { deliverMails } from "./deliver.ts";
import { placeholdersIn } from "./markdown.ts";
import { queueMail } from "./queue.ts";
import { writeMail } from "./render.ts";
import { readMessage, startMailServer } from "./testing.ts";

const brand: MailBrand = {
  name: "Nordlicht Proxies",
  from: "Nordlicht <post@nordlicht.example>",
  supportEmail: "hilfe@nordlicht.example",
  footer: "",
  accent: "#0b5d45",
  accentDark: "#5cc9a0",
  logo: null,
};

const PUBLIC_URL = "https://shop.example";
const post = forTests(startMailServer);
const shop = forTests(() => startShop({ SMTP_URL: `smtp://127.0.0.1:${post.port}`, PUBLIC_URL }));

/** Puts a mail into a shop's outbox. */
function queue(
  { services }: TestShop,
  mail: MailName,
  to: string,
  values = {},
  lang = "en" as const,
) {
  return transaction(services.db, (tx) => queueMail(services, tx, { to, lang, mail, values }));
}
async function outbox({ services }: TestShop, to: string) {
  const { rows } = await sql<{ tries: number; sent_at: Date | null; last_error: string | null }>`
    select tries, sent_at, last_error from mail where recipient = ${to}`.execute(services.db);
  if (!rows[0]) throw new Error(`no mail to ${to}`);
  return rows[0];
}

describe("The outbox", () => {
  it("sends a mail once, however many processes deliver, and retries after the server refuses", async () => {
    post.refuses = true;
    const { email } = await shop.customer({ lang: "ru" });
    await deliverMails(shop.services);
    expect(post.kept).toHaveLength(0);
    post.refuses = false;
    await deliverMails(shop.services);
    expect(post.kept).toHaveLength(0);
    await shop.advance(121);
    await Promise.all([1, 2, 3, 4].map(() => deliverMails(shop.services)));
    expect(post.kept).toHaveLength(1);
    const { headers } = readMessage(post.kept[0] ?? "");
    expect(headers).toMatchObject({ to: email, subject: "Добро пожаловать в Turnpike" });
    await shop.advance(3600);
    expect(post.kept).toHaveLength(1);
  });

  it("sends the same content as text and HTML, marked as automatic", async () => {
    await queue(shop, "codeForgot", "both@example.com", { code: "012345", minutes: 10 });
    await deliverMails(shop.services);
    const { headers, parts } = readMessage(post.kept.at(-1) ?? "");
    expect(headers["content-type"]).toMatch(/^multipart\/alternative/);
    expect(headers["auto-submitted"]).toBe("auto-generated");
    expect(headers.subject).toBe("Your code for a new password");
    expect(parts["text/plain"]).toMatch(/^012345\r?$/m);
    expect(parts["text/html"]).toMatch(/<p class="code"[^>]*>012345<\/p>/);
  });

  it("stores no mail in readable form in the database (A2)", async () => {
    const { rows } = await sql<{ body: string; html: string }>`
      select body, html from mail where recipient = 'both@example.com'`.execute(shop.db);
    expect(JSON.stringify(rows)).not.toMatch(/012345|Hello/);
    expect(shop.services.seal.open(rows[0]?.body ?? "")).toContain("012345");
  });
});

it("Sent mails are deleted after a month; unsent mails are kept", async () => {
  await queue(shop, "codeForgot", "month@example.com", { code: "123456", minutes: 10 });
  await deliverMails(shop.services);
  expect((await outbox(shop, "month@example.com")).sent_at).not.toBeNull();
  post.refuses = true;
  await queue(shop, "codeForgot", "waits@example.com", { code: "123456", minutes: 10 });
  await shop.advance(31 * 86_400);
  post.refuses = false;
  await expect(outbox(shop, "month@example.com")).rejects.toThrow("no mail");
  expect((await outbox(shop, "waits@example.com")).sent_at).toBeNull();
});

describe("A mail server", () => {
  const knowsUs: SMTPServerOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === "right" ? callback(null, { user: username }) : callback(new Error("wrong")),
  };

  it.each<[string, string, SMTPServerOptions, string]>([
    ["that wants a password", "smtp://", knowsUs, "530"],
    ["that refuses our password", "smtp://us:guess@", knowsUs, "Invalid login"],
    // The server's own certificate is self-signed.
    ["whose certificate is none", "smtps://", { secure: true }, "certificate"],
    ["whose STARTTLS is none", "smtp://", { disabledCommands: [] }, "certificate"],
  ])("%s receives no mail, and delivery is retried later", async (_name, before, options, why) => {
    const picky = await startMailServer(options);
    const other = await startShop({ SMTP_URL: `${before}127.0.0.1:${picky.port}` });
    try {
      await queue(other, "codeForgot", "late@example.com", { code: "1", minutes: 10 });
      await deliverMails(other.services);
      const refused = await outbox(other, "late@example.com");
      expect(refused).toMatchObject({ tries: 1, sent_at: null });
      expect(refused.last_error).toContain(why);
      expect(picky.kept).toHaveLength(0);
      // The operator corrects the setting: the mail is still in the outbox.
      other.services.env.SMTP_URL = `smtp://127.0.0.1:${post.port}`;
      await other.advance(121);
      await deliverMails(other.services);
      expect((await outbox(other, "late@example.com")).sent_at).not.toBeNull();
      expect(post.kept.at(-1)).toContain("To: late@example.com");
    } finally {
      await other.stop();
      await picky.stop();
    }
  });

  it("that requires a password receives the configured one", async () => {
    const picky = await startMailServer(knowsUs);
    const other = await startShop({ SMTP_URL: `smtp://us:right@127.0.0.1:${picky.port}` });
    await queue(other, "codeForgot", "in@example.com", { code: "1", minutes: 10 });
    await deliverMails(other.services);
    expect(picky.kept).toHaveLength(1);
    await other.stop();
    await picky.stop();
  });
});

describe("A mail that the server refuses (spec/operator#set-aside)", () => {
  const refusing: SMTPServerOptions = {
    onRcptTo: ({ address }, _session, callback) => {
      const gone = Object.assign(new Error("no\u0000such mailbox"), { responseCode: 550 });
      callback(address.startsWith("bad") ? gone : null);
    },
  };

  it("stops no other, at the head, in the middle or as the last, and is given up in the end", async () => {
    const picky = await startMailServer(refusing);
    const other = await startShop({ SMTP_URL: `smtp://127.0.0.1:${picky.port}` });
    const names = ["bad1", "ok1", "bad2", "ok2", "bad3"];
    for (const name of names)
      await queue(other, "codeForgot", `${name}@example.com`, { code: "1", minutes: 10 });
    await deliverMails(other.services);
    expect(picky.kept).toHaveLength(2);
    expect(await outbox(other, "bad1@example.com")).toMatchObject({ tries: 1, sent_at: null });
    expect((await outbox(other, "bad2@example.com")).last_error).toContain("no such mailbox");
    await sql`update mail set tries = 10 where sent_at is null`.execute(other.db);
    const [check] = await setAsideChecks(other.services);
    expect(check).toMatchObject({ name: "mails", state: "wrong" });
    expect(check?.detail).toContain("3 given up, last: Error");
    await other.stop();
    await picky.stop();
  });

  it("by codes that are about the server, for it alone, stops no other either", async () => {
    const picky = await startMailServer({
      onRcptTo: ({ address }, _session, callback) => {
        const busy = Object.assign(new Error("too many for this mailbox"), { responseCode: 421 });
        callback(address.startsWith("busy") ? busy : null);
      },
    });
    const other = await startShop({ SMTP_URL: `smtp://127.0.0.1:${picky.port}` });
    for (const name of ["busy1", "ok1", "busy2", "busy3", "busy4", "ok2"])
      await queue(other, "codeForgot", `${name}@example.com`, { code: "1", minutes: 10 });
    for (let run = 0; run < 3; run += 1) {
      await deliverMails(other.services);
      await other.pass(61);
    }
    for (const name of ["ok1", "ok2"])
      expect((await outbox(other, `${name}@example.com`)).sent_at).not.toBeNull();
    await queue(other, "codeForgot", "ok3@example.com", { code: "1", minutes: 10 });
    await deliverMails(other.services);
    expect((await outbox(other, "ok3@example.com")).sent_at).not.toBeNull();
    await other.stop();
    await picky.stop();
  });

  it("differs from a server that is away, which uses up no mail's tries", async () => {
    const gone = await startMailServer();
    await gone.stop();
    const other = await startShop({ SMTP_URL: `smtp://127.0.0.1:${gone.port}` });
    for (const name of ["a", "b"])
      await queue(other, "codeForgot", `${name}@example.com`, { code: "1", minutes: 10 });
    for (let run = 0; run < 12; run += 1) {
      await deliverMails(other.services);
      await sql`update mail set next_try_at = 'epoch'`.execute(other.db);
    }
    expect(await setAsideChecks(other.services)).toEqual([]);
    other.services.env.SMTP_URL = `smtp://127.0.0.1:${post.port}`;
    await deliverMails(other.services);
    for (const name of ["a", "b"])
      expect((await outbox(other, `${name}@example.com`)).sent_at).not.toBeNull();
    await other.stop();
  });
});

describe("An HTML mail", () => {
  const evil = `<img src=x onerror=alert(1)>"'&{{code}}`;

  it("escapes every value, loads nothing and runs nothing", async () => {
    const values = { place: evil, device: evil, time: evil, email: evil, url: PUBLIC_URL };
    await queue(shop, "newSignIn", "evil@example.com", values);
    await deliverMails(shop.services);
    const page = readMessage(post.kept.at(-1) ?? "").parts["text/html"] ?? "";
    expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;{{code}}");
    expect(page).not.toMatch(/<img|<script|<link|url\(|src=["']|@import/i);
  });

  it("links only to the configured URL, whatever the Host header says (A12)", async () => {
    const host = "evil.example";
    const fields = { email: "host@example.com", password: "h7Kqorchard", agree: "1" };
    const status = await new Promise((resolve, reject) => {
      const asked = request(`${shop.url}/v1/signup`, {
        method: "POST",
        headers: { host, "x-forwarded-host": host, "content-type": "application/json" },
      });
      asked.on("response", (answer) => resolve(answer.resume().statusCode));
      asked.on("error", reject);
      asked.end(JSON.stringify(fields));
    });
    expect(status).toBe(200);
    await deliverMails(shop.services);
    const { headers, parts } = readMessage(post.kept.at(-1) ?? "");
    expect(headers.to).toBe("host@example.com");
    expect(post.kept.at(-1)).not.toContain(host);
    const links = [...(parts["text/html"] ?? "").matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(links).toEqual([`${PUBLIC_URL}/cli/home`]);
  });

  it("links to each page that it names", async () => {
    const urls = {
      ordersUrl: `${PUBLIC_URL}/cli/billing`,
      url: `${PUBLIC_URL}/cli/home`,
    };
    const order = { orderNo: "TP1", product: "Traffic", quantity: 1, unit: "GB", discount: "" };
    const values = { ...order, amount: "$3.00", date: "today", ...urls };
    await queue(shop, "order", "pages@example.com", values);
    await deliverMails(shop.services);
    const { parts } = readMessage(post.kept.at(-1) ?? "");
    const links = [...(parts["text/html"] ?? "").matchAll(/href="([^"]*)"/g)].map(([, to]) => to);
    expect(links).toEqual(Object.values(urls));
  });

  it.each(langs)("has all text in %s, with no placeholder left, the same as plain text", (lang) => {
    const values: Record<string, string> = new Proxy({} as Record<string, string>, {
      get: (_, name) => `[${String(name)}]`,
    });
    for (const name of mailNames) {
      const template = mailTemplate(lang, name);
      const used = placeholdersIn(`${template.subject}${template.body}`);
      const given = Object.fromEntries(used.map((one) => [one, values[one] ?? ""]));
      const { subject, text, html } = writeMail(brand, { lang, template, values: given });
      expect(subject).not.toBe("");
      expect([name, `${subject}${text}${html}`]).toEqual([name, expect.not.stringContaining("{{")]);
      const all = { ...given, supportEmail: brand.supportEmail, brand: brand.name };
      const plain = interpolate(`${template.body}\n\n${mailSignature(lang)}\n`, all);
      expect([name, text]).toEqual([name, plain]);
      expect(html).toContain(`lang="${lang === "zh" ? "zh-TW" : lang}"`);
      expect([name, template.subject === mailTemplate("en", name).subject]).toEqual([
        name,
        lang === "en",
      ]);
      // Mails with a code state how long it is valid; notices state the account and the time.
      const said = name.startsWith("code") ? ["[code]", "[minutes]"] : [];
      const told = /Changed|Bound|Unbound|newSignIn|Closed/.test(name) ? ["[email]", "[time]"] : [];
      for (const value of [...said, ...told])
        expect([name, text]).toEqual([name, expect.stringContaining(value)]);
    }
  });
});
