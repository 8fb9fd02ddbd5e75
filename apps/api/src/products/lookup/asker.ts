/** Who asks the lookup service: anybody, or an account by its access key. */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import type { Services } from "../../platform/services.ts";
import { authenticateKey } from "../../identity/session/authenticate.ts";

export interface LookupAsker {
  /** Empty without a key. */
  accountId: string;
  lang: Lang;
  /** The caller's address, canonical. */
  ip: string;
}

/**
 * The account of a key; empty without one, where none is needed.
 * @throws Refusal sessionInvalid where it is unknown, or its account is disabled or closed
 */
export async function accountOf(
  services: Services,
  key: unknown,
  { needed }: { needed: boolean },
): Promise<string> {
  if (!needed && (key === undefined || key === "")) return "";
  const known = typeof key === "string" ? await authenticateKey(services, key) : null;
  if (known === null) throw new Refusal("sessionInvalid");
  return known.accountId;
}
