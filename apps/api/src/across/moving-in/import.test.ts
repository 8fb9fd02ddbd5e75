/** `operator import …`, with the examples of the page that describes it (docs/moving-in.md). */
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { csvText } from "@turnpike/rules/csv.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "../operator/testing.ts";

let page: string;
const shop = forTests(startShop);
const folder = folderForTests();
beforeAll(async () => {
  page = await readFile(path.join(import.meta.dirname, "../../../../../docs/moving-in.md"), "utf8");
});

let files = 0;
async function saved(content: string | Uint8Array): Promise<string> {
  const file = path.join(folder, `${(files += 1)}.csv`);
  await writeFile(file, content);
  return file;
}
const run = async (kind: string, content: string | Uint8Array, ...more: string[]) =>
  operateJson(shop.services, "import", kind, await saved(content), ...more);
/** The nth example of a language on the page. */
const example = (lang: string, at: number) =>
  [...page.matchAll(new RegExp(`^\`\`\`${lang}\n([^]*?)^\`\`\`$`, "gm"))][at]?.[1] ?? "";
const accounts = async () => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from account`.execute(
    shop.db,
  );
  return rows[0]?.n ?? 0;
};

describe("the examples of docs/moving-in.md (spec/operator#imports)", () => {
  const customers = () => example("csv", 0);

  it("say what they would bring, and change nothing", async () => {
    const before = await accounts();
    const { said } = await run("customers", customers(), "--dry-run");
    const totals = { lines: 2, invited: 1, walletCents: 1_250, trafficBytes: 140.5e9, ips: 3 };
    expect(said).toMatchObject({ kind: "customers", ...totals, notes: [], dryRun: true });
    expect(await accounts()).toBe(before);
  });

  it("bring customers, who sign in as ever or are invited, with one line in their statement", async () => {
    const file = await saved(customers());
    const { said } = await operateJson(shop.services, "import", "customers", file);
    expect(said).toMatchObject({ lines: 2, dryRun: false });
    const email = "anna@example.com";
    const { data } = await shop.ask("signin", { email, password: "U*U", agree: 1 });
    expect(data.user).toMatchObject({ walletCents: 1_250, trafficBytes: 40.5e9 });
    const { session } = data;
    const member = await shop.ask("member", { session });
    expect(member.data).toMatchObject({ createdAt: "2023-04-01T00:00:00.000Z" });
    const ledger = await shop.ask("ledger", { session });
    expect(ledger.data.items).toMatchObject([{ kind: "migration" }, {}, {}]);
    const [mail] = await mailsTo(shop, "ben@example.com");
    expect(mail?.text).toContain("/index/forgot");
    expect(await mailsTo(shop, email)).toEqual([]);
    const again = await operate(shop.services, "import", "customers", file);
    expect(again).toMatchObject({
      code: 1,
      error: expect.stringMatching(/cli imported this file/),
    });
    const other = await run("customers", `${customers()}\n\n`);
    expect(other.error).toContain("line 2: an account has the address anna@example.com already");
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  }, 60_000);

  it("bring sub-accounts with their names and passwords", async () => {
    const { said, error } = await run("subaccounts", example("csv", 1));
    expect([said, error]).toMatchObject([{ lines: 3, trafficBytes: 125e9 }, ""]);
    const { data } = await shop.ask("signin", {
      email: "anna@example.com",
      password: "U*U",
      agree: 1,
    });
    const { items } = (await shop.ask("subUsers", { session: data.session, sort: "account" })).data;
    expect(items).toMatchObject([
      { account: "anna.k-2@shop", password: "Old_pass-1", allocatedBytes: 25e9, remark: "crawler" },
      { account: "anna_main", password: "se.cret", main: true },
    ]);
    const { error: taken } = await run("subaccounts", `${example("csv", 1)}\n`);
    expect(taken).toContain("line 2: the user anna.k-2@shop is taken");
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  }, 60_000);

  it("bring static IPs until the day that is paid", async () => {
    const { services } = shop;
    const { rows } = await sql<{ ip: string }>`
      select host(ip) as ip from exit where product = 'static' and taken_by is null
        and retired_at is null order by created_at, id limit 2`.execute(services.db);
    const [free, other] = rows.map(({ ip }) => ip);
    const ends = new Date(services.world.now() + 12 * 86_400_000).toISOString();
    const listed = (ip = "", endsAt = ends) =>
      example("csv", 2).replace("203.0.113.10", ip).replace("2026-12-24", endsAt);
    const { said, error } = await run("statics", listed(free));
    expect([said, error]).toMatchObject([{ kind: "statics", lines: 1 }, ""]);
    const { data } = await shop.ask("signin", {
      email: "anna@example.com",
      password: "U*U",
      agree: 1,
    });
    const { items } = (await shop.ask("staticUseList", { session: data.session })).data;
    expect(items).toMatchObject([
      { exitIp: free, account: "anna_main", password: "se.cret", expiresAt: ends, remark: "shop" },
    ]);
    const far = new Date(services.world.now() + 91 * 86_400_000).toISOString();
    expect((await run("statics", listed(other, far))).error).toContain(
      "more than 90 days from now",
    );
    expect((await run("statics", listed(other, "2020-01-01"))).error).toContain("is over");
    expect((await run("statics", `${listed(free)}\n`)).error).toContain("is no free exit");
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  }, 60_000);

  it("read the databases of WHMCS and Marzban", async () => {
    const whmcs = new DatabaseSync(":memory:");
    whmcs.exec(`create table tblclients (id integer, email text, password text, credit numeric,
      country text, datecreated text, status text);
      insert into tblclients values
        (1, 'whmcs@example.com', '$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW',
          12.34, 'FR', '2022-02-02', 'Active'),
        (2, 'gone@example.com', 'x', 0, 'FR', '2022-02-02', 'Closed')`);
    const bought = await run("customers", tableOf(whmcs, example("sql", 0)));
    expect([bought.said, bought.error]).toMatchObject([{ lines: 1, walletCents: 1_234 }, ""]);
    const marzban = new DatabaseSync(":memory:");
    marzban.exec(`create table admins (id integer, username text, hashed_password text, created_at text);
      create table users (id integer, username text, status text, used_traffic integer,
        data_limit integer, note text, admin_id integer);
      create table proxies (id integer, user_id integer, type text, settings text);
      insert into admins values (1, 'reseller', '$2b$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', '2024-05-05 10:00:00.123456');
      insert into users values (1, 'user_1', 'active', 1000000000, 11000000000, 'Zoë', 1),
        (2, 'user_2', 'limited', 5, 5, null, 1);
      insert into proxies values (1, 1, 'Trojan', '{"password": "aB3_x-9"}'), (2, 1, 'VMess', '{}')`);
    const admins = await run("customers", tableOf(marzban, example("sql", 1)));
    expect([admins.said, admins.error]).toMatchObject([{ lines: 1, trafficBytes: 10e9 }, ""]);
    const users = await run("subaccounts", tableOf(marzban, example("sql", 2)));
    expect([users.said, users.error]).toMatchObject([{ lines: 1, trafficBytes: 10e9 }, ""]);
    expect((await verifyAccounting(shop.db)).difference).toBeNull();
  }, 60_000);
});

/** The result of a query as other programs export it. */
function tableOf(db: DatabaseSync, query: string): string {
  const rows = db.prepare(query).all() as Record<string, string | number | null>[];
  const names = Object.keys(rows[0] ?? {});
  return csvText([names, ...rows.map((row) => names.map((name) => row[name] ?? ""))]);
}

describe("import customers refuses (spec/operator#imports)", () => {
  const head = "email,walletCents,trafficGb,passwordHash,createdAt,country\n";
  const bcrypt = (cost: number) =>
    `$2a$${cost}$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW`;
  it.each([
    ["a formula as money", `${head}f1@x.com,=1+1,,,,`, /line 2: walletCents begins like a formula/],
    ["a formula as address", `${head}=1+1@x.com,,,,,`, /line 2: email begins like a formula/],
    ["a debt", `${head}f1@x.com,-5,,,,`, /walletCents begins like a formula/],
    ["a fraction of a cent", `${head}f1@x.com,1.5,,,,`, /walletCents "1.5" is no whole number/],
    ["too much money", `${head}f1@x.com,100000001,,,,`, /walletCents/],
    ["too fine traffic", `${head}f1@x.com,,1.0001,,,`, /trafficGb "1.0001"/],
    ["an address twice", `${head}F1@x.com,,,,,\nf1@X.com,,,,,`, /line 3: f1@x.com is on line 2/],
    ["no address", `${head}nobody,,,,,`, /line 2: email "nobody" is not an e-mail address/],
    ["bcrypt of cost 31", `${head}f1@x.com,,,${bcrypt(31)},,`, /the cost 31 of this bcrypt hash/],
    [
      "scrypt of 2^30",
      `${head}f1@x.com,,,"$scrypt$ln=30,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E",,`,
      /the cost N=1073741824/,
    ],
    ["MD5", `${head}f1@x.com,,,5f4dcc3b5aa765d61d8327deb882cf99,,`, /passwordHash: is no hash/],
    ["a birth in the future", `${head}f1@x.com,,,,2099-01-01,`, /createdAt "2099-01-01"/],
    ["no such day", `${head}f1@x.com,,,,2023-02-30,`, /createdAt "2023-02-30" is no date/],
    ["no such country", `${head}f1@x.com,,,,,DEU`, /country "DEU"/],
    ["a NUL", `${head}f1@x.com\0,,,,,`, /UTF-16|control character/],
    ["a control character", `${head}f1@x.com,,,,,"D\u001b"`, /country has a control character/],
    ["an open quote", `${head}"f1@x.com,,,,,`, /nothing was imported/],
    ["a line too short", `${head}f1@x.com,5`, /nothing was imported/],
    ["an unknown column", "email,isAdmin\nf1@x.com,1", /no column "isAdmin"/],
    ["a column twice", "email,ips,ips\nf1@x.com,1,1", /a column is there twice/],
    ["no address column", "mail\nf1@x.com", /the first line lacks email/],
    ["nothing", "", /nothing was imported/],
    ["no lines", "email,ips\n", /the file has no lines/],
    ["a line of 20 kB", `email\n${"x".repeat(20_000)}@x.com`, /nothing was imported/],
  ])("%s", async (_what, text, why) => {
    const before = await accounts();
    const { code, error } = await run("customers", text);
    expect([code, error]).toEqual([1, expect.stringMatching(why)]);
    expect(await accounts()).toBe(before);
  });

  it("names ten faults and counts the others", async () => {
    const { error } = await run("customers", `email\n${"x\n".repeat(25)}`);
    expect(error.split("\n")).toHaveLength(12);
    expect(error).toContain("… and 15 lines more");
  });

  it("8-bit encodings, but no byte order mark, UTF-16, semicolons or line ends", async () => {
    const text = (n: number) => `email;country\r\nodd${n}@example.com;"DE"\r\n`;
    const utf16 = Buffer.from(`\ufeff${text(2)}`, "utf16le");
    for (const content of [`\ufeff${text(1)}`, utf16, text(3).replaceAll("\r\n", "\r")]) {
      const { said, error } = await run("customers", content);
      expect([said, error]).toMatchObject([{ lines: 1 }, ""]);
    }
    const latin = Buffer.from("email,country\nf\xe9@example.com,DE\n", "latin1");
    expect((await run("customers", latin)).error).toContain("8-bit");
  });

  it("nobody for reaching another line's mailbox, but names them", async () => {
    const text = "email\na.b.c@gmail.com\nabc+x@googlemail.com\n";
    const { said } = await run("customers", text, "--dry-run");
    expect(said).toMatchObject({
      lines: 2,
      noteCount: 1,
      notes: [{ line: 3, text: "abc+x@googlemail.com reaches the mailbox of line 2" }],
    });
  });
});

describe("import subaccounts refuses (spec/operator#imports)", () => {
  const head = "email,user,password,trafficGb,pool\n";
  it.each([
    ["an unknown customer", "nobody@x.com,abc_1,secret,1,", /no customer has the address/],
    [
      "a name with parameters",
      "ben@example.com,annabel-us,secret,1,",
      /annabel-us or its password can be/,
    ],
    ["a password with them", "ben@example.com,annabel,se_country-de,1,", /can be read as param/],
    ["a name with a colon", "ben@example.com,a:b,secret,1,", /is not 1 to 64 letters/],
    ["no password", "ben@example.com,abc_1,,1,", /the password of abc_1/],
    [
      "a name twice",
      "ben@example.com,abc_1,secret,1,\nben@example.com,ABC_1,other,1,",
      /line 3: the user ABC_1 is on line 2/,
    ],
    ["more than there is", "ben@example.com,abc_1,secret,999,", /more is allotted than ben/],
    ["an unknown pool", "ben@example.com,abc_1,secret,1,moon", /there is no pool moon/],
    [
      "two with the rest",
      "ben@example.com,abc_1,secret,,\nben@example.com,abc_2,secret,,",
      /line 3: trafficGb is empty, as on line 2/,
    ],
  ])("%s", async (_what, lines, why) => {
    const { code, error } = await run("subaccounts", head + lines);
    expect([code, error]).toEqual([1, expect.stringMatching(why)]);
  });
});

it("an import that is cut off (spec/operator#imports) leaves nothing behind, and can be run again", async () => {
  const hash = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";
  const lines = Array.from({ length: 2_000 }, (_none, n) => `cut${n}@example.com,100,1,${hash}`);
  const text = `email,walletCents,trafficGb,passwordHash\n${lines.join("\n")}`;
  const before = await accounts();
  const running = run("customers", text);
  const kill = async () => {
    const { rows } = await sql<{ killed: boolean }>`
        select pg_terminate_backend(a.pid) as killed from pg_stat_activity a
        join pg_locks l on l.pid = a.pid and l.relation = 'ledger_account'::regclass
        where a.datname = current_database() and a.application_name = 'turnpike-operator'
          and l.mode = 'RowExclusiveLock' limit 1`.execute(shop.db);
    return rows.length;
  };
  await expect.poll(kill, { timeout: 30_000, interval: 50 }).toBe(1);
  expect((await running).code).toBe(1);
  expect(await accounts()).toBe(before);
  const again = await run("customers", text);
  expect([again.said, again.error]).toMatchObject([{ lines: 2_000, walletCents: 200_000 }, ""]);
  expect(await accounts()).toBe(before + 2_000);
  expect((await verifyAccounting(shop.db)).difference).toBeNull();
}, 120_000);
