/** Who asks the lookup service: anybody, or an account by its key. */
import { type Lang, Refusal } from "@turnpike/contract/refusals.ts";
import { authenticateKey } from "../../identity/api-key/authenticate.ts";
import type { AskerKey } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";

export interface LookupAsker {
  /** Empty without a key. */
  accountId: string;
  key?: AskerKey;
  lang: Lang;
  /** The caller's address, canonical. */
  ip: string;
}

/**
 * The account of a key; empty without one, where none is needed.
 * @throws Refusal sessionInvalid where one is missing, and what `authenticateKey` throws
 */
export async function holderOf(
  services: Services,
  { key, ip }: { key: unknown; ip: string },
  { needed }: { needed: boolean },
): Promise<Pick<LookupAsker, "accountId" | "key">> {
  if (!needed && (key === undefined || key === "")) return { accountId: "" };
  if (typeof key !== "string" || key === "") throw new Refusal("sessionInvalid");
  return authenticateKey(services, key, { ip });
}
