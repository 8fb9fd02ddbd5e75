/** Handlers for the snippet in the head of pages. */
import { headSetting } from "../../platform/head/head.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { resetHead, setHead } from "../operator/acts/head.ts";
import type { ConsoleHandlers } from "./caller.ts";

export function headHandlers(
  services: Services,
): Pick<ConsoleHandlers, "headShow" | "headSet" | "headReset"> {
  return {
    headShow: async () => services.settings.get(headSetting),
    headSet: ({ reason, ...input }, { actor }) =>
      perform(services, setHead, { actor, input, reason }),
    headReset: ({ reason }, { actor }) =>
      perform(services, resetHead, { actor, input: {}, reason }),
  };
}
