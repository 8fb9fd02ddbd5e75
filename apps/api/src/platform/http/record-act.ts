/** Records what people of a team do (spec/accounts#acts). */
import { accessOf, type Call, isViewable } from "@turnpike/contract/call.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Services } from "../services.ts";
import type { Caller } from "./handler.ts";

/** The fields that say what a call was about; none of them holds a secret. */
const subjectFields = ["name", "account", "email", "sku", "id", "ids", "planId", "country"];
const subjectLength = 200;

/** What a call was about, as text. */
function subjectOf(question: Record<string, unknown>): string {
  const field = subjectFields.find((one) => question[one] !== undefined);
  return field === undefined ? "" : String(question[field]).slice(0, subjectLength);
}

/** Records a call that changed something, if several people act for the account. */
export async function recordAct(
  services: Services,
  db: Db | Tx,
  { call, question, caller }: { call: Call; question: Record<string, unknown>; caller: Caller },
): Promise<void> {
  if (!caller.person || isViewable(call, question)) return;
  if (accessOf(call, question) === "visitor") return;
  const act = { call: call.path, subject: subjectOf(question) };
  await services.modules.authentication.recordAct(services, db, caller, act);
}
