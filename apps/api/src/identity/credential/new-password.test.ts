import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { bindMfaOf, mailedCode, mailsTo } from "../mfa/testing.ts";
import { keyOf } from "../api-key/testing.ts";
import { askFrom, type Customer, startShop } from "../session/testing.ts";

const shop = forTests(startShop);

const agree = 1;
const fresh = "Marzipan7!bridge";
const enter = (email: string, password: string) => shop.ask("signin", { email, password, agree });

/** The newest line of the login log. */
async function newest({ id }: Customer) {
  const { rows } = await sql<{ event: string; session_id: string | null }>`
    select event, session_id from login_event where account_id = ${id}
    order by at desc limit 1`.execute(shop.db);
  return rows[0];
}

describe("upPwd changes the password and ends the other sessions (spec/sign-in#calls)", () => {
  it("returns how many ended, invalidates the old password and notifies the holder", async () => {
    const customer = await shop.customer();
    const other = await enter(customer.email, customer.password);
    const answer = await customer.ask("upPwd", {
      oldPassword: customer.password,
      newPassword: fresh,
    });
    expect(answer).toMatchObject({ code: 0, data: { ended: 1 } });
    expect((await customer.ask("member")).code).toBe(0);
    expect((await shop.ask("member", { session: other.data.session })).code).toBe(300);
    expect((await enter(customer.email, customer.password)).code).toBe(401);
    expect(await newest(customer)).toMatchObject({ event: "passwordChanged" });
    expect((await mailsTo(shop, customer.email))[0]?.subject).toBe("Your password was changed");
    expect((await enter(customer.email, fresh)).code).toBe(0);
  });

  it("replaces the access key, and its mail lists the API keys of the last 7 days", async () => {
    const customer = await shop.customer();
    await keyOf(customer, "read", { name: "long there" });
    await shop.advance(8 * 86_400);
    const { email, password } = customer;
    const { session, user } = (await enter(email, password)).data;
    await shop.ask("apiKeyAdd", { session, name: "just made", scopes: "buy" });
    const change = { session, oldPassword: password, newPassword: fresh };
    expect((await shop.ask("upPwd", change)).code).toBe(0);
    expect((await shop.ask("member", { key: user.accessKey })).code).toBe(300);
    const { accessKey } = (await shop.ask("member", { session })).data;
    expect((await shop.ask("member", { key: accessKey })).code).toBe(0);
    const [mail] = await mailsTo(shop, email);
    expect(mail?.text).toContain("just made");
    expect(mail?.text).not.toContain("long there");
    expect((await shop.ask("apiKeys", { session })).data.items).toHaveLength(2);
  });

  it.each([
    [{ oldPassword: "" }, 400, "enterPassword", "oldPassword"],
    [{ newPassword: "" }, 400, "enterPassword", "newPassword"],
    [{ newPassword: "lettersonly" }, 400, "badSettingsPassword", "newPassword"],
    [{ newPassword: "Aa1!567" }, 400, "badSettingsPassword", "newPassword"],
    [{ newPassword: "P@ssw0rd" }, 400, "commonPassword", "newPassword"],
    [{ oldPassword: "wrong", newPassword: "P@ssw0rd" }, 400, "commonPassword", "newPassword"],
    [{ oldPassword: "wrong" }, 401, "wrongPassword", "oldPassword"],
  ] as const)("refuses %j: %i %s", async (wrong, code, reason, field) => {
    const { ask, password } = await shop.customer();
    const answer = await ask("upPwd", { oldPassword: password, newPassword: fresh, ...wrong });
    expect(answer).toMatchObject({ code, refused: { reason, field } });
  });

  it("accepts the same password again", async () => {
    const { get, ask } = await shop.customer({ password: fresh });
    await get("upPwd", { oldPassword: fresh, newPassword: fresh });
    expect((await ask("member")).code).toBe(0);
  });

  it("requires the second factor if it is bound, after the old password (spec/api#refusal-order)", async () => {
    const customer = await shop.customer();
    const mfa = await bindMfaOf(shop, customer);
    const change = (more: Record<string, string>) =>
      customer.ask("upPwd", { oldPassword: customer.password, newPassword: fresh, ...more });
    expect((await change({ oldPassword: "wrong" })).code).toBe(401);
    expect((await change({})).code).toBe(460);
    expect((await change({ mfaCode: "000000" })).code).toBe(461);
    expect((await enter(customer.email, customer.password)).code).toBe(460);
    expect((await change({ mfaCode: await mfa.fresh() })).code).toBe(0);
  });

  it("accepts no old password if none is set", async () => {
    const { id, ask, password, get } = await shop.customer();
    await sql`update account set password_hash = null where id = ${id}`.execute(shop.db);
    expect((await get("member")).hasPassword).toBe(false);
    const answer = await ask("upPwd", { oldPassword: password, newPassword: fresh });
    expect(answer).toMatchObject({ code: 401, refused: { reason: "wrongPassword" } });
  });

  it("accepts one of several concurrent calls, and keeps only its session", async () => {
    const customer = await shop.customer();
    const devices = [customer.session];
    for (let more = 0; more < 5; more++)
      devices.push((await enter(customer.email, customer.password)).data.session);
    const passwords = devices.map((_device, at) => `${fresh}${at}`);
    const answers = await Promise.all(
      devices.map((session, at) => {
        const newPassword = passwords[at];
        return shop.ask("upPwd", { session, oldPassword: customer.password, newPassword });
      }),
    );
    const won = answers.findIndex((one) => one.code === 0);
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    for (const [at, session] of devices.entries())
      expect((await shop.ask("member", { session })).code).toBe(at === won ? 0 : 300);
    expect((await enter(customer.email, passwords[won] ?? "")).code).toBe(0);
  });

  it("is executed once for concurrent calls of one session", async () => {
    const { ask, email, password } = await shop.customer();
    const passwords = [1, 2, 3, 4].map((at) => `${fresh}${at}`);
    const answers = await Promise.all(
      passwords.map((newPassword) => ask("upPwd", { oldPassword: password, newPassword })),
    );
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, 401, 401, 401]);
    const won = answers.findIndex((one) => one.code === 0);
    expect((await enter(email, passwords[won] ?? "")).code).toBe(0);
  });

  it("refuses a sign-in if password, MFA or account changed after its password was checked", async () => {
    const changes = [
      [
        "wrongPassword",
        (id: string) => sql`update account set password_hash = '' where id = ${id}`,
      ],
      [
        "mfaNeeded",
        (id: string) => sql`insert into mfa (account_id, secret_sealed, bound_at)
          values (${id}, '', now())`,
      ],
      [
        "accountDisabled",
        (id: string) => sql`update account set disabled_at = now() where id = ${id}`,
      ],
    ] as const;
    for (const [reason, change] of changes) {
      const { id, email, password } = await shop.customer();
      const entering = await transaction(shop.db, async (tx) => {
        await sql`select 1 from account where id = ${id} for no key update`.execute(tx);
        const said = enter(email, password);
        // The password was right, and the sign-in waits for the account's lock.
        await expect.poll(() => waitingForLocks(), { timeout: 5_000 }).toBe(1);
        await change(id).execute(tx);
        return { said };
      });
      expect((await entering.said).refused.reason).toBe(reason);
      const { rows } = await sql`select 1 from session where account_id = ${id}`.execute(shop.db);
      expect(rows).toHaveLength(1);
    }
  });
});

async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.db);
  return rows[0]?.waiting ?? 0;
}

describe("repwd sets a password with a mailed code and ends every session (spec/sign-in#recovery)", () => {
  async function codeFor(email: string): Promise<string> {
    expect((await shop.ask("mailCode", { email, scene: "forgot" })).code).toBe(0);
    return mailedCode(shop, email);
  }

  it("works once, and invalidates old sessions and the old password", async () => {
    const customer = await shop.customer();
    const { email, password } = customer;
    const code = await codeFor(email);
    const input = { email, code, password: fresh };
    // The caller may be signed in to another account.
    const { session } = await shop.customer();
    expect(await shop.ask("repwd", { ...input, session })).toMatchObject({ code: 0, data: {} });
    expect((await customer.ask("member")).code).toBe(300);
    expect((await shop.ask("member", { session })).code).toBe(0);
    expect((await enter(email, password)).code).toBe(401);
    expect(await newest(customer)).toEqual({ event: "passwordRecovered", session_id: null });
    expect((await mailsTo(shop, email))[0]?.subject).toBe("Your password was changed");
    expect((await enter(email, fresh)).code).toBe(0);
    expect((await shop.ask("repwd", input)).code).toBe(410);
  });

  it("accepts the secure e-mail's code only for the secure e-mail, and notifies both", async () => {
    const { email, id } = await shop.customer();
    const secure = `secure-${email}`;
    await sql`update account set secure_email = ${secure} where id = ${id}`.execute(shop.db);
    const code = await codeFor(secure);
    const input = { code, password: fresh };
    expect((await shop.ask("repwd", { ...input, email })).code).toBe(401);
    expect((await shop.ask("repwd", { ...input, email: secure })).code).toBe(0);
    for (const to of [email, secure])
      expect((await mailsTo(shop, to))[0]?.subject).toBe("Your password was changed");
    expect((await enter(email, fresh)).code).toBe(0);
  });

  it("sets a password for an account that had none", async () => {
    const { email, id } = await shop.customer();
    await sql`update account set password_hash = null where id = ${id}`.execute(shop.db);
    const code = await codeFor(email);
    expect((await shop.ask("repwd", { email, code, password: fresh })).code).toBe(0);
    expect((await enter(email, fresh)).data.user.hasPassword).toBe(true);
  });

  it("checks the settings' password rule before the code, and MFA after it (spec/api#refusal-order)", async () => {
    const customer = await shop.customer();
    const { email } = customer;
    const mfa = await bindMfaOf(shop, customer);
    const code = await codeFor(email);
    const ask = (more: Record<string, string>) =>
      shop.ask("repwd", { email, code, password: fresh, ...more });
    expect((await ask({ password: "h7Kqorchard" })).refused).toEqual({
      reason: "badSettingsPassword",
      field: "password",
    });
    expect((await ask({ password: "P@ssw0rd" })).refused.reason).toBe("commonPassword");
    expect((await ask({ email: "nobody" })).refused.reason).toBe("badEmail");
    expect((await ask({ code: "" })).refused).toEqual({ reason: "missingField", field: "code" });
    const without = { email, password: fresh };
    const absent = await shop.ask("repwd", without);
    expect(absent.refused).toEqual({ reason: "missingField", field: "code" });
    const wrong = { code: "12345", mfaCode: "000000" };
    expect((await ask(wrong)).code).toBe(401);
    expect((await ask({})).code).toBe(460);
    expect((await ask({ mfaCode: "000000" })).code).toBe(461);
    expect((await ask({ mfaCode: await mfa.fresh() })).code).toBe(0);
  });

  it("is executed once for ten concurrent calls", async () => {
    const { email } = await shop.customer();
    const code = await codeFor(email);
    const passwords = Array.from({ length: 10 }, (_none, at) => `${fresh}${at}`);
    const answers = await Promise.all(
      passwords.map((password) => shop.ask("repwd", { email, code, password })),
    );
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    const won = answers.findIndex((one) => one.code === 0);
    expect((await enter(email, passwords[won] ?? "")).code).toBe(0);
  });

  it("reveals that an account is disabled only with the right code", async () => {
    const { email, id } = await shop.customer();
    const code = await codeFor(email);
    await sql`update account set disabled_at = now() where id = ${id}`.execute(shop.db);
    expect((await shop.ask("repwd", { email, code: "123", password: fresh })).code).toBe(401);
    expect((await shop.ask("repwd", { email, code, password: fresh })).code).toBe(403);
  });

  it("makes the network that it was called from a known one (A4)", async () => {
    const customer = await shop.customer();
    const away = askFrom(shop.url, { ip: "127.0.0.77" });
    const { email } = customer;
    const code = await codeFor(email);
    expect((await away("repwd", { email, code, password: fresh })).code).toBe(0);
    const now = new Date(shop.services.world.now());
    await sql`
      insert into throttle (key, tries, ends_at)
      values (${`signin ${email}`}, ${Array.from({ length: 100 }, () => now)},
        ${now}::timestamptz + interval '1 hour')`.execute(shop.db);
    const input = { email, password: fresh, agree };
    expect((await away("signin", input)).code).toBe(0);
    expect((await askFrom(shop.url, { ip: "127.0.0.78" })("signin", input)).code).toBe(429);
  });
});
