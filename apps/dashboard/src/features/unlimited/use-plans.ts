import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useList } from "../../ui/list/use-list.ts";
import { kindCalls } from "./use-plan.ts";

/** How often expiry, open ports and stock are refetched. */
export const REFRESH_MS = 20_000;
export const filterStatuses = ["active", "expired"] as const;

/** The page of the account's plans selected by the URL. */
export function usePlans(kind: UnlimitedKind) {
  return useList(kindCalls[kind].list, {
    everyMs: () => REFRESH_MS,
    filters: [
      {
        name: "status",
        as: "own",
        label: "",
        options: filterStatuses.map((value) => ({ value })),
      },
    ],
  });
}
export type Plans = ReturnType<typeof usePlans>;
