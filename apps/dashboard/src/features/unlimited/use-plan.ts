import { useQueryClient } from "@tanstack/react-query";
import type { CallName } from "@turnpike/contract/calls.ts";
import type { UnlimitedKind } from "@turnpike/rules/unlimited.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { CallResult } from "../../lib/call.ts";
import { useCall } from "../../lib/queries.ts";
import { useLastPage } from "@turnpike/ui/last-page.ts";
import { PROXY_ROWS, useTableUrl } from "@turnpike/ui/table-url.ts";
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

/** Calls whose answers change when a plan or its ports are changed. */
export const planCallsChanged = {
  port: ["portOrders", "portOrder"],
  bandwidth: ["bandwidthOrders", "bandwidthOrder"],
} as const satisfies Record<UnlimitedKind, readonly CallName[]>;

/** How often the plan is refetched; more often while a gateway is opening ports. */
const REFRESH_MS = 20_000;
const OPENING_POLL_MS = 2_000;
/** The port list's own names in the URL, since the list of plans uses the plain ones. */
const PREFIX = "ports";
const SEARCH = "find";

/** The search, kept in the URL; changing it returns to the first page. */
function useSearch(): [string, (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const set = (search: string) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (search) after.set(SEARCH, search);
        else after.delete(SEARCH);
        after.delete(`${PREFIX}-page`);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return [params.get(SEARCH) ?? "", set];
}

/** A plan and the page of its ports selected by the URL. */
export function usePlan(kind: UnlimitedKind, planId: string) {
  const url = useTableUrl(PREFIX, PROXY_ROWS);
  const [search, setSearch] = useSearch();
  const { page, limit } = url;
  const [isFast, setFast] = useState(false);
  const parameters = { planId, page, limit, search: search || undefined };
  const everyMs = isFast ? OPENING_POLL_MS : REFRESH_MS;
  const list = useCall(kindCalls[kind].one, parameters, { keepLast: true, everyMs });
  const { data } = list;
  const opening = data?.plan.status === "active" && data.plan.open < data.plan.ports;
  if (opening !== isFast && data) setFast(opening);
  useLastPage(url, data);
  return {
    list,
    url,
    search,
    setSearch,
    plan: data?.plan,
  };
}
export type PlanRead = ReturnType<typeof usePlan>;

/** Shows changed ports immediately; refetches everything else that has changed. */
export function useShowPorts(kind: UnlimitedKind) {
  const client = useQueryClient();
  const { one } = kindCalls[kind];
  return (changed: readonly UnlimitedPort[]) => {
    const byId = new Map(changed.map((row) => [row.id, row]));
    const renewed = (rows: UnlimitedPort[]) => rows.map((row) => byId.get(row.id) ?? row);
    client.setQueriesData<CallResult<"portOrder">>(
      { queryKey: [one] },
      (before) =>
        before && { ...before, ports: renewed(before.ports), items: renewed(before.items) },
    );
    for (const call of planCallsChanged[kind]) {
      void client.invalidateQueries({ queryKey: [call] });
    }
  };
}

/** The countries of a plan's region that have exits; undefined while loading. */
export function useCountries(kind: UnlimitedKind, region: string) {
  const sold = useCall(kindCalls[kind].sold, {}, { staleMs: 60_000 });
  return sold.data?.regions.find((one) => one.region === region)?.countries;
}
