/** Closing the account (spec/accounts#closure). */
import { holdings } from "../../identity/account/user.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import { balances } from "../../ledger/balances.ts";
import { proveCode } from "../../identity/mail-code/prove.ts";
import { requireMfa } from "../../identity/mfa/require.ts";
import type { ClosureCounts } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { proveOwner } from "../../identity/credential/prove-password.ts";
import { closeAccount } from "./close.ts";

export function closureCalls(services: Services): Pick<Handlers, "cancelInfo" | "cancel"> {
  return {
    cancelInfo: (_question, caller) => closureCounts(services, caller),

    /**
     * Requires password, mailed code and second factor. A caller without a password (a linked login
     * created the account) gets wrongPassword and has to set one by "forgot password".
     */
    async cancel({ password, code, mfaCode }, caller) {
      const { accountId, ip } = caller;
      await proveOwner(services, { accountId, password, ip });
      const proved = await proveCode(services, { scene: "cancel", code, accountId });
      await requireMfa(services, { accountId, mfaCode });
      await closeAccount(services, caller, proved);
      return {};
    },
  };
}

async function closureCounts(services: Services, { accountId }: Caller): Promise<ClosureCounts> {
  const [owned, ...counts] = await Promise.all([
    balances(services.db, accountId),
    ...services.modules.erase.map(({ count }) => count?.(services, accountId)),
  ]);
  const held = { ...holdings(owned), profitCents: owned.profit };
  return Object.assign(held, ...counts) as ClosureCounts;
}
