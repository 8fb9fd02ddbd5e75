import { rmSync } from "node:fs";
import path from "node:path";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { type Customer, startShop } from "../session/testing.ts";
import { bindMfaOf, mfaCustomer, mailsTo, totpCode } from "./testing.ts";

const shop = forTests(startShop);

/** Signs in; returns the response's code and reason. */
async function signIn({ email, password }: Customer, mfaCode?: string) {
  const answer = await shop.ask("signin", { email, password, agree: 1, mfaCode });
  return {
    code: answer.code,
    reason: answer.code === 0 ? "" : answer.refused.reason,
    said: answer,
  };
}
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

describe("Binding (spec/sign-in#mfa)", () => {
  it("returns 16 base32 characters, an otpauth URL with issuer and e-mail, and an SVG", async () => {
    const customer = await shop.customer();
    const { secret, otpauth, qr } = await customer.get("mfaSecret");
    expect(secret).toMatch(/^[A-Z2-7]{16}$/);
    const uri = new URL(otpauth);
    expect(`${uri.protocol}//${uri.host}`).toBe("otpauth://totp");
    expect(decodeURIComponent(uri.pathname)).toBe(`/Turnpike:${customer.email}`);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Turnpike",
      secret,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(qr.split(",")[1] ?? "", "base64").toString();
    expect(svg).toMatch(/^<svg /);
    const again = await customer.get("mfaSecret");
    expect(again.secret).not.toBe(secret);
    // The previous secret is discarded.
    const old = await customer.ask("bindMFa", { code: totpCode(shop, secret) });
    expect(old).toMatchObject({ code: 461, refused: { reason: "mfaWrong", field: "code" } });
  });

  it("lists authenticator apps with their store links", async () => {
    const { apps } = await (await shop.customer()).get("mfaApp");
    expect(apps.map((app) => app.name)).toContain("Google Authenticator");
    for (const { ios, android } of apps) {
      expect(ios).toMatch(/^https:\/\/apps\.apple\.com\/app\/.+\/id\d+$/);
      expect(android).toMatch(/^https:\/\/play\.google\.com\/store\/apps\/details\?id=[\w.]+$/);
    }
  });

  it("requires a secret first (409), then its code (461), and binds once", async () => {
    const customer = await shop.customer();
    const none = await customer.ask("bindMFa", { code: "123456" });
    expect(none).toMatchObject({ code: 409, refused: { reason: "mfaNotStarted" } });
    const { secret } = await customer.get("mfaSecret");
    const code = totpCode(shop, secret);
    expect(await customer.ask("bindMFa", { code: wrongOf(code) })).toMatchObject({ code: 461 });
    expect(await customer.ask("bindMFa", { code: "" })).toMatchObject({ code: 400 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => customer.ask("bindMFa", { code })));
    expect(answers.filter((one) => one.code === 409)).toHaveLength(3);
    const { recoveryCodes } = answers.find((one) => one.code === 0)?.data ?? { recoveryCodes: [] };
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const one of recoveryCodes) expect(one).toMatch(/^[A-Z2-9]{4}(-[A-Z2-9]{4}){2}$/);
    for (const name of ["mfaSecret", "bindMFa"] as const) {
      const more = await customer.ask(name, { code });
      expect(more).toMatchObject({ code: 409, refused: { reason: "mfaIssues" } });
      expect(more.msg).toBe("MFA has issues, please unbind first");
    }
    expect((await customer.get("member")).mfaBound).toBe(true);
  });

  it("ends the other sessions, is logged and is notified by mail, as is unbinding", async () => {
    const customer = await shop.customer({ lang: "de" });
    const { email, password } = customer;
    const session = async (mfaCode?: string) =>
      (await shop.ask("signin", { email, password, agree: 1, mfaCode, lang: "de" })).data.session;
    const other = await session();
    const mfa = await bindMfaOf(shop, customer);
    expect(mfa.ended).toBe(1);
    expect((await shop.ask("member", { session: other })).code).toBe(300);
    expect((await customer.ask("member")).code).toBe(0);
    const third = await session(await mfa.fresh());
    await customer.get("unbindMFa", { code: await mfa.fresh() });
    expect((await shop.ask("member", { session: third })).code).toBe(300);
    expect((await customer.get("member")).mfaBound).toBe(false);
    const { items } = await customer.get("loginLog");
    expect(items.map((item) => item.event)).toEqual(
      expect.arrayContaining(["mfaBound", "mfaUnbound"]),
    );
    const subjects = (await mailsTo(shop, email)).map((mail) => mail.subject);
    expect(subjects).toContain("MFA wurde für Ihr Konto eingerichtet");
    expect(subjects).toContain("MFA wurde von Ihrem Konto entfernt");
  });
});

describe("The code at sign-in (spec/sign-in#mfa, A7)", () => {
  it("is requested (460), refused if wrong (461), accepted if right; the binding code is used up", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    expect(await signIn(customer)).toMatchObject({ code: 460, reason: "mfaNeeded" });
    const used = totpCode(shop, mfa.secret);
    expect(await signIn(customer, used)).toMatchObject({ code: 461, reason: "mfaWrong" });
    const code = await mfa.fresh();
    expect(await signIn(customer, wrongOf(code))).toMatchObject({ code: 461 });
    expect(await signIn(customer, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toMatchObject({
      code: 0,
    });
    // Without the right password, no code is requested.
    const stranger = await signIn({ ...customer, password: "wrongpassword1" });
    expect(stranger).toMatchObject({ code: 401, reason: "wrongPassword" });
  });

  it("is accepted one time step off, but not two", async () => {
    for (const [off, code] of [
      [-2, 461],
      [2, 461],
      [-1, 0],
      [1, 0],
    ] as const) {
      const { customer, secret } = await mfaCustomer(shop);
      await shop.pass(90);
      expect([off, (await signIn(customer, totpCode(shop, secret, off))).code]).toEqual([
        off,
        code,
      ]);
    }
  });

  it("works once, and no older code afterwards: of 8 concurrent calls one succeeds", async () => {
    const { customer, secret } = await mfaCustomer(shop);
    await shop.pass(90);
    const [before, now] = [totpCode(shop, secret, -1), totpCode(shop, secret)];
    const all = await Promise.all(Array.from({ length: 8 }, () => signIn(customer, now)));
    expect(all.filter((one) => one.code === 0)).toHaveLength(1);
    expect(all.filter((one) => one.code === 461)).toHaveLength(7);
    expect((await signIn(customer, before)).code).toBe(461);
    expect((await signIn(customer, totpCode(shop, secret, 1))).code).toBe(0);
  });

  it("of another account is refused", async () => {
    const [one, two] = [await shop.customer(), await shop.customer()];
    await bindMfaOf(shop, one);
    const mfa = await bindMfaOf(shop, two);
    expect((await signIn(one, await mfa.fresh())).code).toBe(461);
    expect((await signIn(one, mfa.recoveryCodes[0])).code).toBe(461);
  });
});

describe("Recovery codes (spec/sign-in#mfa)", () => {
  it("each sign in once, with or without dashes and in any case", async () => {
    const { customer, recoveryCodes } = await mfaCustomer(shop);
    const [a = "", b = "", c = "", d = ""] = recoveryCodes;
    expect((await signIn(customer, a)).code).toBe(0);
    expect((await signIn(customer, a)).code).toBe(461);
    expect((await signIn(customer, b.replaceAll("-", "").toLowerCase())).code).toBe(0);
    expect((await signIn(customer, c.replaceAll("-", " "))).code).toBe(0);
    const all = await Promise.all(Array.from({ length: 8 }, () => signIn(customer, d)));
    expect(all.filter((one) => one.code === 0)).toHaveLength(1);
  });

  it("unbind MFA, and are deleted with the secret", async () => {
    const { customer, recoveryCodes } = await mfaCustomer(shop);
    const [first, second] = recoveryCodes;
    await customer.get("unbindMFa", { code: first });
    expect((await signIn(customer)).code).toBe(0);
    await bindMfaOf(shop, customer);
    expect((await signIn(customer, second)).code).toBe(461);
  });
});

describe("Guessing (spec/sign-in#mfa, A7)", () => {
  it("is stopped after 10 wrong codes in 15 minutes, even for a right one, with the time left", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    const code = await mfa.fresh();
    for (let n = 1; n <= 10; n++) expect((await signIn(customer, wrongOf(code))).code).toBe(461);
    const refused = await signIn(customer, code);
    expect(refused).toMatchObject({ code: 429, reason: "tooManyTries" });
    const { retryAfterSeconds = 0 } = refused.said.refused;
    expect(retryAfterSeconds).toBeGreaterThan(800);
    expect(retryAfterSeconds).toBeLessThanOrEqual(900);
    // The limit applies to all calls, not only the one that was used for guessing.
    expect((await customer.ask("unbindMFa", { code })).code).toBe(429);
    await shop.pass(900);
    expect((await signIn(customer, totpCode(shop, mfa.secret))).code).toBe(0);
  });

  it("concurrently gets only 10 of 50 codes checked", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    const wrong = wrongOf(await mfa.fresh());
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => customer.ask("unbindMFa", { code: wrong })),
    );
    expect(answers.filter((one) => one.code === 461)).toHaveLength(10);
    expect(answers.filter((one) => one.code === 429)).toHaveLength(40);
  });

  it("does not include right codes, which do not count", async () => {
    const { customer, recoveryCodes, fresh } = await mfaCustomer(shop);
    for (const code of recoveryCodes) expect((await signIn(customer, code)).code).toBe(0);
    for (let n = 1; n <= 3; n++) expect((await signIn(customer, await fresh())).code).toBe(0);
  });
});

describe("Unbinding (spec/sign-in#mfa)", () => {
  it("is refused if MFA is not bound (409), without a code (460) and with a wrong one (461)", async () => {
    const customer = await shop.customer();
    const none = await customer.ask("unbindMFa", { code: "123456" });
    expect(none).toMatchObject({ code: 409, refused: { reason: "mfaNotBound" } });
    const mfa = await bindMfaOf(shop, customer);
    expect(await customer.ask("unbindMFa")).toMatchObject({ code: 460 });
    const wrong = await customer.ask("unbindMFa", { code: wrongOf(await mfa.fresh()) });
    expect(wrong).toMatchObject({ code: 461, refused: { field: "code" } });
    const mailed = await customer.ask("unbindMFa", { mailCode: "123456" });
    expect(mailed).toMatchObject({
      code: 401,
      refused: { reason: "wrongCode", field: "mailCode" },
    });
    expect((await customer.get("member")).mfaBound).toBe(true);
  });

  it("deletes the secret and the recovery codes", async () => {
    const { customer, mfa } = await mfaCustomer(shop);
    await customer.get("unbindMFa", { code: await mfa.fresh() });
    for (const table of ["mfa", "mfa_recovery_code"]) {
      const { rows } = await sql`
        select from ${sql.table(table)} where account_id = ${customer.id}`.execute(shop.db);
      expect(rows).toEqual([]);
    }
  });
});

it("If the secret's key is lost, MFA has issues; a mailed code still unbinds it", async () => {
  const broken = await startShop();
  try {
    const { customer, secret, recoveryCodes } = await mfaCustomer(broken);
    // As after a restore without the key: the next start creates a new one.
    rmSync(path.join(broken.dataDir, "secret.key"));
    const { sealOfDataDir: sealer } = await import("../../platform/seal.ts");
    Object.assign(broken.services.seal, sealer(broken.dataDir));
    await broken.advance(60);
    for (const code of [totpCode(broken, secret), recoveryCodes[0]]) {
      const answer = await customer.ask("unbindMFa", { code });
      expect(answer).toMatchObject({ code: 409, refused: { reason: "mfaIssues" } });
    }
    await customer.get("mailCode", { scene: "unbindMfa" });
    const { rows } = await sql<{ body: string }>`
      select body from mail where subject like '%turn off two-factor%'`.execute(broken.db);
    const mailCode = /^\d{6}$/m.exec(broken.services.seal.open(rows[0]?.body ?? ""))?.[0];
    await customer.get("unbindMFa", { mailCode });
  } finally {
    await broken.stop();
  }
});
