import { useCall } from "./queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";

/** The server's clock, a few times a minute: a computer's own may be hours off. */
export function useServerNow(): number {
  const { data, dataUpdatedAt } = useCall("headerInit", {});
  const nowMs = useNow();
  return data ? nowMs + Date.parse(data.now) - dataUpdatedAt : nowMs;
}
