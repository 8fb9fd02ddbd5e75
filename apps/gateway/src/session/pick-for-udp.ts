/** Chooses the exit of a UDP association. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Admitted } from "../authenticate/auth-context.ts";
import type { Gateway } from "./gateway.ts";
import { onResult } from "../lib/maybe-promise.ts";

const noUdp: Refused = { reason: "udpNotSupported", detail: "the exit is behind another proxy" };
/** The most picks to find an exit that can carry UDP. */
export const udpPicks = 8;

interface UdpPick {
  /** How many more picks are allowed. */
  tries: number;
  done: (opened: ExitFact | Refused) => void;
  failed: (error: unknown) => void;
}

/** Upstream proxies cannot carry UDP. If the client leaves the choice to us, picks another exit. */
export function pickForUdp(
  gateway: Gateway,
  session: { admitted: Admitted; keepsExit: boolean },
  { tries, done, failed }: UdpPick,
): void {
  const { grant, request } = session.admitted;
  const chosen = (exit: ExitFact | Refused) => {
    if ("reason" in exit || exit.how === "local") return done(exit);
    if (session.keepsExit || tries === 1) return done(noUdp);
    pickForUdp(gateway, session, { tries: tries - 1, done, failed });
  };
  const { accountId, product, pool } = grant;
  const tried = new Set<string>();
  const trial = { accountId, product, pool, target: "", tried, onlyOwn: true };
  onResult(gateway.exits.pick(grant, request, trial), chosen, failed);
}
