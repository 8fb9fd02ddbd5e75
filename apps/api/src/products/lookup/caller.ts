/** The caller of the lookup service: anonymous, or an account identified by its key. */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { authenticateKey } from "../../identity/api-key/authenticate.ts";
import type { CallerKey } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";

export interface LookupCaller {
  /** Empty if the caller sent no key. */
  accountId: string;
  key?: CallerKey;
  lang: Lang;
  /** The caller's canonical address. */
  ip: string;
}

/**
 * Returns the account of a key; an empty id if there is no key and none is needed.
 * @throws Refusal sessionInvalid if a needed key is missing, and what `authenticateKey` throws
 */
export async function authenticateLookup(
  services: Services,
  { key, ip }: { key: unknown; ip: string },
  { needed }: { needed: boolean },
): Promise<Pick<LookupCaller, "accountId" | "key">> {
  if (!needed && (key === undefined || key === "")) return { accountId: "" };
  if (typeof key !== "string" || key === "") throw new Refusal("sessionInvalid");
  return authenticateKey(services, key, { ip });
}
