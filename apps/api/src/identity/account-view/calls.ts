/** Calls to open and end a read-only view of an account. */
import type { Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { endView } from "./store.ts";
import { openView } from "./view.ts";

export function accountViewCalls(services: Services): Pick<Handlers, "viewOpen" | "viewEnd"> {
  return {
    viewOpen: ({ token }, caller) => openView(services, token, caller),

    async viewEnd(_question, { view }) {
      if (view) await endView(services.db, view.id, new Date(services.world.now()));
      return {};
    },
  };
}
