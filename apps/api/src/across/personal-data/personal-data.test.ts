/** The export of personal data over HTTP, and what of each table it has (spec/law#data-export). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { unzipSync, strFromU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { refusalOf } from "../../identity/ticket/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { notExported } from "./not-exported.ts";
import { exported } from "./tables.ts";

const shop = forTests(startShop);

const ticketOf = async ({ get, password }: Customer) =>
  (await get("ticket", { what: "personalData", password })).ticket;
const fetchFile = (ticket: string) => fetch(`${shop.url}/v1/personalData?ticket=${ticket}`);
async function filesOf(answer: Response): Promise<Record<string, string>> {
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, body]) => [name, strFromU8(body)]));
}

describe("an export", () => {
  it("needs a fresh proof, and has what is kept without secrets", async () => {
    const customer = await shop.customer({ cents: 10_000 });
    await customer.get("placeOrder", { sku: "traffic-standard", quantity: 2, method: "wallet" });
    await customer.get("addSubUser", {
      account: "shopone1",
      trafficGb: 0,
      password: "Canary77x",
      remark: "=1+1",
    });
    await sql`insert into connection_trace (id, at, ms, account_id, sub_account_id, client, product, protocol,
        target, country, outcome, reason, detail, up_bytes, down_bytes, gateway, exit_ip)
      select gen_random_uuid(), now(), 5, account_id, id, '198.51.100.7', 'traffic', 'http',
        'trace.example:443', 'DE', 'ok', '', '', 1, 2, 'local', '203.0.113.9'
      from sub_account where account_id = ${customer.id} limit 1`.execute(shop.db);
    const unproved = await customer.ask("ticket", { what: "personalData" });
    expect(unproved).toMatchObject({
      code: 400,
      refused: { reason: "missingField", field: "password" },
    });
    const answer = await fetchFile(await ticketOf(customer));
    expect(answer.headers.get("content-type")).toBe("application/zip");
    const files = await filesOf(answer);
    const tables = Object.keys(files).map((name) => name.replace(/\.(json|csv)$/, ""));
    expect(tables.sort()).toEqual(["contents", ...Object.keys(exported)].sort());
    expect(JSON.parse(files["account.json"] ?? "")).toMatchObject({
      id: customer.id,
      email: customer.email,
    });
    expect(files["shop_order.csv"]).toContain("traffic-standard");
    expect(files["sub_account.csv"]).toContain("shopone1");
    expect(files["sub_account.csv"]).toContain("'=1+1");
    expect(files["connection_trace.csv"]).toContain("trace.example:443");
    expect(files["legal_consent.csv"]).toContain("signUp");
    const whole = Object.values(files).join("\n");
    const { accessKey } = await customer.get("member");
    for (const secret of ["Canary77x", customer.session, customer.password, accessKey])
      expect(whole).not.toContain(secret);
  });

  it("counts when it is fetched: a second one within 24 hours is refused, at ticket and file", async () => {
    const customer = await shop.customer();
    const [first, second] = [await ticketOf(customer), await ticketOf(customer)];
    expect((await filesOf(await fetchFile(first)))["account.json"]).toContain(customer.email);
    expect(await refusalOf(await fetchFile(second))).toEqual([429, 429, "tooSoon"]);
    const again = await customer.ask("ticket", {
      what: "personalData",
      password: customer.password,
    });
    expect(again).toMatchObject({ code: 429, refused: { reason: "tooSoon" } });
    expect(again.refused.retryAfterSeconds).toBeGreaterThan(86_000);
    await customer.get("upTokenCache", { minutes: 0 });
    await shop.pass(86_401);
    expect((await fetchFile(await ticketOf(customer))).status).toBe(200);
  });
});

const undecided =
  "name it in tables.ts, in `columns` or `without`. If people type it, clear it in the module's `erase`, and fill it in by owner() of closure.test.ts (docs/adding-a-field.md)";

it("Each table with rows of an account is exported or named with a reason, column by column", async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition group by 1`.execute(shop.db);
  const schema = new Map(rows.map(({ table, columns }) => [table, columns]));
  const reaches =
    /^(account_id|owner|sub_account_id|order_id|payment_id|api_key_id|case_id|recipient)$/;
  const found = rows
    .filter(
      ({ table, columns }) => columns.some((name) => reaches.test(name)) || table === "account",
    )
    .map(({ table }) => table);
  const decided = [...Object.keys(exported), ...Object.keys(notExported)];
  const elsewhere = ["ledger_posting"];
  expect(found.filter((table) => !decided.includes(table) && !elsewhere.includes(table))).toEqual(
    [],
  );
  expect(decided.filter((table) => !schema.has(table))).toEqual([]);
  const faults = Object.entries(exported).flatMap(([table, { columns, without = {} }]) => {
    const named = [columns, ...Object.keys(without)].flatMap((names) => names.split(" "));
    const inSchema = schema.get(table) ?? [];
    return [
      ...inSchema
        .filter((name) => !named.includes(name))
        .map((name) => `${table}.${name}: ${undecided}`),
      ...named
        .filter((name) => !inSchema.includes(name))
        .map((name) => `${table}.${name}: is no column`),
      ...named
        .filter((name, at) => named.indexOf(name) !== at)
        .map((name) => `${table}.${name}: twice`),
    ];
  });
  expect(faults).toEqual([]);
  for (const { columns } of Object.values(exported))
    expect(columns).not.toMatch(/hash|sealed|verifier|lookup|secret|token|password/);
});
