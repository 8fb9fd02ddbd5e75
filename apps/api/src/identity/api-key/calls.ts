/** API keys of an account (spec/accounts#api-keys). */
import type { ApiKey } from "@turnpike/contract/api-key.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { addKey, removeKeys } from "./change.ts";
import { monthOf } from "./spending.ts";
import { type KeyRow, keysOf } from "./store.ts";

const presentKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  // A later release may have scopes that this one does not know.
  scopes: scopes.filter((scope) => row.scopes.includes(scope)),
  prefix: row.prefix,
  lastFour: row.last_four,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  ips: row.ips,
  maxCents: row.max_cents,
  spentCents: row.spent_cents ?? 0,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  lastIp: row.last_ip,
});

export function apiKeyCalls(
  services: Services,
): Pick<Handlers, "apiKeys" | "apiKeyAdd" | "apiKeyDel"> {
  const { db, world } = services;
  return {
    async apiKeys(_question, caller) {
      const rows = await keysOf(db, caller.accountId, monthOf(world.now()));
      return { items: rows.map(presentKey) };
    },
    apiKeyAdd: (question, caller) => addKey(services, caller, question),
    apiKeyDel: ({ ids }, caller) => removeKeys(services, caller, ids),
  };
}
