import { productClock } from "@turnpike/ui/lib/product-clock.ts";
import { useState } from "react";
import { useCall } from "./queries.ts";

/**
 * The server's current UTC day, YYYY-MM-DD; by the page's own reckoning only if the API does not
 * answer. Undefined while loading.
 */
export function useToday(): string | undefined {
  const { data, isError } = useCall("shareChart", { days: 30 });
  const [here] = useState(productClock.today);
  const day = data?.items.at(-1)?.day;
  return day ?? (isError ? here : undefined);
}
