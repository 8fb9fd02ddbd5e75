import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Handlers } from "../http/handler.ts";
import type { Services } from "../services.ts";

export function forecastCalls(_services: Services): Pick<Handlers, "forecast"> {
  return {
    async forecast() {
      throw new Refusal("notReady");
    },
  };
}
