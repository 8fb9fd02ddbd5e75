import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyAudit } from "../../platform/audit/audit.ts";
import { operate, operateJson } from "../operator/testing.ts";
import { startTestConsole } from "./testing.ts";

const api = forTests(startTestConsole);
const owner = forTests(() => api.person("owner"));
const customer = forTests(() => api.register());
beforeAll(async () => {
  await api.topUp(customer.session, 5_000);
});

const newest = async () => (await owner.get("auditList")).items[0];
const reason = "a test";

describe("acts on a customer (spec/console#customers)", () => {
  it("grant once per request id and log actor, IP address, action and reason", async () => {
    const given = { account: customer.email, asset: "ip", amount: 7, reason };
    const requestId = "grant-0001";
    const first = await owner.get("customerGrant", { ...given, requestId });
    expect(await owner.get("customerGrant", { ...given, requestId })).toEqual(first);
    expect(first.balances.ip).toBe(7);
    const other = await owner.ask("customerGrant", { ...given, amount: 8, requestId });
    expect(other.refused.reason).toBe("requestIdReused");
    expect(await newest()).toMatchObject({
      actor: owner.email,
      ip: "127.0.0.1",
      action: "account.grant",
      accountId: customer.id,
      email: customer.email,
      after: { asset: "ip", amount: 7 },
      reason,
    });
    const { items } = await owner.get("auditList", { action: "account.", account: customer.id });
    expect(items.map(({ action }) => action)).toEqual(["account.grant"]);
  });

  it("grant traffic of a pool that exists, and show it under the pool's name", async () => {
    const given = {
      account: customer.email,
      asset: "traffic:mobile",
      amount: 2e9,
      reason,
    } as const;
    const nowhere = await owner.ask("customerGrant", { ...given, requestId: "grant-pool1" });
    expect(nowhere.refused.reason).toBe("actRefused");
    await owner.get("poolAdd", { pool: "mobile", title: "Mobile", reason });
    await owner.get("customerGrant", { ...given, requestId: "grant-pool2" });
    const shown = await owner.get("customer", { account: customer.id });
    expect(shown.balances["traffic:mobile"]).toBe(2e9);
    expect(shown.trafficPools).toEqual([{ asset: "traffic:mobile", title: "Mobile" }]);
    const of = { account: customer.id, asset: "traffic:mobile" };
    expect((await owner.get("customerLedger", of)).total).toBe(1);
  });

  it("refund a recharge in part and in full, like the command line", async () => {
    const [payment] = (await owner.get("customerPayments", { account: customer.id })).items;
    const name = payment?.id;
    const part = await owner.get("refund", { name, cents: 1_000, reason, requestId: "refund-01" });
    expect(part).toMatchObject({ refundedCents: 1_000, asset: "wallet" });
    const beyond = { name, cents: 99_000, reason, requestId: "refund-02" };
    const more = await owner.ask("refund", beyond);
    expect(more.refused).toMatchObject({ reason: "actRefused" });
    expect(more.refused.detail).toContain("at most $40.00");
    const byCommand = await operateJson(api.services, "refund", String(name), "--reason", reason);
    expect(byCommand.said).toMatchObject({ refundedCents: 4_000 });
    expect(await newest()).toMatchObject({ actor: "cli", action: "refund.request", ip: "" });
    const { items } = await owner.get("refundList");
    expect(items.map(({ cents }) => cents)).toEqual([4_000, 1_000]);
  });

  it("disable, enable, add notes, verify e-mails, end sessions, and grant coupons to all or none", async () => {
    const { email: account } = customer;
    const support = await api.person("support");
    await support.get("customerVerifyEmail", { account, reason });
    const { note } = await support.get("noteAdd", { account, text: "Called, friendly." });
    expect((await support.get("customerNotes", { account })).items).toEqual([note]);
    const coupon = { kind: "discount", percent: 10, days: 5, reason };
    const accounts = `${account},nobody@example.com`;
    const bad = await support.ask("couponGrant", { ...coupon, accounts, requestId: "coupon-01" });
    expect(bad.refused.reason).toBe("accountNotFound");
    expect((await owner.get("couponList", { account })).total).toBe(0);
    await support.get("couponGrant", { ...coupon, accounts: account, requestId: "coupon-02" });
    expect((await owner.get("couponList", { account })).total).toBe(1);
    expect(await support.get("customerEndSessions", { account })).toMatchObject({ ended: 1 });
    await support.get("customerDisable", { account, reason: "chargebacks" });
    expect(await support.get("customer", { account })).toMatchObject({
      status: "disabled",
      disabledReason: "chargebacks",
      emailVerified: true,
      counts: { notes: 1, coupons: 1, payments: 1 },
    });
    await support.get("customerEnable", { account });
    const { items } = await support.get("customerTimeline", { account, limit: 50 });
    expect(new Set(items.map(({ kind }) => kind))).toEqual(
      new Set(["act", "note", "refund", "payment", "login"]),
    );
  });

  it("find customers by e-mail, id, payment or IP address, and read all their lists", async () => {
    const { items: orders } = await owner.get("customerPayments", { account: customer.id });
    for (const query of [customer.email.slice(2, 12), customer.id, orders[0]?.id, "127.0.0.1"]) {
      const { items } = await owner.get("customerSearch", { query });
      expect([query, items.map(({ accountId }) => accountId)]).toEqual([query, [customer.id]]);
    }
    for (const search of [customer.email, String(orders[0]?.id)])
      expect((await owner.get("paymentList", { search })).total).toBe(1);
    expect((await owner.get("orderList", { search: customer.email })).total).toBe(0);
    const account = customer.email;
    const [mail] = (await owner.get("customerMails", { account })).items;
    expect(mail?.recipient).toBe(customer.email);
    await owner.get("mailResend", { account, id: mail?.id });
    const lists = ["Ledger", "Orders", "Products", "Security", "Webhooks"] as const;
    for (const list of lists) await owner.get(`customer${list}`, { account });
    const rows = (await owner.get("customerList", { search: customer.email })).items;
    expect(rows).toMatchObject([{ accountId: customer.id, status: "active", walletCents: 0 }]);
  });
});

describe("acts on supply and shop (spec/console#supply, spec/console#shop)", () => {
  it("preview the changes of an import, then import all exits or none", async () => {
    const head =
      "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
    const line = (ip: string, isp: string) =>
      `${ip},http,proxy.example.com,8080,u,p,US,Texas,Austin,73301,${isp},64500,pool,test`;
    const csv = [head, line("198.51.100.7", "Net One"), "no,line"].join("\n");
    const bad = await owner.get("exitImportPreview", { csv });
    expect(bad).toMatchObject({ added: 0, errorCount: 1 });
    expect((await owner.ask("exitImport", { csv })).refused.reason).toBe("actRefused");
    const good = [head, line("198.51.100.7", "Net One")].join("\n");
    expect(await owner.get("exitImportPreview", { csv: good })).toMatchObject({ added: 1 });
    expect(await owner.get("exitImport", { csv: good })).toEqual({ added: 1, changed: 0 });
    const changed = [head, line("198.51.100.7", "Net Two")].join("\n");
    expect(await owner.get("exitImportPreview", { csv: changed })).toMatchObject({
      added: 0,
      changed: [{ ip: "198.51.100.7", product: "pool", fields: ["isp", "ispName"] }],
    });
    const { items } = await owner.get("exitList", { search: "198.51.100.7" });
    expect(items).toMatchObject([{ product: "pool", provenance: "test", holder: null }]);
    const ids = items.map(({ id }) => id).join();
    expect(await owner.get("exitRetire", { ids })).toMatchObject({ retired: 1 });
    expect((await owner.get("stock")).regions.length).toBeGreaterThan(0);
  });

  it("preview and set a price, switch a product off and on, and publish news", async () => {
    const [first] = (await owner.get("productList")).items;
    const { sku = "", minQty = 1, tiers = [] } = first ?? {};
    const change = { sku, fromQty: minQty, unitMicros: (tiers[0]?.unitMicros ?? 0) * 2 };
    const { items } = await owner.get("pricePreview", change);
    expect(items[0]).toMatchObject({ quantity: minQty });
    expect(items[0]?.afterCents).toBeGreaterThan(items[0]?.beforeCents ?? 0);
    const { product } = await owner.get("priceSet", change);
    expect(product.tiers[0]?.unitMicros).toBe(change.unitMicros);
    expect((await newest())?.before).toEqual({ group: null, tiers });
    const removal = { sku, fromQty: minQty };
    expect((await owner.ask("priceSet", removal)).refused.reason).toBe("actRefused");
    await owner.get("productSwitch", { sku, onSale: 0 });
    const { session } = await api.register();
    const offered = async () => JSON.stringify((await api.send("priceList", { session })).data);
    expect(await offered()).not.toContain(`"${sku}"`);
    await owner.get("productSwitch", { sku, onSale: 1 });
    expect(await offered()).toContain(`"${sku}"`);
    const { news } = await owner.get("newsAdd", { title: "Soon", body: "More cities." });
    await owner.get("newsRemove", { id: news.id });
    expect((await owner.get("newsList")).items.map(({ id }) => id)).not.toContain(news.id);
  });

  it("add, drain and retire a node, and block a target for one customer (spec/console#targets)", async () => {
    const { join } = await owner.get("nodeAdd", { name: "ams", region: "eu", host: "ams.example" });
    expect(join).toContain("/link/");
    const again = { name: "ams", region: "eu", host: "ams.example" };
    expect((await owner.ask("nodeAdd", again)).refused.reason).toBe("nodeTaken");
    expect(await owner.get("nodeDrain", { name: "ams", drain: 1 })).toEqual({ state: "draining" });
    expect(await owner.get("nodeRetire", { name: "ams" })).toMatchObject({ settled: 0 });
    const { items } = await owner.get("nodeList");
    expect(items.map(({ name, state }) => [name, state])).toContainEqual(["ams", "retired"]);
    const target = { pattern: "*.Example.net", account: customer.email };
    expect(await owner.get("targetBlock", target)).toMatchObject({
      added: true,
      pattern: "*.example.net",
    });
    expect((await owner.get("targetList")).items).toMatchObject([{ email: customer.email }]);
    await owner.get("targetUnblock", target);
    expect((await owner.ask("targetUnblock", target)).refused.reason).toBe("notFound");
  });
});

it("money and the overview (spec/console#money, spec/console#overview) return sums by day, product and country, and export a month as CSV (spec/operator#revenue)", async () => {
  const day = new Date(api.services.world.now()).toISOString().slice(0, 10);
  for (const by of ["day", "product", "sku", "pool", "country"] as const) {
    const { total } = await owner.get("revenue", { from: day, to: day, by });
    expect([by, total.refundedCents]).toEqual([by, 5_000]);
  }
  const { csv, rows } = await owner.get("accountingExport", { month: day.slice(0, 7) });
  expect(csv.split("\r\n")[0]).toBe(
    "section,at,reference,account,product,country,method,cents," +
      "netCents,taxCents,taxPercent,taxTreatment,taxCountry,invoiceNo",
  );
  expect(csv.trim().split("\r\n").length).toBe(rows + 1);
  expect(csv).toMatch(/^recharge,.*,5000,5000,0,0,none,,$/m);
  const overview = await owner.get("overview");
  expect(overview.revenue).toHaveLength(30);
  expect(overview.revenue.at(-1)).toMatchObject({ day, refundedCents: 5_000 });
  expect(overview.customers.total).toBeGreaterThan(0);
});

it("the audit log (spec/console#audit-log) rejects changes, and `operator verify` detects those that bypass its triggers", async () => {
  const { db } = api.services;
  const change = sql`update audit_log set reason = 'another' where id = 3`;
  await expect(change.execute(db)).rejects.toThrow("insert-only");
  await expect(sql`delete from audit_log where id = 3`.execute(db)).rejects.toThrow("insert-only");
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow("insert-only");
  expect((await operate(api.services, "verify")).out).toContain("The audit log is whole");
  await sql`alter table audit_log disable trigger user`.execute(db);
  const tampered = async (
    statement: ReturnType<typeof sql>,
    difference: string,
    after: () => Promise<unknown> = async () => undefined,
  ) => {
    await sql`create table kept as select * from audit_log`.execute(db);
    await sql`create table kept_head as select * from audit_head`.execute(db);
    await statement.execute(db);
    await after();
    expect((await verifyAudit(api.services)).difference).toBe(difference);
    await sql`delete from audit_log`.execute(db);
    await sql`insert into audit_log select * from kept`.execute(db);
    await sql`delete from audit_head`.execute(db);
    await sql`insert into audit_head select * from kept_head`.execute(db);
    await sql`drop table kept, kept_head`.execute(db);
  };
  const last = (await verifyAudit(api.services)).entries;
  await tampered(change, "audit log: entry 3 was changed", async () => {
    const { code, said } = await operateJson(api.services, "verify");
    expect([code, said.audit.ok]).toEqual([1, false]);
  });
  await tampered(sql`delete from audit_log where id = 3`, "audit log: entry 3 is missing");
  await tampered(
    sql`delete from audit_log where id = ${last}`,
    `audit log: entry ${last} is missing`,
  );
  const columns = sql`at, actor, staff_id, ip, agent, action, subject, account_id, before, after,
      reason, hash`;
  const copy = (id: number) => sql`insert into audit_log
      select ${id}::int, ${columns} from audit_log where id = 4`;
  await tampered(copy(last + 1), `audit log: entry ${last + 1} was added past the log`);
  // Inserts an entry in the middle and renumbers the later ones.
  const inserted = sql`with later as (delete from audit_log where id >= 5 returning *)
      insert into audit_log select id + 1 as id, ${columns} from later
      union all select 5, ${columns} from audit_log where id = 4 order by id desc`;
  await tampered(inserted, "audit log: entry 5 was changed");
  const swapped = sql`with two as (delete from audit_log where id in (3, 4) returning *)
      insert into audit_log select 7 - id as id, ${columns} from two order by id`;
  await tampered(swapped, "audit log: entry 3 was changed");
  // Cuts off the end and adjusts the head, with and without its proof, then with a new act.
  const cut = (proof: ReturnType<typeof sql>) => sql`
      with gone as (delete from audit_log where id > 4)
      update audit_head set last_id = 4, ${proof}
        hash = (select hash from audit_log where id = 4)`;
  await tampered(cut(sql``), "audit log: it was cut off after entry 4");
  const unproved = cut(sql`proof = null, proved_id = null,`);
  await tampered(unproved, "audit log: it was cut off after entry 4");
  const note = () => owner.get("noteAdd", { account: customer.id, text: "afterwards" });
  await tampered(cut(sql``), "audit log: it was cut off after entry 5", note);
  await tampered(unproved, "audit log: it was cut off after entry 5", note);
  await tampered(sql`delete from audit_log where id > 0`, "audit log: entry 1 is missing");
  expect((await verifyAudit(api.services)).ok).toBe(true);
});
