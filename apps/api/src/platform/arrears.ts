/** How modules are notified of arrears: a module declares `arrears` (`module.ts`). */
import type { ArrearsChange } from "@turnpike/rules/arrears.ts";
import type { Tx } from "./db/database.ts";
import type { Services } from "./services.ts";

/** Arrears of an account that began, grew or ended (`ledger/debt.ts`). */
interface ChangedArrears {
  accountId: string;
  change: NonNullable<ArrearsChange>;
  /** The amount owed now; 0 if the arrears ended. */
  cents: number;
  /** When the arrears began; null if they ended. */
  since: Date | null;
  /** When the account made the first of its reversed payments; null if none is reversed now. */
  paidAt: Date | null;
}
export type ArrearsListener = (
  services: Services,
  tx: Tx,
  changed: ChangedArrears,
) => Promise<void>;
