import { useState } from "react";
import { useCall } from "./queries.ts";

/**
 * The server's current UTC day, YYYY-MM-DD. This computer's clock may differ and is used only if
 * the API does not answer. Undefined while loading.
 */
export function useToday(): string | undefined {
  const { data, isError } = useCall("shareChart", { days: 30 });
  const [here] = useState(() => new Date().toISOString().slice(0, 10));
  const day = data?.items.at(-1)?.day;
  return day ?? (isError ? here : undefined);
}
