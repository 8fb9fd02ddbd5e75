/** Replacing static IPs that cannot be reached (spec/static#replacement). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Asker, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { replaceStatic } from "./replace.ts";
import { presentStatics } from "./present.ts";

type Calls = Pick<Handlers, "staticChange" | "shortChange">;

export function replaceCalls(services: Services): Calls {
  const { db } = services;
  const change = (term: StaticTerm) => async (question: { id: string }, asker: Asker) => {
    const { accountId, lang } = asker;
    const row = await transaction(db, (tx) =>
      replaceStatic(services, tx, { accountId, term, ...question }),
    );
    const [shown] = await presentStatics(services, db, [row], lang);
    if (shown === undefined) throw new Error("a row has to be shown");
    return shown;
  };
  return { staticChange: change("static"), shortChange: change("short") };
}
