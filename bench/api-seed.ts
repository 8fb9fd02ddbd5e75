/** Rows of a large account, written by SQL: creating them through calls would take hours. */
import { createHash, randomBytes } from "node:crypto";
import pg from "pg";

export const subAccounts = 10_000;
const days = 90;
/** Domains that the statistics store per account and day (`traffic/rollups.ts`). */
const domains = 1_000;
const nil = "00000000-0000-0000-0000-000000000000";

/**
 * Gives the account 10,000 sub-accounts and 90 days of statistics: every hour for the account and
 * its first sub-account, one hour a day for each other one, and 1,000 domains a day. Its existing
 * sub-account's sealed password is shared by the others.
 */
export async function seedLargeAccount(databaseUrl: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement, [email]);
    for (const table of ["sub_account", "usage_hour", "usage_domain_day"]) {
      await client.query(`vacuum analyze ${table}`);
    }
  } finally {
    await client.end();
  }
}

/**
 * Creates accounts like the one with this e-mail, each with $10,000 in its wallet and a session;
 * returns the session tokens. Signing up so many would take minutes because passwords are hashed.
 */
export async function seedBuyers(
  databaseUrl: string,
  { email, count }: { email: string; count: number },
): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with fresh as (
         insert into account (id, email, password_hash, invite_code, access_key_sealed,
           access_key_lookup, lang, created_at, email_verified_at)
         select gen_random_uuid(), 'buyer' || n || '@example.com', password_hash,
           'buyer' || lpad(n::text, 8, '0'), access_key_sealed, 'buyer' || n, lang, created_at, now()
         from account, generate_series(1, $2) n where email = $1 returning id
       ), numbered as (
         select id, row_number() over () as n from fresh
       ), paid as (
         select ledger_post('bench:' || id, 'recharge', 'bench', now(), jsonb_build_array(
           jsonb_build_object('owner', id, 'asset', 'wallet', 'bucket', 'main', 'amount', 1000000),
           jsonb_build_object('owner', null, 'asset', 'wallet', 'bucket', 'payments',
             'amount', -1000000))) from numbered
       )
       insert into session (id, account_id, token_hash, created_at, last_seen_at, ip, agent)
       select gen_random_uuid(), numbered.id, ($3::bytea[])[n], now(), now(), '127.0.0.1', 'bench'
       from numbered, (select count(*) from paid) p`,
      [email, count, hashes],
    );
    await client.query("vacuum analyze account, session, ledger_account, ledger_holding");
  } finally {
    await client.end();
  }
  return tokens;
}

export interface Carrier {
  accountId: string;
  subAccountId: string;
}

/** Creates accounts with a terabyte each, and a sub-account that uses it. */
export async function seedCarriers(databaseUrl: string, count: number): Promise<Carrier[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Carrier>(
      `with fresh as (
         insert into account (id, email, invite_code, access_key_sealed, access_key_lookup, created_at)
         select gen_random_uuid(), 'carrier' || n || '@example.com', 'carry' || lpad(n::text, 8, '0'),
           '', 'carrier' || n, now() from generate_series(1, $1) n returning id
       ), paid as (
         select ledger_post('bench:' || id, 'grant', 'bench', now(), jsonb_build_array(
           jsonb_build_object('owner', id, 'asset', 'traffic', 'bucket', 'main', 'amount', 10 ^ 12),
           jsonb_build_object('owner', null, 'asset', 'traffic', 'bucket', 'stock',
             'amount', -(10 ^ 12)))) from fresh
       )
       insert into sub_account (id, account_id, name, sealed_password, verifier, main, created_at)
       select gen_random_uuid(), id, 'carry' || lpad((row_number() over ())::text, 6, '0'), '',
         repeat('0', 64), true, now()
       from fresh, (select count(*) from paid) p
       returning account_id as "accountId", id as "subAccountId"`,
      [count],
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Number of ledger entries, and the size of the whole database in bytes. */
export async function ledgerSize(databaseUrl: string): Promise<{ entries: number; bytes: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ entries: number; bytes: number }>(
      `select (select count(*)::int from ledger_entry) as entries,
         pg_database_size(current_database())::float8 as bytes`,
    );
    return rows[0] ?? { entries: 0, bytes: 0 };
  } finally {
    await client.end();
  }
}

const owner = "(select id from account where email = $1)";
const statements = [
  `insert into sub_account (id, account_id, name, sealed_password, verifier, created_at)
   select gen_random_uuid(), account_id, 'bench' || lpad(n::text, 6, '0'), sealed_password,
     verifier, created_at - n * interval '1 minute'
   from sub_account, generate_series(1, ${subAccounts} - 1) n
   where account_id = ${owner} and name = 'bench000000'`,
  `insert into usage_hour
     (account_id, sub_account_id, product, hour, up_bytes, down_bytes, requests)
   select ${owner}, scope, 'traffic', hour, 1000000, 20000000, 50
   from generate_series(date_trunc('hour', now()) - interval '${days} days', now(), '1 hour') hour,
     (select '${nil}'::uuid union all
      select id from sub_account where name = 'bench000000' and account_id = ${owner}) s (scope)`,
  `insert into usage_hour
     (account_id, sub_account_id, product, hour, up_bytes, down_bytes, requests)
   select account_id, id, 'traffic', date_trunc('hour', now()) - day * interval '1 day',
     100, 2000, 5
   from sub_account, generate_series(0, ${days} - 1) day
   where account_id = ${owner} and name <> 'bench000000'`,
  `insert into usage_domain_day (account_id, sub_account_id, day, domain, bytes, requests)
   select ${owner}, '${nil}', current_date - day, 'host' || n || '.example.com', 21000 * n, n
   from generate_series(0, ${days} - 1) day, generate_series(1, ${domains}) n`,
];
