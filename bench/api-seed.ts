/** A large account's rows, written by SQL: making them by calls would take hours. */
import pg from "pg";

export const subAccounts = 10_000;
const days = 90;
/** Domains that the statistics keep of an account and day (`traffic/rollups.ts`). */
const domains = 1_000;
const nil = "00000000-0000-0000-0000-000000000000";

/**
 * Gives the account of that e-mail 10,000 sub-accounts and 90 days of statistics: every hour of
 * the account and of its first sub-account, an hour a day of each other one, 1,000 domains a day.
 * It has one sub-account already, whose sealed password the others share.
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
