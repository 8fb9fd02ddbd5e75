import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";

export function findCalls(_services: Services): Pick<Handlers, "find"> {
  return {
    async find() {
      throw new Refusal("notReady");
    },
  };
}
