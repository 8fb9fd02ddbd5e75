import { formatCents, formatNumber, formatPercent } from "@turnpike/ui/lib/format.ts";
import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import type { Item } from "../../lib/call.ts";
import { word } from "../../lib/words.ts";
import { Code, when } from "@turnpike/ui/list/kinds.tsx";
import { CustomerLink, State } from "../../parts/cells.tsx";
import type { ListColumn } from "@turnpike/ui/list/columns.ts";

type Coupon = Item<"couponList">;

const stateOf = ({ usedAt, expiresAt }: Coupon): string => {
  if (usedAt) return "used";
  return Date.parse(expiresAt) < productClock.nowMs() ? "expired" : "usable";
};

/** Short text of what a coupon gives. */
function giftOf({ kind, percent, minCents, giftSku, giftAmount }: Coupon): string {
  if (kind === "gift") return `${formatNumber(giftAmount ?? 0)} × ${giftSku ?? ""}`;
  const least = minCents ? ` ≥ ${formatCents(minCents)}` : "";
  return `${formatPercent(percent ?? 0)}${least}`;
}

export const couponColumns = (): ListColumn<Coupon>[] => [
  {
    key: "email",
    text: ({ email, accountId }) => email ?? accountId,
    show: (row) => <CustomerLink {...row} />,
  },
  { key: "kind", text: ({ kind }) => word("states", kind) },
  { key: "gives", text: giftOf, show: (row) => <Code>{giftOf(row)}</Code> },
  { key: "state", text: stateOf, show: (row) => <State state={stateOf(row)} /> },
  { key: "createdAt", as: when },
  { key: "expiresAt", as: when },
  { key: "usedAt", extra: "narrow", as: when },
];
