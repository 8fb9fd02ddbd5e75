/** What an address of a throw-away mailbox may do (spec/sign-in#disposable-mail). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { isDisposableMail } from "@turnpike/rules/mail-domain.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockedContactOf } from "../account/addresses.ts";
import { passesAsVerified } from "../account/verified-email.ts";
import { isListedDomain } from "./list.ts";
import { type OwnDomains, ownDomainsSetting } from "./setting.ts";

type Judging = Pick<Services, "env" | "settings">;

const sets = new WeakMap<OwnDomains, { added: Set<string>; excepted: Set<string> }>();
function ownDomains({ settings }: Pick<Services, "settings">) {
  const stored = settings.get(ownDomainsSetting);
  const known = sets.get(stored) ?? {
    added: new Set(stored.added),
    excepted: new Set(stored.excepted),
  };
  sets.set(stored, known);
  return known;
}

/** Whether the address is one of a throw-away mailbox. */
export const isDisposable = (services: Pick<Services, "settings">, email: string): boolean =>
  isDisposableMail(email, { isListed: isListedDomain, ...ownDomains(services) });

/** @throws Refusal disposableEmail if nobody signs up with such an address */
export function refuseDisposable(services: Judging, email: string): void {
  if (services.env.DISPOSABLE_MAIL === "refuse" && isDisposable(services, email))
    throw new Refusal("disposableEmail", { field: "email" });
}

/** @throws Refusal verifyEmail if the account has such an address and has not proved it */
export async function refuseUnprovedDisposable(
  services: Judging,
  tx: Tx,
  accountId: string,
): Promise<void> {
  if (services.env.DISPOSABLE_MAIL !== "verify") return;
  const { to: email } = await lockedContactOf(tx, accountId);
  if (!isDisposable(services, email) || (await passesAsVerified(tx, accountId))) return;
  throw new Refusal("verifyEmail");
}
