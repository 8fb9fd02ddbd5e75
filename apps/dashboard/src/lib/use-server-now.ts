import { useCall } from "./queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";

/**
 * The server's clock, updated a few times a minute, since a computer's own may be hours off.
 * Derived from the header's answer, which every screen has; until then, this computer's clock.
 */
export function useServerNow(): number {
  const { data, dataUpdatedAt } = useCall("headerInit", {}, { enabled: false });
  const nowMs = useNow();
  return data ? nowMs + Date.parse(data.now) - dataUpdatedAt : nowMs;
}
