import { useCall } from "./queries.ts";
import { useNow } from "@turnpike/ui/lib/use-now.ts";

/**
 * The server's clock, a few times a minute: a computer's own may be hours off. It is known from the
 * header's answer, which every screen has; until that has come it is this computer's.
 */
export function useServerNow(): number {
  const { data, dataUpdatedAt } = useCall("headerInit", {}, { enabled: false });
  const nowMs = useNow();
  return data ? nowMs + Date.parse(data.now) - dataUpdatedAt : nowMs;
}
