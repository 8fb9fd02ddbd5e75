/** What /extract answers when the account is disabled or closed during the request. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { lockAccountExclusively } from "../../identity/account/account-lock.ts";
import { setDisabled } from "../../identity/account/store/account.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import type { Tx } from "../../platform/db/database.ts";
import { openApi } from "../../across/docs/openapi.ts";
import { startShop } from "../../identity/session/testing.ts";
import {
  type ExtractionResponse,
  type Extractor,
  extractFrom,
  extractor,
  refusalIn,
} from "./testing.ts";

const shop = forTests(startShop);

const plans = ["ip", "traffic"] as const;

/** How many connections are waiting for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`.execute(shop.db);
  return rows.length;
}

/** Calls /extract while another transaction holds the account's lock and then runs `end`. */
async function askedWhile(who: Extractor, url: string, end: (tx: Tx) => Promise<unknown>) {
  let asking: Promise<ExtractionResponse> | undefined;
  await shop.db.transaction().execute(async (tx) => {
    await lockAccountExclusively(tx, who.id);
    asking = extractFrom(shop, who.ip, url);
    await expect.poll(waiting, { timeout: 5000 }).toBe(1);
    await end(tx);
  });
  if (asking === undefined) throw new Error("nobody asked");
  return refusalIn(await asking);
}

describe("/extract while its account is disabled or closed", () => {
  it.each(plans)("returns accountDisabled, as it does from then on: %s", async (plan) => {
    const ada = await extractor(shop, 2);
    const { url } = await ada.link({ plan });
    const disable = (tx: Tx) => setDisabled(tx, ada.id, new Date(shop.services.world.now()));
    const refusal = [403, 403, "accountDisabled", undefined];
    expect(await askedWhile(ada, url, disable)).toEqual(refusal);
    expect(refusalIn(await extractFrom(shop, ada.ip, url))).toEqual(refusal);
  });

  it.each(plans)("returns linkNotFound if the account is closed meanwhile: %s", async (plan) => {
    const bea = await extractor(shop, 2);
    const { url } = await bea.link({ plan });
    const ended = (tx: Tx) =>
      sql`update account set closed_at = now(), disabled_at = now() where id = ${bea.id}`.execute(
        tx,
      );
    expect((await askedWhile(bea, url, ended)).slice(0, 3)).toEqual([403, 404, "linkNotFound"]);
  });

  it("returns proxies or linkNotFound to parallel calls during the closure", async () => {
    const cleo = await extractor(shop, 40);
    const urls = [await cleo.link(), await cleo.link({ plan: "traffic" })].map(({ url }) => url);
    const asking = Array.from({ length: 20 }, (_, n) =>
      extractFrom(shop, cleo.ip, urls[n % 2] ?? "", { more: { format: "json" } }),
    );
    expect((await closeCustomer(shop, cleo)).code).toBe(0);
    const reasons = (await Promise.all(asking))
      .filter(({ status }) => status !== 200)
      .map((answer) => refusalIn(answer)[2]);
    for (const reason of reasons) expect(reason).toBe("linkNotFound");
    for (const url of urls) {
      expect(refusalIn(await extractFrom(shop, cleo.ip, url))[2]).toBe("linkNotFound");
    }
  });

  it("documents no session refusal, since links have no session", () => {
    const { paths } = openApi("http://127.0.0.1") as unknown as {
      paths: Record<string, { get: { "x-refusals": { reason: string }[] } }>;
    };
    const named = paths["/extract"]?.get["x-refusals"].map(({ reason }) => reason);
    expect(named).toContain("accountDisabled");
    expect(named).not.toContain("sessionInvalid");
  });
});
