/** Who is to blame if the upstream proxy of an imported exit opens no tunnel. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { HandshakeFailure } from "./upstream-handshake.ts";

/** Statuses that concern our login at the upstream, if they do not concern the target. */
const loginStatuses = new Set([401, 402, 407]);

/**
 * Whether the exit itself failed, and for whom. "surely": it cannot be dialled or is no proxy, which
 * no target can cause: for everybody. "perhaps": for this holder, since a target may have caused it.
 * "login": like "perhaps", but for everybody once several customers and targets got it. "elsewhere":
 * this one request may be tried at another exit. "no": the target is at fault.
 */
export type ExitFailure = "surely" | "perhaps" | "login" | "elsewhere" | "no";

export interface Blame {
  refused: Refused;
  exitFailure: ExitFailure;
}

export function blameFor(failed: HandshakeFailure, how: "http" | "socks5"): Blame {
  if (failed.kind === "http") return byStatus(failed.status);
  if (failed.kind === "socks") return byReply(failed.reply);
  const { asked, detail } = failed;
  if (failed.kind === "noProxy") return exitFailed(detail, asked ? "login" : "surely");
  if (!asked) return exitFailed(detail, "surely");
  if (how === "http") return exitFailed(detail, "perhaps");
  // It accepted our login before: what is missing is the target's.
  const reason = failed.silent ? "timedOut" : "targetUnreachable";
  return { refused: { reason, detail }, exitFailure: "no" };
}

function byStatus(status: number): Blame {
  if (status < 400 || loginStatuses.has(status))
    return exitFailed(`the upstream answers ${status}`, "login");
  const reason = status === 504 ? "timedOut" : "targetUnreachable";
  const refused: Refused = { reason, detail: `the exit says ${status}` };
  return { refused, exitFailure: status >= 500 ? "elsewhere" : "no" };
}

/** RFC 1928 §6: 1 is a general failure of the server, 3 to 6 are about the way to the target. */
function byReply(reply: number | "auth"): Blame {
  if (reply === "auth") return exitFailed("the upstream refuses its user and password", "login");
  if (reply === 7) return exitFailed("the upstream knows no CONNECT", "login");
  if (reply === 5) return { refused: { reason: "targetRefused", detail: "" }, exitFailure: "no" };
  const refused: Refused = { reason: "targetUnreachable", detail: `the exit replies ${reply}` };
  return { refused, exitFailure: reply === 1 ? "elsewhere" : "no" };
}

function exitFailed(detail: string, exitFailure: ExitFailure): Blame {
  return { refused: { reason: "exitUnreachable", detail }, exitFailure };
}
