import { writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { startTestConsole } from "../console/testing.ts";
import { operate, operateJson } from "./testing.ts";

const office = forTests(startTestConsole);
const folder = folderForTests();

interface LabMail {
  to: string;
  from: string;
  subject: string;
  text: string;
  html: string;
}
const mailsTo = async (to: string): Promise<LabMail[]> => {
  const answer = await fetch(`${office.url}/lab/mails?to=${encodeURIComponent(to)}`);
  return (await answer.json()) as LabMail[];
};
const signUp = async (email: string, lang: string) => {
  const fields = { email, password: "h7Kqorchard", agree: "1", lang };
  const answer = await fetch(`${office.url}/v1/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  });
  expect(answer.status).toBe(200);
};
/** Runs `mails set` with a body from a file. */
async function set(name: string, lang: string, { subject = "Hallo", body = "" }) {
  const file = path.join(folder, "body.md");
  await writeFile(file, body);
  const words = ["mails", "set", name, "--lang", lang, "--subject", subject, "--body", file];
  return operateJson(office.services, ...words);
}

const body = [
  "# Willkommen bei {{brand}}",
  "",
  "Ihr Konto **{{email}}** ist da. Code:",
  "",
  "{{code}}",
  "",
  "[Loslegen]({{url}})",
].join("\n");

describe("Texts of mails (spec/operator#mails)", () => {
  it("are listed with their placeholders, and shown as they are sent", async () => {
    const { said: list } = await operateJson(office.services, "mails", "list");
    const welcome = list.find(({ name }: { name: string }) => name === "welcomeCode");
    expect(welcome).toEqual({
      name: "welcomeCode",
      placeholders: ["brand", "email", "url", "code", "minutes", "supportEmail"],
      changed: [],
    });
    const { said } = await operateJson(office.services, "mails", "show", "codeSignin");
    expect(said).toMatchObject({ name: "codeSignin", lang: "en", subject: "Your code to sign in" });
    expect(said.placeholders).toContainEqual({ name: "code", required: true });
    expect(said.placeholders).toContainEqual({ name: "minutes", required: false });
  });

  it("are the operator's own for mails from then on, in that language, until they are reset", async () => {
    const done = await set("welcomeCode", "de", { subject: "Willkommen, {{email}}", body });
    expect([done.error, done.code]).toEqual(["", 0]);
    await signUp("anna@example.com", "de");
    await signUp("ann@example.com", "en");
    const [mail] = await mailsTo("anna@example.com");
    expect(mail?.subject).toBe("Willkommen, anna@example.com");
    expect(mail?.text).toMatch(
      /^Willkommen bei Turnpike\n\nIhr Konto anna@example\.com ist da\. Code:\n\n\d{6}\n\nLoslegen: http.*\/cli\/home\n/,
    );
    expect(mail?.html).toMatch(/<strong>anna@example\.com<\/strong>/);
    expect(mail?.html).toMatch(/<a class="button" href="http[^"]*\/cli\/home"/);
    expect(mail?.from).toContain("@");
    expect((await mailsTo("ann@example.com"))[0]?.subject).toBe("Welcome to Turnpike");
    const { said: list } = await operateJson(office.services, "mails", "list");
    const changed = list.filter((row: { changed: string[] }) => row.changed.length > 0);
    expect(changed).toMatchObject([{ name: "welcomeCode", changed: ["de"] }]);
    const { said } = await operateJson(office.services, "mails", "reset", "welcomeCode");
    expect(said).toEqual({ name: "welcomeCode", reset: ["de"] });
    await signUp("annika@example.com", "de");
    expect((await mailsTo("annika@example.com"))[0]?.subject).toBe("Willkommen bei Turnpike");
  });

  it.each<[string, { subject?: string; body?: string }, string]>([
    ["lacks the code", { body: "{{url}}" }, "body: {{code}} is missing"],
    ["lacks a link", { body: "{{code}}" }, "body: {{url}} is missing"],
    ["has an unknown placeholder", { body: `${body} {{nick}}` }, "body: {{nick}} is unknown"],
    ["has one in the subject", { body, subject: "Hi {{nick}}" }, "subject: {{nick}} is unknown"],
    ["has the code in the subject", { body, subject: "{{code}}" }, "subject: {{code}} belongs"],
    ["has a subject of two lines", { body, subject: "a\r\nBcc: x@y.zz" }, "subject: is one line"],
    ["has no subject", { body, subject: " " }, "subject: is empty"],
    ["is empty", { body: "" }, "body: is empty"],
    [
      "links to a script",
      { body: `${body} [x](javascript:alert(1))` },
      "body: the link to javascr",
    ],
  ])("are refused if one %s, and the field is named", async (_name, text, why) => {
    const { code, error } = await set("welcomeCode", "fr", text);
    expect([code, error.slice(0, why.length)]).toEqual([1, why]);
    expect(error).not.toContain("\n");
  });

  it("are refused for mails and languages that do not exist", async () => {
    expect(await set("nothing", "de", { body })).toMatchObject({ code: 1 });
    const { code } = await operate(office.services, "mails", "show", "welcome", "--lang", "xx");
    expect(code).toBe(2);
  });

  it("that no longer fit a mail do not stop it: the shipped text is sent", async () => {
    await sql`insert into mail_text (name, lang, subject, body, updated_at)
      values ('welcomeCode', 'vi', 'S', '{{gone}}', now())`.execute(office.services.db);
    await signUp("an@example.com", "vi");
    expect((await mailsTo("an@example.com"))[0]?.subject).toBe("Chào mừng đến với Turnpike");
  });

  it("are sent to an address with samples", async () => {
    const words = ["mails", "preview", "order", "--lang", "de", "--to", "me@example.com"];
    const { said } = await operateJson(office.services, ...words);
    expect(said).toMatchObject({ to: "me@example.com" });
    const [mail] = await mailsTo("me@example.com");
    expect(mail?.text).toMatch(/25,00/);
    expect(mail?.text).not.toContain("{{");
  });

  it("keep a code out of what can be sent again, wherever in a line it is", async () => {
    await set("welcomeCode", "ru", { body: "Код: {{code}}, {{url}}" });
    await signUp("anya@example.com", "ru");
    const owner = await office.person("owner");
    const { items } = await owner.get("customerMails", { account: "anya@example.com" });
    expect(items).toMatchObject([{ canResend: false }]);
    const id = items[0]?.id ?? "";
    const again = await owner.ask("mailResend", { account: "anya@example.com", id });
    expect(again.refused.reason).toBe("actRefused");
  });
});

describe("Texts of mails in the console (spec/console#mails)", () => {
  it("are changed by owners alone, with a preview that names what is wrong", async () => {
    const owner = await office.person("owner");
    const named = { name: "refund", lang: "fr" } as const;
    const shown = await owner.get("mailTextShow", named);
    expect(shown).toMatchObject({ changed: false, subject: "Remboursement de {{amount}}" });
    const wrong = await owner.get("mailTextPreview", { ...named, subject: "S", body: "{{nick}}" });
    expect(wrong.text).toContain("{{nick}}");
    expect(wrong.faults.map(({ field }) => field)).toEqual(["body", "body"]);
    const own = { subject: "{{amount}} !", body: "Voilà\n\n{{url}}" };
    const preview = await owner.get("mailTextPreview", { ...named, ...own });
    expect(preview).toMatchObject({ faults: [], subject: expect.stringContaining("25,00") });
    expect((await owner.ask("mailTextSet", { ...named, ...own, body: "x" })).code).toBe(400);
    await owner.get("mailTextSet", { ...named, ...own, reason: "friendlier" });
    expect(await owner.get("mailTextShow", named)).toMatchObject({ ...own, changed: true });
    await owner.get("mailTextTest", { ...named, ...own });
    expect((await mailsTo(owner.email))[0]?.text).toContain("Voilà");
    const { items } = await owner.get("auditList", {});
    expect(items.map(({ action }) => action).slice(0, 2)).toEqual(["mail.preview", "mail.set"]);
    expect(items[1]).toMatchObject({ subject: "refund fr", reason: "friendlier" });
    for (const role of ["support", "finance", "viewer"] as const) {
      const other = await office.person(role);
      const refused = await other.ask("mailTextSet", { ...named, ...own });
      expect(refused.refused.permission).toBe("mails.write");
    }
    expect(await owner.get("mailTextReset", named)).toEqual({ reset: ["fr"] });
  });

  it("bear the brand at once: name, sender, colour, addresses and a PNG as logo", async () => {
    const owner = await office.person("owner");
    const png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const file = {
      name: "Nordlicht Proxies",
      logo: `data:image/png;base64,${png}`,
      accent: "#1d4f91",
      supportEmail: "hilfe@nordlicht.example",
      mailFrom: "Nordlicht <post@nordlicht.example>",
      mailFooter: "Nordlicht Proxies GmbH\nHamburg",
    };
    await owner.get("brandSet", { file: JSON.stringify(file) });
    await signUp("annegret@example.com", "de");
    const [mail] = await mailsTo("annegret@example.com");
    expect(mail).toMatchObject({
      from: "Nordlicht <post@nordlicht.example>",
      subject: "Willkommen bei Nordlicht Proxies",
    });
    const end = "hilfe@nordlicht.example\n\nNordlicht Proxies GmbH\nHamburg\n";
    expect(mail?.text.endsWith(`Ihr Team von Nordlicht Proxies\n${end}`)).toBe(true);
    expect(mail?.html).toContain("#1d4f91");
    expect(mail?.html).toMatch(/<img src="http[^"]*\/brand\/logo\?v=\w+" alt="Nordlicht Proxies"/);
    expect(JSON.stringify(mail)).not.toContain("Turnpike");
    await owner.get("brandReset", {});
  });
});
