import { useState } from "react";
import { useCall } from "./queries.ts";

/**
 * The UTC day it is for the product, YYYY-MM-DD: the clock of this computer may be another, and is
 * taken only where the API does not answer. Undefined: on its way.
 */
export function useToday(): string | undefined {
  const { data, isError } = useCall("shareChart", { days: 30 });
  const [here] = useState(() => new Date().toISOString().slice(0, 10));
  const day = data?.items.at(-1)?.day;
  return day ?? (isError ? here : undefined);
}
