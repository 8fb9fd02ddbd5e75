/** The mail server in the console (spec/console#mails), over HTTP and SMTP. */
import { sql } from "kysely";
import type { SMTPServerOptions } from "smtp-server";
import { describe, expect, it, vi } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sellerToday } from "../../commerce/invoice-record/seller.ts";
import { transaction } from "../../platform/db/database.ts";
import { deliverMails } from "../../platform/mail/deliver.ts";
import { smtpUrl } from "../../platform/mail/server.ts";
import { startMailServer } from "../../platform/mail/testing.ts";
import { upsertSetting } from "../../platform/setting/store.ts";
import { readServer } from "../operator/acts/mail-server.ts";
import { operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const password = "canary-example-77";
const knowsUs: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password: given }, _session, callback) =>
    given === password ? callback(null, { user: username }) : callback(new Error("wrong")),
};
const post = forTests(() => startMailServer(knowsUs));
const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const second = forTests(() => api.startAnother());

const typed = () => ({
  host: "127.0.0.1",
  port: post.port,
  user: "us@example.com",
  password,
  from: "Acme <mail@acme.example>",
});

describe("The mail server (spec/console#mails)", () => {
  it("is stored sealed, never shown or logged, and used by every API process without a restart", async () => {
    const none = await owner.get("mailServerShow");
    expect(none.server).toMatchObject({ source: "none", host: "", hasPassword: false });
    expect(await owner.get("setUpMail")).toMatchObject({ works: false });
    const { server } = await owner.get("mailServerSet", typed());
    const { password: _never, ...shown } = typed();
    expect(server).toEqual({ source: "console", unreadable: false, hasPassword: true, ...shown });
    expect(await owner.get("setUpMail")).toMatchObject({ works: true, to: owner.email });
    expect(post.kept.at(-1)).toContain("From: Acme <mail@acme.example>");
    // The other process sends what waited, through the new server.
    await vi.waitFor(() => expect(smtpUrl(second.services)).toContain(String(post.port)), {
      timeout: 2_000,
      interval: 20,
    });
    await deliverMails(second.services);
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(value::text, '') from setting)
        || (select string_agg(audit_log::text, '') from audit_log) as text`.execute(api.db);
    expect(rows[0]?.text).not.toContain(password);
    expect(rows[0]?.text).toContain("mail.server");
    const { said } = await operateJson(api.services, "doctor");
    expect(JSON.stringify(said.checks)).toContain('"SMTP_URL","state":"ok"');
  });

  it("keeps its password for the same server and user alone", async () => {
    const kept = await owner.get("mailServerSet", { ...typed(), password: "" });
    expect(kept.server.hasPassword).toBe(true);
    expect(await owner.get("setUpMail")).toMatchObject({ works: true });
    for (const other of [{ host: "attacker.example" }, { user: "other" }]) {
      const asked = await owner.ask("mailServerSet", { ...typed(), password: "", ...other });
      expect(asked.refused.detail).toBe("password: is missing");
    }
  });

  it("is no internal one in production, and asks for TLS before a password is sent", async () => {
    const { env, ownNames, settings, seal } = api.services;
    const production = { env: { ...env, lab: false }, ownNames, settings, seal };
    const read = (more: object) => () =>
      readServer(production, { ...typed(), port: 587, ...more }, null);
    for (const host of ["127.0.0.1", "10.0.0.7", "localhost", "db.internal", "mailer"])
      expect(read({ host })).toThrow("host: is internal");
    expect(read({ host: "smtp.example.com/x" })).toThrow("host: is no name");
    expect(read({ host: "smtp.example.com", port: 6379 })).toThrow("port: is none of 25");
    const asked = await owner.ask("mailServerSet", { ...typed(), from: "nobody" });
    expect(asked.refused.detail).toMatch(/^from: is no sender/);
    expect(read({ host: "smtp.example.com" })()).toMatchObject({ port: 587, password });
    await owner.get("mailServerSet", { ...typed(), host: "smtp.example.com", port: 587 });
    expect(smtpUrl(production)).toBe(
      `smtp://us%40example.com:${password}@smtp.example.com:587/?requireTLS=true`,
    );
    await owner.get("mailServerSet", { ...typed(), host: "smtp.example.com", port: 465 });
    expect(smtpUrl(production)).toMatch(/^smtps:.*:465\/$/);
  });

  it("of the environment gets a password after STARTTLS alone, unless its URL says otherwise", () => {
    const { settings, seal, env } = api.services;
    const said = (SMTP_URL: string) =>
      smtpUrl({ settings, seal, env: { ...env, lab: false, SMTP_URL } });
    const plain = "smtp://us:secret@smtp.example.com:587";
    expect(said(plain)).toBe(`${plain}?requireTLS=true`);
    for (const own of [`${plain}?ignoreTLS=true`, "smtp://us:secret@127.0.0.1:25"])
      expect(said(own)).toBe(own);
    expect(said("smtp://smtp.example.com")).toBe("smtp://smtp.example.com");
  });

  it("is removed; one that was sealed with another key is said to be unreadable", async () => {
    const { server } = await owner.get("mailServerRemove");
    expect(server).toMatchObject({ source: "none", from: "Acme <mail@acme.example>" });
    const { db, settings } = api.services;
    await transaction(db, (tx) => upsertSetting(tx, "mail.server", '"s1.AAAA"'));
    await settings.refresh();
    expect((await owner.get("mailServerShow")).server.unreadable).toBe(true);
    const { said } = await operateJson(api.services, "doctor");
    expect(JSON.stringify(said.checks)).toContain("stored mail server");
  });

  it("of the environment wins and cannot be changed in the console", async () => {
    const { env } = api.services;
    env.SMTP_URL = "smtps://env-user:secret@smtp.example.com";
    const { server } = await owner.get("mailServerShow");
    expect(server).toMatchObject({ source: "environment", port: 465, user: "env-user" });
    const refused = await owner.ask("mailServerSet", typed());
    expect(refused.refused.detail).toBe("the environment has SMTP_URL, which wins");
    delete env.SMTP_URL;
  });

  it("is set by owners alone", async () => {
    for (const role of ["support", "finance", "viewer"] as const) {
      const person = await api.person(role);
      expect((await person.ask("mailServerShow")).code).toBe(403);
    }
  });
});

it("The seller on invoices (spec/brand) has the address of the brand, or the environment's", async () => {
  const { env } = api.services;
  env.SELLER_ADDRESS = "1 Old Street, Dublin";
  const set = (file: object) => owner.get("brandSet", { file: JSON.stringify(file) });
  await set({ name: "Acme" });
  expect(sellerToday(api.services).lines).toEqual(["1 Old Street", "Dublin"]);
  await set({
    name: "Acme",
    legalName: "Acme GmbH",
    legalAddress: "Hauptstr. 1, Hof\n10115 Berlin",
  });
  expect(sellerToday(api.services)).toMatchObject({
    name: "Acme GmbH",
    lines: ["Hauptstr. 1, Hof", "10115 Berlin"],
  });
  const { steps } = await owner.get("setUpShow");
  const brand = steps.find(({ step }) => step === "brand");
  expect(brand?.lines).toContainEqual(
    expect.objectContaining({ name: "SELLER_ADDRESS", state: "ok" }),
  );
});
