import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { transaction } from "../../platform/db/database.ts";
import { startShop } from "../session/testing.ts";
import { lockInviter } from "./invited.ts";
import { lockAccountExclusively, lockAccount } from "./account-lock.ts";
import { setDisabled } from "./store/account.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

const shop = forTests(startShop);
const inviter = forTests(() => shop.customer());
const friend = forTests(async () => {
  const { inviteCode } = await inviter.get("member");
  return shop.customer({ inviteCode });
});

describe("The exclusive lock for closing an account (L15)", () => {
  it("is acquired while other transactions lock the account without a pause", async () => {
    let over = false;
    let held = 0;
    const inviterId = inviter.id;
    const work = async (hold: (tx: Parameters<typeof lockAccount>[0]) => Promise<unknown>) => {
      while (!over) {
        await transaction(shop.db, async (tx) => {
          await hold(tx);
          await sleep(20);
          held++;
        });
      }
    };
    const workers = Array.from({ length: 10 }, (_, n) =>
      n % 2 ? work((tx) => lockAccount(tx, inviterId)) : work((tx) => lockInviter(tx, friend.id)),
    );
    await sleep(200);
    const began = performance.now();
    await transaction(shop.db, async (tx) => {
      await lockAccountExclusively(tx, inviterId);
      const before = held;
      await sleep(100);
      expect(held).toBe(before);
    });
    expect(performance.now() - began).toBeLessThan(timeLimit(2_000));
    const after = held;
    await sleep(200);
    over = true;
    await Promise.all(workers);
    // The workers continue once the lock is released.
    expect(held).toBeGreaterThan(after);
  });

  it("shows its changes to a transaction that waited for it", async () => {
    const { db } = shop.services;
    const customer = await shop.customer();
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event = 'advisory'
        and datname = current_database()`.execute(db);
      return rows.length;
    };
    let waited: ReturnType<typeof lockAccount> | undefined;
    await transaction(db, async (tx) => {
      await lockAccountExclusively(tx, customer.id);
      waited = transaction(db, (other) => lockAccount(other, customer.id));
      await expect.poll(waiting, { timeout: 5_000 }).toBe(1);
      await setDisabled(tx, customer.id, new Date());
    });
    expect(await waited).toEqual({ disabled: true, closed: false });
  });

  it("does not block other accounts", async () => {
    const { db } = shop.services;
    await transaction(db, async (tx) => {
      await lockAccountExclusively(tx, inviter.id);
      await transaction(db, (other) => lockAccount(other, friend.id));
      // The inviter was not invited by anybody.
      expect(await transaction(db, (other) => lockInviter(other, inviter.id))).toBeNull();
    });
  });
});
