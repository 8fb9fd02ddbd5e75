/** The worker thread that reads files which are imported. */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import { answerInThread } from "../../platform/answer-in-thread.ts";
import { readCustomers } from "./read-customers.ts";
import type { ImportAnswer, ImportQuestion } from "./read-file.ts";
import { readStatics, readSubAccounts } from "./read-logins.ts";

answerInThread(({ kind, text, now }: ImportQuestion): ImportAnswer => {
  try {
    if (kind === "customers") return readCustomers(text, now);
    return kind === "subaccounts" ? readSubAccounts(text, firstPool) : readStatics(text);
  } catch (error) {
    return { fault: (error as Error).message };
  }
});
