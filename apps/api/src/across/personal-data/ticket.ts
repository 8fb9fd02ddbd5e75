/** Who may have a ticket for an export of personal data: with a fresh proof, once a day. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { nextExportAt } from "@turnpike/rules/legal.ts";
import { proveFresh } from "../../identity/credential/fresh-proof.ts";
import { transaction } from "../../platform/db/database.ts";
import type { TicketCheck } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { lastExport } from "./store.ts";

/** When an account may export its data again; null: now. */
async function nextExport(services: Services, accountId: string): Promise<number | null> {
  const last = await lastExport(services.db, accountId);
  const next = last === null ? null : nextExportAt(last.getTime());
  return next !== null && next > services.world.now() ? next : null;
}

/** @throws Refusal tooSoon */
export async function refuseTooSoon(services: Services, accountId: string): Promise<void> {
  const next = await nextExport(services, accountId);
  if (next === null) return;
  const retryAfterSeconds = Math.ceil((next - services.world.now()) / 1_000);
  throw new Refusal("tooSoon", { retryAfterSeconds });
}

/** A ticket needs a fresh proof: the file says all about the account. */
export const personalDataTicket: TicketCheck = async (services, question, caller) => {
  const { accountId } = caller;
  const proof = await proveFresh(services, caller, question);
  await refuseTooSoon(services, accountId);
  await transaction(services.db, async (tx) => {
    await services.modules.authentication.lockCaller(tx, caller);
    await proof.use(tx);
  });
  return {};
};
