import type { Reading } from "@turnpike/ui/Loaded.tsx";
import { useCall } from "../../lib/queries.ts";

/**
 * What is read, once the usable coupons have been asked for, too. If that failed they are asked for
 * again while the form keeps its values.
 */
export function useWithCoupons<A>(of: Reading<A>) {
  const coupons = useCall("coupons", { status: "usable" });
  const awaited = coupons.isPending && coupons.errorUpdateCount === 0;
  const reading: Reading<A> = awaited
    ? { data: undefined, error: of.data === undefined ? of.error : null, refetch: of.refetch }
    : of;
  return { reading, coupons: coupons.data?.items, onCoupons: () => void coupons.refetch() };
}
