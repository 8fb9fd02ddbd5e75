/** Verifies a test's database, as the operator does. */
import { modules } from "../src/app.ts";
import { type Verification, verifyLedger } from "../src/ledger/verify.ts";
import type { Db } from "../src/platform/db/database.ts";

/** Verifies the ledger and everything that modules keep beside it. */
export const verifyAccounting = (db: Db): Promise<Verification> => verifyLedger(db, modules.verify);
