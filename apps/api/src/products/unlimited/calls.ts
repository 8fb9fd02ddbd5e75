/** Every call about unlimited plans. */
import type { Services } from "../../platform/services.ts";
import { buyCalls } from "./buy-calls.ts";
import { editCalls } from "./edit-calls.ts";
import { readCalls } from "./read-calls.ts";

export function unlimitedCalls(services: Services) {
  return { ...buyCalls(services), ...readCalls(services), ...editCalls(services) };
}
