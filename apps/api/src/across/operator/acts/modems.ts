/** Acts on modems (spec/supply#modems). */
import { beginRotation, callLink } from "../../../inventory/exit/rotate.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { modemNamed } from "../read/modems.ts";
import { defineAct } from "./act.ts";

export interface RotatedModem {
  id: string;
  retryAfter: number;
}

/** Gives a modem a new address, at most once per its interval. `modem`: its id, or HOST:PORT. */
export const rotateModem = defineAct<{ modem: string }, RotatedModem>({
  action: "exits.rotate",
  run: async (services, tx, { modem }) => {
    const found = await modemNamed(tx, modem);
    if (found.length === 0)
      throw new ActRefused(`there is no modem ${modem}`, { reason: "exitNotFound" });
    const [one] = found;
    if (one === undefined || found.length > 1)
      throw new ActRefused(`${modem} has several modems: name one by its id`);
    const { id, address } = one;
    const started = await beginRotation(services, tx, id);
    const { minSeconds } = started;
    return {
      result: { id, retryAfter: minSeconds },
      subject: one.name,
      before: { address },
      afterCommit: async () => ({ id, ...(await callLink(services, id, started)) }),
    };
  },
});
