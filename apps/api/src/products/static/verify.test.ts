/** L13 for static IPs: `verify` reports rows that were changed by hand. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { give } from "../cdkey/testing.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { withStatics } from "./renew-testing.ts";
import { assertAccounting, differenceAfter } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
/** Values of the `:name` placeholders in the statements below. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const { customer, ids: own } = await withStatics(shop, {
    num: 4,
    credits: 4,
    cents: 5_000,
    days: 7,
  });
  const [renewed = "", twice = "", plain = "", gone = ""] = own;
  const renew = (id: string, days: number) =>
    customer.get("renewalStatic", { id, days, method: "wallet" });
  await renew(renewed, 7);
  await renew(twice, 30);
  await renew(twice, 7);
  await customer.get("staticDel", { ids: gone, confirm: 1 });
  await give(shop.services, customer.id, { asset: "short3", amount: 1 });
  const short = await customer.get("shortExtract", { country: "US", num: 1, days: 3 });
  await customer.get("staticMoreAuto", { ids: plain, enabled: 1 });
  await shop.advance(6 * 86_400 + 3_600);
  const left = await withStatics(shop, { num: 2, credits: 1 });
  await left.customer.get("renewalStatic", { id: left.ids[0], days: 30, method: "wallet" });
  await closeCustomer(shop, left.customer);
  const other = await withStatics(shop, { num: 1 });
  Object.assign(ids, { renewed, twice, plain, gone, short: short.items[0]?.id ?? "" });
  Object.assign(ids, { account: customer.id, other: other.customer.id, otherIp: other.ids[0] });
});

/** The difference after a statement that bypasses all constraints. */
const verifiedAfter = (statement: string) => differenceAfter(shop.db, statement, ids);

const entryOf = (name: string) =>
  `(select max(id) from ledger_entry where key like 'renewal:' || :${name} || ':%')`;
/** Changes an entry and its digest, as an attacker who knows the digest could. */
const digested = (set: string, entry: string) =>
  `update ledger_entry e set ${set}, digest = ledger_digest(id, ${
    set.startsWith("key = ") ? set.slice("key = ".length) : "key"
  }, kind, ref, at) where id = ${entry}`;

describe("verify (spec/operator#verify, L13) of static IPs", () => {
  it("accepts IPs that were taken, renewed, deleted and closed", () =>
    assertAccounting(shop.services));

  it.each([
    ["ends later", "plain", "expires_at = expires_at + interval '1 second'"],
    ["ends later, renewed", "twice", "expires_at = expires_at + interval '30 days'"],
    ["ends earlier", "renewed", "expires_at = expires_at - interval '1 hour'"],
    ["began earlier", "short", "started_at = started_at - interval '1 hour'"],
    [
      "was moved as a whole and renewed before",
      "renewed",
      "started_at = started_at + interval '1 day', expires_at = expires_at + interval '1 day'",
    ],
    ["has another period", "renewed", "days = 90"],
    ["has another period, never renewed", "short", "days = 7"],
    ["is somebody else's", "renewed", "account_id = :other"],
    ["is of another term", "renewed", "term = 'short'"],
    ["was given back by hand", "plain", "released_at = now()"],
    ["was taken up again", "gone", "released_at = null, deleted_at = null"],
  ])("names a static IP that %s", async (_what, name, set) => {
    const answer = await verifiedAfter(`update static_ip set ${set} where id = :${name}`);
    const exit = await sql<{ id: string }>`
      select exit_id as id from static_ip where id = ${ids[name]}`.execute(shop.db);
    const place = answer?.includes("exit ") ? exit.rows[0]?.id : ids[name];
    expect(answer).toContain(place ?? "nothing");
  });

  it.each([
    ["a renewal's entry is gone", `delete from ledger_entry where id = ${entryOf("renewed")}`],
    ["a renewal's entry names another end", digested("key = key || '1'", entryOf("renewed"))],
    [
      "a renewal's entry names another IP",
      digested("key = replace(key, :renewed, :otherIp)", entryOf("renewed")),
    ],
    [
      "a renewal is missing in the history",
      "delete from static_event where static_id = :renewed and action = 'renewed'",
    ],
    [
      "a renewal was for other days in the history",
      "update static_event set days = 90 where static_id = :renewed and action = 'renewed'",
    ],
    [
      "a taking is missing in the history",
      "delete from static_event where static_id = :plain and action = 'taken'",
    ],
    [
      "a taking was for other days in the history",
      "update static_event set days = 90 where static_id = :plain and action = 'taken'",
    ],
    [
      "a static IP that nobody paid for",
      `insert into static_event (id, account_id, static_id, term, at, action, ip, days)
        select gen_random_uuid(), account_id, :otherIp, term, at, action, ip, days
        from static_event where static_id = :plain and action = 'taken'`,
    ],
    [
      "there is a static IP, with a history, that no credit was used for",
      `with made as (insert into static_ip (id, account_id, term, exit_id, ip, country, city,
          city_name, isp_name, asn, days, started_at, expires_at, name, sealed_password, verifier,
          released_at, deleted_at)
        select gen_random_uuid(), account_id, term, exit_id, ip, country, city, city_name,
          isp_name, asn, days, started_at, expires_at, name, sealed_password, verifier, now(), now()
        from static_ip where id = :short returning *)
      insert into static_event (id, account_id, static_id, term, at, action, ip, days)
        select gen_random_uuid(), account_id, id, term, now(), 'taken', ip, days from made`,
    ],
    [
      "credits were used up by hand",
      `update account set lang = lang where id = :account and ledger_post('by hand', 'grant', '', now(),
        jsonb_build_array(
          jsonb_build_object('owner', :account, 'asset', 'static7', 'bucket', 'main', 'amount', -1),
          jsonb_build_object('owner', null, 'asset', 'static7', 'bucket', 'used', 'amount', 1)))`,
    ],
    [
      "an exit is free that a static IP has",
      "update exit set taken_by = null where taken_by = :plain",
    ],
    [
      "an exit is taken by nobody's static IP",
      `update exit set taken_by = :gone where id = (select id from exit
        where product = 'static' and taken_by is null order by id limit 1)`,
    ],
  ])("reports: %s", async (_what, statement) => {
    const answer = await verifiedAfter(statement);
    expect(answer).not.toBeNull();
    expect(answer).toMatch(/static_ip|ledger_entry|exit /);
  });

  it("reports the posting of a credit whose amount was changed", async () => {
    const answer = await verifiedAfter(
      `update ledger_posting set amount = -2 where entry_id = ${entryOf("renewed")}
        and account_id in (select id from ledger_account where owner = :account)`,
    );
    expect(answer).toContain("ledger_posting");
  });
});
