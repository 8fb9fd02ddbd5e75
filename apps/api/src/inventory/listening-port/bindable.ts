/** Whether ports can be bound at a node. */
import { unbindable } from "@turnpike/net/bindable.ts";
import type { Services } from "../../platform/services.ts";
import type { NodeNumbers } from "./store/leased-ports.ts";

/**
 * Those of the numbers that the node cannot bind: its gateway is asked. On one machine they are tried
 * here, at HOST. A node that does not answer binds none. With `onlyHere` other machines are not asked.
 */
export async function unbindableAt(
  { env, askNode }: Services,
  { nodeId, numbers }: NodeNumbers,
  { onlyHere = false } = {},
): Promise<number[]> {
  const answer = await askNode?.(nodeId, numbers, { onlyHere });
  return answer ?? unbindable(env.HOST, numbers);
}
