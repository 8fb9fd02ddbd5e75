/** The caller of a console call, and the types of handlers. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type {
  ConsoleResponse,
  ConsoleCallName,
  ConsoleCalls,
  ConsoleRequest,
} from "@turnpike/contract/console/calls.ts";
import type { StaffSession } from "../../identity/staff/store/session.ts";
import type { Actor } from "../../platform/audit/audit.ts";

export interface ConsoleCaller {
  /** The caller as the audit log names it; the name is empty if nobody is signed in. */
  actor: Actor;
  /** Null if nobody is signed in. */
  session: StaffSession | null;
  /** Sets the session cookie, or removes it (null). */
  setToken: (token: string | null) => void;
}

export type ConsoleHandler<K extends ConsoleCallName> = (
  question: ConsoleRequest<ConsoleCalls[K]>,
  caller: ConsoleCaller,
) => Promise<ConsoleResponse<ConsoleCalls[K]>>;

export type ConsoleHandlers = { [K in ConsoleCallName]: ConsoleHandler<K> };

/** Returns the session in a call that only staff may make. @throws Refusal sessionInvalid */
export function sessionOf({ session }: ConsoleCaller): StaffSession {
  if (session === null) throw new Refusal("sessionInvalid");
  return session;
}
