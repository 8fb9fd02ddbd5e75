/** Handlers for the snippet in the head of pages. */
import { headSetting } from "../../platform/head/head.ts";
import type { Services } from "../../platform/services.ts";
import { lockedSetting } from "../../platform/setting/setting.ts";
import { perform } from "../operator/acts/act.ts";
import { resetHead, setHead } from "../operator/acts/head.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";

export function headHandlers(
  services: Services,
): Pick<ConsoleHandlers, "headShow" | "headSet" | "headReset"> {
  return {
    headShow: async () => {
      const head = services.settings.get(headSetting);
      return { ...head, version: versionOf(head) };
    },
    headSet: ({ reason, seen, ...input }, { actor }) =>
      perform(services, setHead, {
        actor,
        input,
        reason,
        check: async (tx) => refuseStale(seen, await lockedSetting(tx, headSetting)),
      }),
    headReset: ({ reason }, { actor }) =>
      perform(services, resetHead, { actor, input: {}, reason }),
  };
}
