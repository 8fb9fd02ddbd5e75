/** Judges an identified client: account, time, parameters, room (spec/gateway#checks). */
import type { WhitePortFact } from "@turnpike/contract/port-facts.ts";
import { admit } from "@turnpike/rules/admission.ts";
import type { ParsedUsername, UsernameRequest } from "@turnpike/rules/username.ts";
import { grantOf } from "../authorise/grant.ts";
import type { Proof } from "../link/grant.ts";
import { type Holder, isExpired, isInArrears, type Owner, portSession } from "../link/holder.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { ListenerRef } from "../link/listener-ref.ts";
import type { Admitted, AuthContext, NotAdmittedResult } from "./auth-context.ts";

/** An identified holder and how the client proved to be that holder. */
export interface IdentifiedHolder {
  holder: Holder;
  proof: Proof;
  /** The whitelisted port that the client connected to, if it is one. */
  port?: WhitePortFact;
}

/** What the client claims; `username` is null if the client is identified by its address. */
export interface AdmissionRequest {
  username: ParsedUsername | null;
  blocked: boolean;
  passwordMatches: boolean;
  /** See `AdmitOptions`. */
  heldBy: string | null;
}

/** Admits or refuses an identified client, or one that could not be identified. */
export function judge(
  auth: AuthContext,
  identified: IdentifiedHolder | null,
  admission: AdmissionRequest,
): Admitted | NotAdmittedResult {
  const { username, blocked, passwordMatches, heldBy } = admission;
  const holder = identified?.holder ?? null;
  const now = auth.now();
  const verdict = admit({
    username,
    blocked,
    passwordMatches,
    holder: holder && {
      enabled: holder.enabled,
      inArrears: isInArrears(holder, now),
      over:
        isExpired(holder, now) ||
        (identified?.port !== undefined && now >= identified.port.expiresAt),
      exits: holder.kind === "subAccount" ? "any" : "own",
    },
    openConnections: holder ? auth.connections.count(holder.id) : 0,
    maxConnections: auth.perSubAccount,
    room: holder && holder.accountId !== heldBy ? auth.limiter.usage(holder.accountId) : null,
  });
  if (!verdict.admit) return { ...verdict, holder };
  if (!identified) throw new Error("admitted nobody");
  if (verdict.ends !== "none") auth.limiter.closeIdle(verdict.ends, identified.holder.accountId);
  const { proof, port } = identified;
  const request = port === undefined ? verdict.request : requestOf(port);
  return { grant: grantOf(identified.holder, proof, port), request };
}

/** Whether a change of the holder's rows could lift this refusal. */
export function mayBeStale({ refused: { reason } }: NotAdmittedResult): boolean {
  return (
    reason === "credentials" ||
    reason === "accountDisabled" ||
    reason === "inArrears" ||
    reason === "planExpired"
  );
}

/** The owner of a listener that belongs to one holder. */
export function ownerOf(
  snapshot: Snapshot,
  listener: Exclude<ListenerRef, { kind: "plan" }>,
): Owner | WhitePortFact | null {
  return listener.kind === "static"
    ? snapshot.staticByExit(listener.exitId)
    : snapshot.port(listener.portId);
}

/** The request parameters of a whitelisted port, which all its clients share. */
function requestOf({ filter, minutes }: WhitePortFact): UsernameRequest {
  return { filter, sid: portSession, minutes, minutesGiven: true, strict: false };
}
