import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult, CallParameters } from "../../lib/call.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";

export type Entry = CallResult<"trafficWhiteList">["items"][number];
type AddParameters = CallParameters<"addTrafficWhite"> & { ips: string[] };

/** The requests that add entries again, grouped by sub-account, description and expiry. */
export function restoreCalls(entries: readonly Entry[]): AddParameters[] {
  const calls = new Map<string, AddParameters>();
  for (const { ip, account, description, expiresAt } of entries) {
    const key = JSON.stringify([account, description, expiresAt]);
    const end = expiresAt === null ? {} : { expiresAt };
    const question = calls.get(key) ?? { ips: [], account, description, ...end };
    question.ips.push(ip);
    calls.set(key, question);
  }
  return [...calls.values()];
}

/** Restores deleted entries and says how many; shows the reasons of refused ones. */
export function useRestoreEntries(): (entries: readonly Entry[]) => Promise<void> {
  const { t } = useTranslation("white-manage");
  const add = useCommand("addTrafficWhite");
  return async (entries) => {
    let restored = 0;
    for (const question of restoreCalls(entries)) {
      // A refusal of the whole call has been shown; the other calls continue.
      const answer = await add.send(question);
      restored += answer?.added.length ?? 0;
      for (const { ip, msg } of answer?.refused ?? []) toast.error(`${ip}: ${msg}`);
    }
    if (restored > 0) toast.success(t("delete.undone", { count: restored }));
  };
}
