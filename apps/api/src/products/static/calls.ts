/** Every call about static IPs, long and short term. */
import type { Services } from "../../platform/services.ts";
import { editCalls } from "./edit-calls.ts";
import { readCalls } from "./read-calls.ts";
import { renewCalls } from "./renew-calls.ts";
import { replaceCalls } from "./replace-calls.ts";
import { takeCalls } from "./take-calls.ts";

export function staticCalls(services: Services) {
  return {
    ...readCalls(services),
    ...takeCalls(services),
    ...editCalls(services),
    ...renewCalls(services),
    ...replaceCalls(services),
  };
}
