/** Accounts of every kind across migration 0020: which count as verified, and which are exempt. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { connect, type Db } from "../../platform/db/database.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { testDatabase } from "../../platform/db/testing.ts";
import { emailStatusOf, passesAsVerified } from "./verified-email.ts";

interface Old {
  password?: boolean;
  secure?: boolean;
  closed?: boolean;
  disabled?: boolean;
  mfa?: boolean;
  /** Events of its login log, each some minutes after registration. */
  events?: [event: string, minutes: number][];
  verified: boolean;
  passes?: boolean;
}

const accounts: Record<string, Old> = {
  signedUp: { events: [["signup", 0]], verified: false },
  withoutLog: { verified: false },
  withMfa: {
    events: [
      ["signup", 0],
      ["mfaBound", 5],
    ],
    mfa: true,
    verified: false,
  },
  disabled: { events: [["signup", 0]], disabled: true, verified: false },
  byProvider: { password: false, events: [["google", 0]], verified: true },
  byProviderThenPassword: {
    events: [
      ["github", 0],
      ["passwordRecovered", 90],
    ],
    verified: true,
  },
  linkedLater: {
    events: [
      ["signup", 0],
      ["google", 0.5],
    ],
    verified: false,
  },
  linkedMuchLater: {
    events: [
      ["signup", 0],
      ["google", 600],
    ],
    verified: false,
  },
  recovered: {
    events: [
      ["signup", 0],
      ["passwordRecovered", 60],
    ],
    verified: true,
  },
  recoveredSomewhere: {
    events: [
      ["signup", 0],
      ["passwordRecovered", 60],
    ],
    secure: true,
    verified: false,
  },
  closed: { password: false, closed: true, events: [], verified: false, passes: false },
};

const ids = new Map(Object.keys(accounts).map((name) => [name, randomUUID()]));
let admin: pg.Client;
let db: Db;
const database = `account_upgrade_${process.pid}`;
const template = forTests(() => testDatabase({ pool: 1 }));
beforeAll(async () => {
  admin = new pg.Client({ connectionString: template.url });
  await admin.connect();
  await admin.query(`create database ${database} template template0`);
  const url = template.url.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
  await migrate(url, { upTo: "0020" });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const [name, old] of Object.entries(accounts)) await insert(client, name, old);
  await client.end();
  await migrate(url);
  db = connect(url, { name: "account-upgrade-test", pool: 2 });
});
afterAll(async () => {
  await db?.destroy();
  await admin?.query(`drop database if exists ${database} with (force)`);
  await admin?.end();
});

async function insert(client: pg.Client, name: string, old: Old): Promise<void> {
  const id = ids.get(name);
  const created = new Date("2026-03-01T10:00:00Z");
  const orNull = (isSet: boolean | undefined, value: unknown) => (isSet ? value : null);
  await client.query(
    `insert into account (id, email, password_hash, secure_email, invite_code, access_key_sealed,
      access_key_lookup, created_at, closed_at, disabled_at)
      values ($1, $2, $3, $4, $5, '', $2, $6, $7, $8)`,
    [
      id,
      old.closed ? `closed-${id}@closed.invalid` : `${name.toLowerCase()}@example.com`,
      orNull(old.password !== false, "$scrypt$x"),
      orNull(old.secure, `${name.toLowerCase()}@elsewhere.example`),
      `old${id?.slice(0, 8)}`,
      created,
      orNull(old.closed, new Date()),
      orNull(old.disabled ?? old.closed, new Date()),
    ],
  );
  for (const [event, minutes] of old.events ?? []) {
    await client.query(
      `insert into login_event (id, account_id, at, ip, network, agent, event)
        values ($1, $2, $3, '192.0.1.1', '192.0.1.0/24', '', $4)`,
      [randomUUID(), id, new Date(created.getTime() + minutes * 60_000), event],
    );
  }
  if (old.mfa)
    await client.query(
      "insert into mfa (account_id, secret_sealed, bound_at) values ($1, '', $2)",
      [id, created],
    );
}

it.each(Object.entries(accounts))(
  "Migration sets the e-mail verification of an old account: %s",
  async (name, old) => {
    const id = ids.get(name) ?? "";
    expect((await emailStatusOf(db, id)).verified).toBe(old.verified);
    // Old accounts may still make every call they could before.
    expect(await passesAsVerified(db, id)).toBe(old.passes ?? true);
  },
);

it("Migration leaves second factors, passwords and secure e-mails of old accounts unchanged", async () => {
  const { rows } = await sql`
    select (select count(*)::int from mfa) as mfa,
      (select count(*)::int from account where password_hash is not null) as passwords,
      (select count(*)::int from account where secure_email is not null) as secure,
      (select count(*)::int from account where disabled_at is not null) as disabled`.execute(db);
  expect(rows).toEqual([{ mfa: 1, passwords: 9, secure: 1, disabled: 2 }]);
});
