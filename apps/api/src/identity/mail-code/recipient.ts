/** The recipient of a code, by its purpose (spec/sign-in#mailed-codes). */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf, holderOf, holderOfEmail } from "../account/addresses.ts";
import type { Caller } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { isUnprovedSecureEmail } from "../undo/unproved.ts";
import type { NewCode } from "./send.ts";

interface MailCodeRequest {
  scene: Scene;
  email?: string | undefined;
  /** Selects the account's secure e-mail, instead of passing it in `email`. */
  secure?: boolean | undefined;
}

/**
 * Finds who receives a code, and who may use it.
 * @throws Refusal sessionInvalid, missingField, notYourAddress
 */
export async function recipientOf(
  services: Services,
  request: MailCodeRequest,
  caller: Caller,
): Promise<NewCode> {
  const { scene, email } = request;
  const { ip } = caller;
  if (scene === "verify" || scene === "confirm") return mainAddress(services, request, caller);
  if (scene === "cancel" || scene === "unbindMfa") return ownAddress(services, request, caller);
  if (email === undefined) throw new Refusal("missingField", { field: "email" });
  const target = { scene, address: email, ip };
  if (scene === "forgot") {
    const known = await holderOf(services.db, email);
    const of = { accountId: known?.accountId ?? null, address: email };
    const holder = (await isUnprovedSecureEmail(services, services.db, of)) ? null : known;
    return {
      ...target,
      hasRecipient: holder !== null,
      accountId: null,
      lang: holder?.lang ?? caller.lang,
    };
  }
  if (scene === "signin") {
    // Passwords only work with the e-mail. The caller's own session is irrelevant here.
    const holder = await holderOfEmail(services.db, email);
    return {
      ...target,
      hasRecipient: holder !== null,
      accountId: null,
      lang: holder?.lang ?? caller.lang,
    };
  }
  if (!caller.accountId) throw new Refusal("sessionInvalid");
  const { accountId } = caller;
  const { lang } = await addressesOf(services.db, accountId);
  return { ...target, hasRecipient: true, accountId, lang };
}

/** The signed-in account's e-mail; refuses any other address, including its secure e-mail. */
async function mainAddress(
  { db }: Services,
  { scene, email, secure }: MailCodeRequest,
  { accountId, ip }: Caller,
): Promise<NewCode> {
  if (!accountId) throw new Refusal("sessionInvalid");
  const own = await addressesOf(db, accountId);
  if (secure || (email !== undefined && email !== own.email))
    throw new Refusal("notYourAddress", { field: "email" });
  return { scene, address: own.email, hasRecipient: true, accountId, lang: own.lang, ip };
}

/** The signed-in account's e-mail or secure e-mail. */
async function ownAddress(
  { db }: Services,
  { scene, email, secure }: MailCodeRequest,
  { accountId, ip }: Caller,
): Promise<NewCode> {
  if (!accountId) throw new Refusal("sessionInvalid");
  const own = await addressesOf(db, accountId);
  const address = email ?? (secure ? own.secureEmail : own.email);
  if (address === null || (address !== own.email && address !== own.secureEmail))
    throw new Refusal("notYourAddress", { field: "email" });
  return { scene, address, hasRecipient: true, accountId, lang: own.lang, ip };
}
