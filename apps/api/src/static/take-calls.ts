/** Taking static IPs: credits first, then the wallet (contract §8, §9). */
import type { Answer } from "@turnpike/contract/call.ts";
import type { staticUse } from "@turnpike/contract/static.ts";
import type { Tx } from "../db/database.ts";
import type { Asker, Handlers } from "../http/handler.ts";
import { shownOrder } from "../order/calls.ts";
import type { Services } from "../services.ts";
import { shownStatics } from "./shown.ts";
import { take, type Wanted } from "./take.ts";

export function takeCalls(services: Services): Pick<Handlers, "staticUse" | "shortExtract"> {
  return {
    staticUse: (asked, asker, tx) => taken(services, tx, asker, { term: "static", ...asked }),
    shortExtract: (asked, asker, tx) => taken(services, tx, asker, { term: "short", ...asked }),
  };
}

async function taken(
  services: Services,
  tx: Tx,
  asker: Asker,
  wanted: Wanted,
): Promise<Answer<typeof staticUse>> {
  const { rows, creditsUsed, order } = await take(services, tx, asker, wanted);
  return {
    items: await shownStatics(services, tx, rows, asker.lang),
    creditsUsed,
    walletCents: order?.amountCents ?? 0,
    ...(order && { order: shownOrder(order, asker.lang, null) }),
  };
}
