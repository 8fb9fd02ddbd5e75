/**
 * Rows of a large installation for the console benchmark (README.md), written by SQL: 100,000
 * customers, 5 million orders, 30 days of statistics and 90 days of connections. The last two days
 * are as dense as every day would be with 200 million connections.
 */
import { createHash, randomBytes } from "node:crypto";
import { partitionSpan } from "@turnpike/rules/partitions.ts";
import pg from "pg";
import { connect } from "../apps/api/src/platform/db/database.ts";
import { realWorld } from "../apps/api/src/platform/world.ts";
import { seedLabExits } from "../apps/api/src/inventory/exit/lab-seed.ts";

const dayMs = 86_400_000;
const days = 90;
/** Rows of one day if 90 days have 200 million. */
const rowsOfDenseDay = Math.round(200_000_000 / days);
const denseDays = 2;
/** Number of customers that send traffic, through this many exits. */
const carriers = 1_000;
export const exits = 2_000;

export interface Size {
  customers: number;
  orders: number;
  /** Connections over 90 days. */
  connections: number;
}

const account = (n: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const sub = (n: string) => `('00000000-0000-4000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const first = `(array['anna','bob','carla','dmitri','eve','fang','greta','hugo','ines','jan','kim',
  'lena','marco','nina','oleg','paula','quang','rosa','sven','tina','ugo','vera','wei','xenia',
  'yusuf','zoe'])[1 + n % 26]`;
const last = `(array['smith','mueller','ivanov','nguyen','garcia','rossi','dubois','kim','chen',
  'novak','silva','kowalski','larsen','haas','okafor','tanaka','popescu','brown','wagner'])[1 + n % 19]`;
/** A good half are from one provider, as is usual; every twentieth has its own domain. */
const domain = `case when n % 20 < 11 then 'gmail.com' when n % 20 < 14 then 'outlook.com'
  when n % 20 < 16 then 'qq.com' when n % 20 < 18 then 'yahoo.co.uk' when n % 20 < 19 then '163.com'
  else 'firm' || n / 20 % 3000 || '.example' end`;
/** Favours low numbers: a few customers buy and send the most. */
const skewed = (most: number, power = 2) => `floor(${most} * power(random(), ${power}))::int`;

function statements({ customers, orders }: Size): [string, string][] {
  const all = `generate_series(0, ${customers} - 1) n`;
  const ago = (of: string, span: number) => `now() - ${of} * interval '${span} days'`;
  return [
    [
      "account",
      `insert into account (id, email, secure_email, invite_code, access_key_sealed,
         access_key_lookup, lang, created_at, email_verified_at, last_login_at)
       select ${account("n")}, ${first} || (array['.', '', '_'])[1 + n % 3] || ${last} || n || '@' || ${domain},
         case when n % 4 = 0 then 'safe' || n || '@' || ${last} || '.example' end,
         'code' || lpad(n::text, 8, '0'), '', 'key' || n, 'en',
         ${ago(`(${customers} - n) / ${customers}.0`, 730)}, now(), ${ago("random()", 300)} from ${all}`,
    ],
    [
      "sub_account",
      `insert into sub_account (id, account_id, name, sealed_password, verifier, main, created_at)
       select case when copy = 0 then ${sub("n")} else gen_random_uuid() end, ${account("n")},
         ${first} || ${last} || copy || lpad(n::text, 6, '0'), '', repeat('0', 64), copy = 0, now()
       from ${all}, generate_series(0, 1) copy`,
    ],
    [
      "ledger_holding",
      `insert into ledger_holding (owner, asset, balance)
       select ${account("n")}, 'wallet', n % 50000 from ${all}`,
    ],
    [
      "shop_order",
      `insert into shop_order (id, order_no, account_id, sku, kind, enterprise, quantity, list_cents,
         discount_cents, amount_cents, method, status, asset, granted, created_at, paid_at)
       select gen_random_uuid(), 'TP' || lpad(n::text, 10, '0'), ${account("a")},
         (array['traffic-standard','ip-standard','static-30','short-7'])[1 + n % 4],
         (array['traffic','ip','static','short'])[1 + n % 4], false, 1, c, 0, c,
         (array['wallet','wallet','card','crypto'])[1 + n % 4],
         case when n % 50 = 0 then 'failed' else 'paid' end, 'wallet', 1, at,
         case when n % 50 = 0 then null else at end
       from (select n, ${skewed(customers)} as a, 100 + n % 9900 as c,
         ${ago(`(${orders} - n) / ${orders}.0`, 730)} as at
         from generate_series(1, ${orders}) n) made`,
    ],
    [
      "payment",
      `insert into payment (id, account_id, method, provider, status, amount_cents, bonus_cents,
         received_cents, credited_cents, created_at, expires_at, paid_at, provider_ref)
       select gen_random_uuid(), ${account(skewed(customers))}, 'card', 'stripe',
         case when n % 20 = 0 then 'expired' else 'paid' end, 5000, 0, 5000, 5000, at,
         at + interval '1 day', at, 'cs_live_' || md5(n::text)
       from (select n, ${ago(`(400000 - n) / 400000.0`, 730)} as at from generate_series(1, 400000) n) m`,
    ],
    [
      "refund",
      `insert into refund (id, account_id, kind, payment_id, cents, reason, created_at, booked_at, sent_at)
       select gen_random_uuid(), account_id, 'refund', id, 2500, 'bench', created_at, created_at, created_at
       from payment where status = 'paid' limit 8000`,
    ],
    [
      "debt",
      `insert into debt (account_id, asset, cents, since)
       select ${account("n * 100")}, 'wallet', 900, now() from generate_series(1, 200) n`,
    ],
    [
      "login_event",
      `insert into login_event (id, account_id, at, ip, agent, event, network)
       select gen_random_uuid(), ${account(skewed(customers))}, ${ago("random()", 180)}, ip, 'bench',
         'signin', ip from (select n, '203.0.' || n % 251 || '.' || n / 251 % 251 as ip
         from generate_series(1, 1000000) n) m`,
    ],
    [
      "session",
      `insert into session (id, account_id, token_hash, created_at, last_seen_at, ip, agent)
       select gen_random_uuid(), ${account("n")}, sha256(n::text::bytea), now(), now(),
         '203.0.' || n % 251 || '.' || n / 251 % 251, 'bench' from ${all}`,
    ],
    [
      "cdkey",
      `insert into cdkey (id, account_id, batch_id, kind, amount, prefix, lookup, produced_at)
       select gen_random_uuid(), ${account(skewed(customers))}, gen_random_uuid(), 'traffic', 1,
         'AAAA', md5(n::text), now() from generate_series(1, 50000) n`,
    ],
    [
      "mail",
      `insert into mail (id, recipient, subject, body, queued_at, sent_at, next_try_at)
       select gen_random_uuid(), 'someone' || n % ${customers} || '@gmail.com', 'Receipt', '',
         ${ago("random()", 30)}, now(), now() from generate_series(1, 1000000) n`,
    ],
    [
      "usage_hour",
      `insert into usage_hour (account_id, sub_account_id, product, hour, up_bytes, down_bytes, requests)
       select ${account("a")}, case when whole then '00000000-0000-0000-0000-000000000000'
           else ${sub("a")} end, 'traffic', hour, 1000000, 20000000, 50
       from generate_series(date_trunc('hour', now()) - interval '30 days', now(), '1 hour') hour,
         generate_series(0, 3999) a, (values (true), (false)) w (whole)
       where (a + extract(hour from hour)::int) % 2 = 0`,
    ],
    [
      "static_ip",
      `insert into static_ip (id, account_id, term, exit_id, ip, country, city, city_name, isp_name,
         asn, days, started_at, expires_at, name, sealed_password, verifier)
       select gen_random_uuid(), ${account(skewed(customers))}, 'static', id, ip, country, city,
         city_name, isp_name, asn, 30, now(), now() + interval '30 days', 'Static' || n, '',
         repeat('0', 64)
       from (select *, row_number() over (order by ip) as n from exit where provenance = 'bench') e`,
    ],
    [
      "request_log",
      `insert into request_log (id, at, account_id, sub_account_id, client, target, protocol, exit_ip,
         country, up_bytes, down_bytes, ms, outcome, reason, detail)
       select md5('r' || n), now() - n * interval '86400 seconds' / 500000, ${account("a")}, ${sub("a")},
         '203.0.113.1', 'host' || n % 5000 || '.example.com:' || (array[443, 25, 443])[1 + n % 3],
         'connect', '', '', 0, 0, 0, 'refused',
         (array['dnsFailed', 'portBlocked', 'targetBlocked'])[1 + n % 3], ''
       from (select n, ${skewed(carriers, 3)} as a from generate_series(1, 500000) n) m`,
    ],
  ];
}

const places = `insert into exit (id, how, ip, host, port, country, state, state_name, city, city_name,
    postal, isp, isp_name, asn, lab, product, provenance, created_at)
  select gen_random_uuid(), 'local', '100.96.0.0'::inet + n, host('100.96.0.0'::inet + n), 0, p.country,
    p.state, p.state_name, p.city, p.city_name, p.postal, p.isp, p.isp_name, p.asn, false, 'static',
    'bench', now()
  from generate_series(1, 20000) as n
  join (select *, row_number() over (order by ip) - 1 as at from exit where product = 'pool') p
    on p.at = n % 1000`;

/**
 * A day's connections, ordered by when they end: one in a thousand lasts for hours, a third are
 * short with little data, and a few customers have most of them.
 */
const connections = (count: number, until: number) => `
  insert into connection_trace (id, at, account_id, sub_account_id, product, client, target, address,
    protocol, exit_ip, country, up_bytes, down_bytes, ms, open, outcome, reason, detail, gateway)
  select encode(substr(sha256(($1::text || ':' || n::text)::bytea), 1, 12), 'hex'),
    $1::timestamptz + (n * ${until / count}::float8 - ms) * interval '1 ms', ${account("a")}, ${sub("a")},
    'traffic', ('203.0.113.' || a % 250)::inet,
    'host' || n * 31 % (20 + a * 7) || '.example.com:443', '198.18.0.1'::inet + (n % 60000), 'connect',
    '100.64.0.0'::inet + e, 'DE', 2000, case when n % 3 = 0 then 5000 else 60000 end, ms, false,
    case when n % 50 = 0 then 'failed' else 'ok' end, '', '', 'local-1'
  from (select n, ${skewed(carriers, 3)} as a, floor(random() * ${exits})::int as e,
    least(case when n % 1000 = 0 then random() * 40000000 else -ln(1 - random()) * 20000 end,
      n * ${until / count}::float8)::bigint as ms
    from generate_series(1, ${count}) n) made`;

async function fillTrace(client: pg.Client, rows: number): Promise<number> {
  const now = Date.now();
  const dense = Math.min(rowsOfDenseDay, Math.floor(rows / denseDays));
  const sparse = Math.max(0, Math.floor((rows - dense * denseDays) / (days - denseDays)));
  let made = 0;
  for (let back = days - 1; back >= 0; back -= 1) {
    const { name, from, to } = partitionSpan("day", now - back * dayMs);
    const bounds = [from, to].map((at) => new Date(at).toISOString());
    const part = `connection_trace_${name}`;
    await client.query("select add_partition('connection_trace', $1, 'at', $2, $3)", [
      part,
      ...bounds,
    ]);
    // Today's rows end now.
    const share = Math.min(1, (now - from) / dayMs);
    const count = Math.round((back < denseDays ? dense : sparse) * share);
    if (count > 0) await client.query(connections(count, dayMs * share), [bounds[0]]);
    made += count;
    if (process.stderr.isTTY) process.stderr.write(`\r${made.toLocaleString("en")} connections `);
  }
  return made;
}

export interface Seeded {
  /** Token of an owner's session. */
  token: string;
  connections: number;
}

/** Fills a migrated, empty database; takes minutes. */
export async function seedConsole(databaseUrl: string, size: Size): Promise<Seeded> {
  const db = connect(databaseUrl, { name: "bench-console", pool: 1, statementTimeoutMs: 0 });
  await seedLabExits({ db, world: realWorld() });
  await db.destroy();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // No foreign-key triggers: the rows are consistent.
    await client.query("set session_replication_role = replica");
    await client.query(places);
    for (const [table, statement] of statements(size)) {
      const began = performance.now();
      const { rowCount } = await withoutIndexes(client, table, () => client.query(statement));
      const seconds = ((performance.now() - began) / 1_000).toFixed(0);
      console.log(`${table}: ${(rowCount ?? 0).toLocaleString("en")} rows in ${seconds} s`);
    }
    const made = await fillTrace(client, size.connections);
    await client.query("vacuum analyze");
    return { token: await openSession(client), connections: made };
  } finally {
    await client.end();
  }
}

/** Writes many rows without the table's indexes, which is faster, then recreates them. */
async function withoutIndexes<T>(
  client: pg.Client,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ name: string; text: string }>(
    `select indexname as name, indexdef as text from pg_indexes where tablename = $1
       and not exists (select from pg_constraint c where c.conname = indexname)
       and not exists (select from pg_class where relname = $1 and relkind = 'p')`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  const done = await work();
  for (const { text } of rows) await client.query(text);
  return done;
}

async function openSession(client: pg.Client): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await client.query(
    `with owner as (
       insert into staff (id, email, role, password_hash, created_at)
       values (gen_random_uuid(), 'bench@example.com', 'owner', '', now()) returning id)
     insert into staff_session (id, staff_id, token_hash, ip, agent, created_at, last_seen_at)
     select gen_random_uuid(), id, $1, '127.0.0.1', 'bench', now(), now() from owner`,
    [createHash("sha256").update(token).digest()],
  );
  return token;
}
