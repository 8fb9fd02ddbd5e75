/** The filter of the order records, as kept in the URL. */
import type { CallParameters } from "../../lib/call.ts";

type Kind = NonNullable<CallParameters<"orderList">["kind"]>;
export const orderKinds = [
  "traffic",
  "ip",
  "static",
  "short",
  "port",
  "bandwidth",
] as const satisfies readonly Kind[];

type Status = NonNullable<CallParameters<"orderList">["status"]>;
export const orderStatuses = [
  "paid",
  "pending",
  "refunded",
  "failed",
] as const satisfies readonly Status[];

/** The URL's values, empty if not set; `from` and `to` are days, YYYY-MM-DD. */
export interface OrderFilter {
  kind: string;
  status: string;
  from: string;
  to: string;
  /** Part of an order number. */
  order: string;
}
export const noFilter: OrderFilter = { kind: "", status: "", from: "", to: "", order: "" };

/** A time of a day in the user's own time zone; undefined if the day is invalid. */
function momentOf(day: string, time: string): string | undefined {
  const at = new Date(`${day}T${time}`);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The request for a filter; `from` and `to` both count as whole days. */
export function parametersOf(
  filter: OrderFilter,
): Pick<CallParameters<"orderList">, "kind" | "status" | "from" | "to" | "search"> {
  const kind = orderKinds.find((option) => option === filter.kind);
  const status = orderStatuses.find((option) => option === filter.status);
  const from = momentOf(filter.from, "00:00:00.000");
  const to = momentOf(filter.to, "23:59:59.999");
  return {
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(filter.order ? { search: filter.order } : {}),
  };
}

export const isFiltered = (filter: OrderFilter): boolean =>
  Object.keys(parametersOf(filter)).length > 0;
