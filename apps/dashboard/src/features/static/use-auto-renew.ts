import type { CallName } from "@turnpike/contract/calls.ts";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../lib/format.ts";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import type { StaticIp } from "./static-ip.ts";

/** Calls whose answers change with it. */
const changed = ["staticUseList", "staticIndex", "staticInfo"] as const satisfies CallName[];
/** The API takes so many at once. */
const MOST_AT_ONCE = 1000;

/** The switch of one: it stands where it was put while the answer is on its way. */
export function useAutoRenew(row: StaticIp) {
  const renew = useCommand("staticRenewalAuto", { invalidates: changed, settles: true });
  return {
    enabled: renew.isPending ? Boolean(renew.variables.enabled) : row.autoRenew,
    set: (enabled: boolean) => renew.mutate({ id: row.id, enabled }),
  };
}

/** Turns it on or off for many, and says for how many. */
export function useAutoRenewMany() {
  const { t } = useTranslation("static");
  const renew = useCommand("staticMoreAuto", { invalidates: changed });
  const send = async (rows: readonly StaticIp[], enabled: boolean) => {
    let count = 0;
    for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
      const ids = rows.slice(from, from + MOST_AT_ONCE).map(({ id }) => id);
      const answer = await renew.mutateAsync({ ids, enabled });
      count += answer.updated;
    }
    const words = { count, amount: formatNumber(count) };
    toast.success(enabled ? t("batch.turnedOn", words) : t("batch.turnedOff", words));
  };
  return {
    busy: renew.isPending,
    set: (rows: readonly StaticIp[], enabled: boolean) =>
      // A toast has said why not.
      void send(rows, enabled).catch(() => undefined),
  };
}
