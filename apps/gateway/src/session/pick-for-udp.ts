/** Chooses the exit of a UDP association. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Admitted } from "../authenticate/admit.ts";
import type { Gateway } from "../gateway.ts";
import { onResult } from "../lib/maybe-promise.ts";

const noUdp: Refused = { reason: "udpNotSupported", detail: "the exit is behind another proxy" };
/** Exits picked until one can carry UDP. */
export const udpPicks = 8;

interface Pick {
  /** How often an exit is picked at most. */
  tries: number;
  done: (opened: ExitFact | Refused) => void;
  failed: (error: unknown) => void;
}

/** Upstream proxies carry no UDP: where the client leaves the choice to us another exit is picked. */
export function pickForUdp(
  gateway: Gateway,
  session: { admitted: Admitted; keepsExit: boolean },
  { tries, done, failed }: Pick,
): void {
  const { grant, request } = session.admitted;
  const chosen = (exit: ExitFact | Refused) => {
    if ("reason" in exit || exit.how === "local") return done(exit);
    if (session.keepsExit || tries === 1) return done(noUdp);
    pickForUdp(gateway, session, { tries: tries - 1, done, failed });
  };
  onResult(gateway.exits.pick(grant, request), chosen, failed);
}
