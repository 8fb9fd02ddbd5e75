/** The sign-in providers linked to an account, as its holder sees them. */
import { type Provider, providers } from "@turnpike/contract/identity.ts";
import type { User } from "@turnpike/contract/session.ts";
import type { Db } from "../../platform/db/database.ts";
import { findIdentities } from "./store.ts";

export async function bindingsOf(db: Db, accountId: string): Promise<User["bindings"]> {
  return bindingsIn(await findIdentities(db, accountId));
}

/** The bindings of an account with these linked logins. */
export function bindingsIn(
  rows: readonly { provider: string; label: string; boundAt: Date }[],
): User["bindings"] {
  const binding = (provider: Provider) => {
    const row = rows.find((one) => one.provider === provider);
    return row
      ? { bound: true, account: row.label, boundAt: row.boundAt.toISOString() }
      : { bound: false, account: null, boundAt: null };
  };
  const [google, github, linkedin] = providers.map(binding);
  if (!google || !github || !linkedin) throw new Error("a provider has no binding");
  return { google, github, linkedin };
}
