/** Starts a session for an authenticated client or rejects it; the request log records both. */
import type { Product } from "@turnpike/contract/data-plane.ts";
import type { Refused } from "@turnpike/rules/admission.ts";
import { admitCaller } from "../authenticate/admit.ts";
import type { AdmitOptions, Undecided, Waited } from "../authenticate/auth-context.ts";
import type { Credentials } from "../authenticate/credentials.ts";
import type { Gateway } from "./gateway.ts";
import type { MaybePromise } from "../lib/maybe-promise.ts";
import { productOf } from "../link/holder.ts";
import { ProxySession } from "./proxy-session.ts";
import { outcomeOf, type RequestContext } from "./session-lines.ts";
import { countReason } from "../report/counters.ts";

/** A refusal and its request id. */
export interface Rejection extends Refused {
  requestId: string;
}

/**
 * After a wait, a refusal is delayed to a multiple of this, so that the response time to a wrong
 * password does not tell whether the name exists.
 */
const refusalStepMs = 50;

/**
 * Authenticates the client and, if it is admitted, counts the session as open from now on. Returns
 * a promise only if it has to wait first, for example for the hub; it never rejects.
 */
export function startSession(
  gateway: Gateway,
  context: RequestContext,
  credentials: Credentials | null,
  options: AdmitOptions,
): MaybePromise<ProxySession | Rejection> {
  const result = startOrWait(gateway, context, credentials, options);
  if (!("wait" in result)) return result;
  return startAfterWaits(result, credentials !== null, (waited) =>
    startOrWait(gateway, context, credentials, { ...options, ...waited }),
  );
}

function startOrWait(
  gateway: Gateway,
  context: RequestContext,
  credentials: Credentials | null,
  options: AdmitOptions,
): ProxySession | Rejection | Undecided {
  if (gateway.drain.ended) return reject(gateway, { reason: "notReady", detail: "" });
  const admitted = admitCaller(gateway.auth, context.client, credentials, options);
  if ("wait" in admitted) return admitted;
  if ("grant" in admitted) {
    const { accountId, holderId, product } = admitted.grant;
    const isNew = accountId !== options.heldBy;
    if (isNew && gateway.emptyConnections.isOver(accountId))
      return rejectHolder(gateway, context, tooManyEmpty, { accountId, id: holderId, product });
    return new ProxySession(gateway, context, admitted);
  }
  const { refused, holder, full } = admitted;
  if (full === "account") gateway.counters.accountFull += 1;
  if (holder === null) return reject(gateway, refused);
  const { id, accountId } = holder;
  return rejectHolder(gateway, context, refused, { id, accountId, product: productOf(holder) });
}

const tooManyEmpty: Refused = {
  reason: "tooManyConnections",
  detail: "too many connections that carried nothing; wait a moment",
};

/** Refuses a known customer; their request log and statistics record it. */
function rejectHolder(
  gateway: Gateway,
  context: RequestContext,
  refused: Refused,
  holder: { id: string; accountId: string; product: Product },
): Rejection {
  const requestId = gateway.id();
  const { id: subAccountId, accountId, product } = holder;
  const outcome = outcomeOf(refused);
  const { reason, detail } = refused;
  const nowhere = { domain: "", country: "", city: "", connectMs: null };
  gateway.meter.countOutcome({ accountId, subAccountId, product, outcome, reason, ...nowhere });
  gateway.requestLog.add({
    id: requestId,
    at: gateway.auth.now(),
    accountId,
    subAccountId,
    ...context,
    exitIp: "",
    country: "",
    upBytes: 0,
    downBytes: 0,
    ms: 0,
    outcome,
    reason,
    detail,
  });
  return { ...refused, requestId };
}

async function startAfterWaits(
  first: Undecided,
  hasPassword: boolean,
  again: (waited: Waited) => ProxySession | Rejection | Undecided,
): Promise<ProxySession | Rejection> {
  const beganAt = performance.now();
  let waited: Waited = {};
  let result: ProxySession | Rejection | Undecided = first;
  while ("wait" in result) {
    await result.wait;
    waited = { ...waited, ...result.next };
    result = again(waited);
  }
  if (result instanceof ProxySession || !hasPassword) return result;
  const took = performance.now() - beganAt;
  await new Promise((resolve) => setTimeout(resolve, refusalStepMs - (took % refusalStepMs)));
  return result;
}

/** Creates the refusal of an unknown client, which is logged only in the gateway's own log. */
export function reject(gateway: Gateway, refused: Refused): Rejection {
  return { ...refused, requestId: gateway.id() };
}

/** Counts a refusal that is sent to the client. */
export function countRefusal(
  { counters, log }: Gateway,
  refused: Refused,
  requestId: string,
): void {
  countReason(counters.refused, refused.reason);
  log.debug({ ...refused, requestId }, "request refused");
}
