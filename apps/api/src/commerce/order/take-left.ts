/**
 * Takes back at most what a customer still has (spec/money#refunds: "takes back what is left, never
 * below 0"). What they have may shrink while we look: then we look again.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { balanceOf } from "../../ledger/balances.ts";
import type { Asset } from "../../ledger/post.ts";

const TRIES = 20;

/** What shall be taken of an asset. */
export interface Take {
  asset: Asset;
  most: number;
}

/**
 * Runs `work` with what is left of each, `most` at most, in their order; again where a shortage
 * shows that it was spent.
 */
export async function takeLeft<T>(
  tx: Tx,
  { accountId, takes }: { accountId: string; takes: Take[] },
  work: (left: number[]) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const left: number[] = [];
    for (const { asset, most } of takes) {
      const held = await balanceOf(tx, { owner: accountId, asset, bucket: "main" });
      left.push(Math.max(0, Math.min(most, held)));
    }
    await sql`savepoint take_left`.execute(tx);
    try {
      const done = await work(left);
      await sql`release savepoint take_left`.execute(tx);
      return done;
    } catch (error) {
      await sql`rollback to savepoint take_left`.execute(tx);
      const short = error instanceof Refusal && error.details.short !== undefined;
      if (!short || attempt >= TRIES) throw error;
    }
  }
}
