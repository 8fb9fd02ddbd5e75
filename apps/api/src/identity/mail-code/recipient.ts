/** Where a code goes, by its purpose (spec/sign-in#mailed-codes). */
import type { Scene } from "@turnpike/contract/mail-code.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { addressesOf, holderOf, holderOfEmail } from "../account/addresses.ts";
import type { Asker } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import type { NewCode } from "./send.ts";

interface Asked {
  scene: Scene;
  email?: string | undefined;
  /** Instead of an address of one's own, written out: the secure e-mail. */
  secure?: boolean | undefined;
}

/**
 * Who gets a code, and who may use it.
 * @throws Refusal sessionInvalid, missingField, notYourAddress
 */
export async function recipientOf(
  services: Services,
  asked: Asked,
  asker: Asker,
): Promise<NewCode> {
  const { scene, email } = asked;
  const { ip } = asker;
  if (scene === "cancel" || scene === "unbindMfa") return ownAddress(services, asked, asker);
  if (email === undefined) throw new Refusal("missingField", { field: "email" });
  const sent = { scene, address: email, ip };
  if (scene === "forgot") {
    const holder = await holderOf(services.db, email);
    return { ...sent, known: holder !== null, accountId: null, lang: holder?.lang ?? asker.lang };
  }
  if (scene === "signin") {
    // A password belongs to the e-mail alone; whoever is signed in here already is a visitor too.
    const holder = await holderOfEmail(services.db, email);
    return { ...sent, known: holder !== null, accountId: null, lang: holder?.lang ?? asker.lang };
  }
  if (!asker.accountId) return { ...sent, known: true, accountId: null, lang: asker.lang };
  const { accountId } = asker;
  const { lang } = await addressesOf(services.db, accountId);
  return { ...sent, known: true, accountId, lang };
}

/** One of the two addresses of who is signed in. */
async function ownAddress(
  { db }: Services,
  { scene, email, secure }: Asked,
  { accountId, ip }: Asker,
): Promise<NewCode> {
  if (!accountId) throw new Refusal("sessionInvalid");
  const own = await addressesOf(db, accountId);
  const address = email ?? (secure ? own.secureEmail : own.email);
  if (address === null || (address !== own.email && address !== own.secureEmail))
    throw new Refusal("notYourAddress", { field: "email" });
  return { scene, address, known: true, accountId, lang: own.lang, ip };
}
