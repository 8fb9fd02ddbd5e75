/** Calls that change the address of static IPs (spec/static#replacement). */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { type Tx, transaction } from "../../platform/db/database.ts";
import type { Caller, Handlers } from "../../platform/http/handler.ts";
import type { Services } from "../../platform/services.ts";
import { replaceStatic } from "./replace.ts";
import { rotateStatic } from "./rotate.ts";
import { presentStatics } from "./present.ts";

type Calls = Pick<Handlers, "staticChange" | "shortChange" | "staticRotate">;

export function replaceCalls(services: Services): Calls {
  const { db } = services;
  const change = async (
    tx: Tx,
    { accountId, lang }: Caller,
    request: { term: StaticTerm; id: string; atWill: boolean },
  ) => {
    const row = await replaceStatic(services, tx, { accountId, ...request });
    const [shown] = await presentStatics(services, tx, [row], lang);
    if (shown === undefined) throw new Error("the replaced static IP was not found");
    return shown;
  };
  return {
    staticRotate: ({ id }, { accountId }) => rotateStatic(services, { accountId, id }),
    staticChange: ({ id, reason }, caller, tx) =>
      change(tx, caller, { term: "static", id, atWill: reason === "swap" }),
    shortChange: ({ id }, caller) =>
      transaction(db, (tx) => change(tx, caller, { term: "short", id, atWill: false })),
  };
}
