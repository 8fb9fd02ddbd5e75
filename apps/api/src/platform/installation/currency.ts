/**
 * An installation sells in one currency: balances and prices are plain numbers in it, so that a
 * change would turn a dollar into a euro. Until the first sale each start sets it; afterwards
 * another one is refused (spec/money#currency).
 */
import type { Environment } from "@turnpike/contract/environment.ts";
import { setCurrency } from "@turnpike/locales/money.ts";
import type { Db } from "../db/database.ts";
import { KeyMismatch } from "./key.ts";
import { settleCurrency } from "./store.ts";

/** CURRENCY is not what the installation has sold in. */
export class CurrencyMismatch extends KeyMismatch {}

/** Uses the environment's currency in this process. @throws CurrencyMismatch */
export async function openCurrency(
  db: Db,
  { CURRENCY: wanted }: Pick<Environment, "CURRENCY">,
): Promise<void> {
  const known = await settleCurrency(db, wanted);
  if (known !== wanted)
    throw new CurrencyMismatch(
      `CURRENCY: this installation has sold in ${known} and cannot change to ${wanted}; ` +
        `set CURRENCY=${known}`,
    );
  setCurrency(known);
}
