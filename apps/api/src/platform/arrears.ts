/** How nouns learn of arrears: a module declares `arrears` (`module.ts`). */
import type { ArrearsChange } from "@turnpike/rules/arrears.ts";
import type { Tx } from "./db/database.ts";
import type { Services } from "./services.ts";

/** Arrears of an account that began, grew or ended (`ledger/debt.ts`). */
interface ChangedArrears {
  accountId: string;
  change: NonNullable<ArrearsChange>;
  /** What is owed now; 0 where they ended. */
  cents: number;
  /** When they began; null where they ended. */
  since: Date | null;
  /** When the first of the account's payments was made that are reversed; null where none is now. */
  paidAt: Date | null;
}
export type ArrearsListener = (
  services: Services,
  tx: Tx,
  changed: ChangedArrears,
) => Promise<void>;
