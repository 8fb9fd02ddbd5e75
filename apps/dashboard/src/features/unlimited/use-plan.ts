import { PROXY_ROWS } from "@turnpike/ui/table-url.ts";
import { useTranslation } from "react-i18next";
import { useList } from "../../ui/list/use-list.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import type { CallResult } from "../../lib/call.ts";
import { queryClient, useCall } from "../../lib/queries.ts";
import type { UnlimitedPort } from "./port.ts";

/** The calls of each kind, so that both screens share their components. */
export const kindCalls = {
  port: { list: "portOrders", one: "portOrder", region: "portRegion", sold: "portServers" },
  bandwidth: {
    list: "bandwidthOrders",
    one: "bandwidthOrder",
    region: "bandwidthRegion",
    sold: "bandwidthServers",
  },
} as const satisfies Record<UnlimitedKind, Record<string, CallName>>;

/** How often the plan is refetched; more often while a gateway is opening ports. */
const REFRESH_MS = 20_000;
const OPENING_POLL_MS = 2_000;
/** A plan and the page of its ports selected by the URL; the list of plans has the plain names. */
export function usePlan(kind: UnlimitedKind, planId: string) {
  const { t } = useTranslation("unlimited");
  const list = useList(kindCalls[kind].one, {
    prefix: "ports",
    pageSize: PROXY_ROWS,
    views: `ports-${kind}`,
    fixed: { planId },
    filters: [
      { name: "find", field: "search", as: "search", label: t("ports.search"), maxLength: 100 },
    ],
    everyMs: (answer) =>
      answer?.plan.status === "active" && answer.plan.open < answer.plan.ports
        ? OPENING_POLL_MS
        : REFRESH_MS,
  });
  return { ...list, plan: list.data?.plan };
}
export type PlanRead = ReturnType<typeof usePlan>;

/** Shows changed ports at once, before the list has been refetched. */
export function showPorts(kind: UnlimitedKind, changed: readonly UnlimitedPort[]): void {
  const byId = new Map(changed.map((row) => [row.id, row]));
  const renewed = (rows: UnlimitedPort[]) => rows.map((row) => byId.get(row.id) ?? row);
  queryClient.setQueriesData<CallResult<"portOrder">>(
    { queryKey: [kindCalls[kind].one] },
    (before) => before && { ...before, ports: renewed(before.ports), items: renewed(before.items) },
  );
}

/** The countries of a plan's region that have exits; undefined while loading. */
export function useCountries(kind: UnlimitedKind, region: string) {
  const sold = useCall(kindCalls[kind].sold, {}, { staleMs: 60_000 });
  return sold.data?.regions.find((one) => one.region === region)?.countries;
}
