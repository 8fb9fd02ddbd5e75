/** What the customer reads, and what his request may try next, after a failure of each class. */
import type { ErrorClass, UpstreamAnswer } from "@turnpike/proxy-strings/upstream/errors.ts";
import type { Refused } from "@turnpike/rules/admission.ts";

/** `candidate`: another member. `session`: the same one with a new session, once. */
export type Next = "candidate" | "session" | "none";

/** No wholesaler's name, host or text is in a refusal. */
const noExit: Refused = { reason: "noExit", detail: "" };
const exitFailed: Refused = { reason: "exitUnreachable", detail: "" };

export function refusedFor(failure: ErrorClass, answer: UpstreamAnswer): Refused {
  if (failure === "target") return targetFailed(answer);
  if (failure === "targetRefused") return { reason: "targetNotOffered", detail: "" };
  if (failure === "concurrency") return { reason: "tooManyConnections", detail: "" };
  return failure === "down" || failure === "sessionLost" ? exitFailed : noExit;
}

export function nextAfter(failure: ErrorClass, allowRetryElsewhere: boolean): Next {
  if (failure === "sessionLost") return "session";
  if (failure === "targetRefused") return allowRetryElsewhere ? "candidate" : "none";
  return failure === "target" ? "none" : "candidate";
}

function targetFailed(answer: UpstreamAnswer): Refused {
  if (answer.kind === "http" && (answer.status === 504 || answer.status === 522))
    return { reason: "timedOut", detail: "the target did not answer in time" };
  if (answer.kind === "socks" && answer.reply === 5) return { reason: "targetRefused", detail: "" };
  return { reason: "targetUnreachable", detail: "" };
}
