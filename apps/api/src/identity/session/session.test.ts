import { execFileSync } from "node:child_process";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { authenticate } from "./authenticate.ts";
import { startShop } from "./testing.ts";

const shop = forTests(startShop);

const agree = 1;
const password = "h7Kqorchard";

describe("Sign-up (spec/sign-in#credentials)", () => {
  it("returns a 256-bit session and the account holder, and queues a welcome mail", async () => {
    const email = "Ada@Example.com";
    const { data } = await shop.ask("signup", { email, password, agree, lang: "de" });
    expect(Buffer.from(data.session, "base64url")).toHaveLength(32);
    expect(data.user).toMatchObject({
      email: "ada@example.com",
      walletCents: 0,
      trafficBytes: 0,
      ipBalance: 0,
      staticCredits: { 7: 0, 30: 0, 90: 0 },
      shortCredits: { 1: 0, 3: 0, 7: 0 },
      enterprise: { ip: false, traffic: false },
      loginMinutes: 1440,
      multiDevice: true,
      mfaBound: false,
      lang: "de",
    });
    expect(data.user.accessKey).toMatch(/^[A-Za-z0-9]{16}$/);
    expect(data.user.inviteCode).toMatch(/^[A-Za-z0-9]{6,15}$/);
    const mails = await (await fetch(`${shop.url}/lab/mails?to=ada@example.com`)).json();
    expect(mails).toMatchObject([{ to: "ada@example.com", subject: "Willkommen bei Turnpike" }]);
  });

  it.each([
    [{ email: "nobody" }, "badEmail", "email", "Enter the correct email"],
    [{ password: "" }, "enterPassword", "password", "Enter your password"],
    [
      { password: "1abcdefg" },
      "badRegistrationPassword",
      "password",
      /, please |, please$|Please /,
    ],
    [{ password: "iloveyou" }, "commonPassword", "password", /most common ones/],
    [{ agree: 0 }, "mustAgree", "agree", /, please |, please$|Please /],
    [{ inviteCode: "nosuch1" }, "unknownInviteCode", "inviteCode", /, please |, please$|Please /],
  ] as const)("refuses %j as %s", async (wrong, reason, field, msg) => {
    const good = { email: "new@example.com", password, agree };
    const answer = await shop.ask("signup", { ...good, ...wrong });
    expect(answer).toMatchObject({ status: 200, code: 400, refused: { reason, field } });
    expect(answer.msg).toMatch(msg);
  });

  it("accepts an invitation code regardless of case", async () => {
    const inviter = await shop.customer();
    const { inviteCode } = await inviter.get("member");
    const guest = await shop.customer({ inviteCode: inviteCode.toLowerCase() });
    const { rows } = await sql`
      select invited_by from account where id = ${guest.id}`.execute(shop.db);
    expect(rows).toEqual([{ invited_by: inviter.id }]);
  });

  it("creates one account for 20 concurrent sign-ups with one e-mail", async () => {
    const input = { email: "race@example.com", password, agree };
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.ask("signup", input)));
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    const others = answers.filter((one) => one.code !== 0).map((one) => one.refused.reason);
    expect(new Set(others)).toEqual(new Set(["emailTaken"]));
    expect(refusals.emailTaken).toBe(409);
  });
});

describe("Sign-in (spec/sign-in#calls)", () => {
  it("returns a new token each time", async () => {
    const { email, session } = await shop.customer();
    const again = await shop.ask("signin", { email: email.toUpperCase(), password, agree });
    expect(again.code).toBe(0);
    expect(again.data.session).not.toBe(session);
    expect(again.data.user.lastLoginAt).not.toBeNull();
  });

  it("does not distinguish an unknown e-mail from a wrong password (A5)", async () => {
    const { email } = await shop.customer();
    const wrong = await shop.ask("signin", { email, password: "wrong", agree });
    const unknown = await shop.ask("signin", { email: "no@example.com", password: "wrong", agree });
    expect(wrong.code).toBe(401);
    expect(wrong.msg).toBe("The password is incorrect, please re-enter");
    expect(unknown).toEqual(wrong);
  });

  it("refuses after 10 failures a minute with the time left, and works again later (spec/limits#rate-limits)", async () => {
    const { email } = await shop.customer();
    const guess = () => shop.ask("signin", { email, password: "wrong", agree });
    const answers = await Promise.all(Array.from({ length: 40 }, guess));
    const looked = answers.filter((one) => one.code === 401).length;
    expect(looked).toBe(10);
    const blocked = await shop.ask("signin", { email, password, agree });
    expect(blocked).toMatchObject({ code: 429, refused: { reason: "tooManyTries" } });
    expect(blocked.refused.retryAfterSeconds).toBeLessThanOrEqual(60);
    await shop.pass(61);
    expect((await shop.ask("signin", { email, password, agree })).code).toBe(0);
  });

  it.runIf(isFull)("does not count successes: 40 concurrent sign-ins succeed", async () => {
    const { email } = await shop.customer();
    const enter = () => shop.ask("signin", { email, password, agree });
    const answers = await Promise.all(Array.from({ length: 40 }, enter));
    expect(answers.map((one) => one.code)).toEqual(answers.map(() => 0));
  });

  it("is logged in at most 10,000 entries: the oldest are deleted", async () => {
    const { id, email } = await shop.customer();
    await sql`
      insert into login_event (id, account_id, at, ip, network, agent, event)
      select gen_random_uuid(), ${id}, now() - n * interval '1 minute', '', '', 'old', 'signin'
      from generate_series(1, 10050) n`.execute(shop.db);
    await shop.ask("signin", { email, password, agree });
    const { rows } = await sql<{ count: number; newest: string }>`
      select count(*)::int as count, (array_agg(agent order by at desc))[1] as newest
      from login_event where account_id = ${id}`.execute(shop.db);
    // A hundred at once, so that this is not done for each entry.
    expect(rows).toEqual([{ count: 9_952, newest: "node" }]);
  });

  it("reveals that an account is disabled only to a caller who knows the password", async () => {
    const { id, email, ask } = await shop.customer();
    await sql`update account set disabled_at = now() where id = ${id}`.execute(shop.db);
    expect((await shop.ask("signin", { email, password, agree })).code).toBe(403);
    expect((await shop.ask("signin", { email, password: "wrong", agree })).code).toBe(401);
    expect((await ask("member")).code).toBe(300);
  });
});

describe("A session (spec/sign-in#sessions)", () => {
  it("is required, and an invalid one is refused", async () => {
    for (const session of [undefined, "", "junk", "A".repeat(43), "null"]) {
      expect((await shop.ask("member", { session })).code).toBe(300);
    }
  });

  it("ends with sign-out, while others remain", async () => {
    const { email, ask } = await shop.customer();
    const other = await shop.ask("signin", { email, password, agree });
    expect((await ask("signout")).code).toBe(0);
    expect((await ask("member")).code).toBe(300);
    expect((await shop.ask("member", { session: other.data.session })).code).toBe(0);
  });

  it("expires loginMinutes after its last call; each call restarts the time", async () => {
    const { id, ask } = await shop.customer();
    await sql`update account set login_minutes = 10 where id = ${id}`.execute(shop.db);
    await shop.pass(9 * 60);
    expect((await ask("member")).code).toBe(0);
    await shop.pass(9 * 60);
    expect((await ask("member")).code).toBe(0);
    await shop.pass(10 * 60);
    expect((await ask("member")).code).toBe(300);
  });

  it("never expires by idleness if loginMinutes is 0", async () => {
    const { id, ask } = await shop.customer();
    await sql`update account set login_minutes = 0 where id = ${id}`.execute(shop.db);
    await shop.advance(400 * 86_400);
    expect((await ask("member")).code).toBe(0);
  });

  it("ends with another login if multi-device is off, even with concurrent logins", async () => {
    const { id, email, ask } = await shop.customer();
    await sql`update account set multi_device = false where id = ${id}`.execute(shop.db);
    const enter = () => shop.ask("signin", { email, password, agree });
    const entered = await Promise.all([enter(), enter(), enter()]);
    const alive = await Promise.all(
      entered.map((one) => shop.ask("member", { session: one.data.session })),
    );
    expect(alive.filter((one) => one.code === 0)).toHaveLength(1);
    expect((await ask("member")).code).toBe(300);
  });

  it("records its last call at most once a minute", async () => {
    const { session } = await shop.customer();
    const seen = async () => {
      const from = { ip: "127.0.0.1" };
      const known = await authenticate(shop.services, session, from);
      const { rows } = await sql<{ last_seen_at: Date }>`
        select last_seen_at from session where id = ${known?.sessionId}`.execute(shop.db);
      return rows[0]?.last_seen_at.getTime() ?? 0;
    };
    const first = await seen();
    expect(await seen()).toBe(first);
    await shop.pass(61);
    expect(await seen()).toBeGreaterThan(first);
  });
});

it("An access key can only read (spec/api#requests)", async () => {
  const customer = await shop.customer();
  const key = (await customer.get("member")).accessKey;
  expect((await shop.ask("member", { key })).data.id).toBe(customer.id);
  const write = await shop.ask("recharge", { key, amountCents: 500, method: "card" });
  expect(write).toMatchObject({ code: 403, refused: { reason: "keyReadOnly" } });
  expect((await shop.ask("member", { key: "0123456789abcdef" })).code).toBe(300);
});

it("No valid secret appears in a dump of the database (A1)", async () => {
  const { session, email, ask, password: secret } = await shop.customer();
  const { accessKey } = (await ask("member")).data;
  await shop.ask("signin", { email, password: "MyTypo7secret", agree });
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(shop.db);
  let dump = "";
  for (const { name } of rows) {
    const all = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t`.execute(shop.db);
    dump += all.rows.map(({ row }) => row).join("\n");
  }
  expect(dump).toContain(email);
  const hex = (text: string) => Buffer.from(text).toString("hex");
  const base64 = (text: string) => Buffer.from(text).toString("base64").replace(/=+$/, "");
  for (const live of [session, accessKey, secret, "MyTypo7secret"]) {
    for (const spelt of [live, hex(live), base64(live)]) expect(dump.includes(spelt)).toBe(false);
  }
  const mode = execFileSync("stat", ["-c", "%a", `${shop.dataDir}/secret.key`])
    .toString()
    .trim();
  expect(mode).toBe("600");
});
