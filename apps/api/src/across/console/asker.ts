/** Who makes a call of the console, and what a handler is given. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type {
  ConsoleAnswer,
  ConsoleCallName,
  ConsoleCalls,
  ConsoleQuestion,
} from "@turnpike/contract/console/calls.ts";
import type { StaffSession } from "../../identity/staff/store/session.ts";
import type { Actor } from "../../platform/audit/audit.ts";

export interface ConsoleAsker {
  /** As the audit log names them; without a name where nobody is signed in. */
  actor: Actor;
  /** Null for a visitor. */
  session: StaffSession | null;
  /** Sets the session's cookie, or (null) removes it. */
  setToken: (token: string | null) => void;
}

export type ConsoleHandler<K extends ConsoleCallName> = (
  question: ConsoleQuestion<ConsoleCalls[K]>,
  asker: ConsoleAsker,
) => Promise<ConsoleAnswer<ConsoleCalls[K]>>;

export type ConsoleHandlers = { [K in ConsoleCallName]: ConsoleHandler<K> };

/** The session of a call that only staff may make. @throws Refusal sessionInvalid */
export function sessionOf({ session }: ConsoleAsker): StaffSession {
  if (session === null) throw new Refusal("sessionInvalid");
  return session;
}
