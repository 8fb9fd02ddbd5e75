/** How calls are authenticated; each part of it is declared by one module (`module.ts`). */
import type { Db, Tx } from "./db/database.ts";
import type { Caller, CallerKey, CallerPerson } from "./http/handler.ts";
import type { Services } from "./services.ts";

export interface Authentication {
  /** Returns the account and session of a session token; null if it is invalid. */
  bySession: (
    services: Services,
    token: string,
    from: { ip: string },
  ) => Promise<{ accountId: string; sessionId: string; person?: CallerPerson } | null>;
  /** Returns the account of a read-only view's token (spec/console#view); null if it is invalid. */
  byView: (
    services: Services,
    token: string,
  ) => Promise<{ accountId: string; view: { id: string } } | null>;
  /** Whether a session is still valid; the check does not prolong it. */
  isSessionValid: (services: Services, token: string) => Promise<boolean>;
  /** Whether an account may make the calls that need a verified e-mail address. */
  isVerified: (services: Services, accountId: string) => Promise<boolean>;
  /** Refuses an account in arrears; the caller has locked it. @throws Refusal inArrears */
  refuseInArrears: (tx: Tx, accountId: string) => void;
  /** Called before a purchase, with the account locked. @throws Refusal consentNeeded, verifyEmail */
  beforeBuying: (
    services: Services,
    tx: Tx,
    caller: Pick<Caller, "accountId" | "ip" | "lang">,
  ) => Promise<void>;
  /** Returns the account and the rights of a key. @throws Refusal if the key is invalid */
  byKey: (
    services: Services,
    key: string,
    from: { ip: string },
  ) => Promise<{ accountId: string; key: CallerKey }>;
  /** Whether a key is still valid for use from an address. */
  isKeyValid: (services: Services, key: string, from: { ip: string }) => Promise<boolean>;
  /**
   * Keeps the caller's account open and its session or key valid until a money call's transaction
   * ends.
   * @throws Refusal if the account is closed, or the session or key has ended
   */
  lockCaller: (
    tx: Tx,
    caller: Pick<Caller, "accountId" | "sessionId" | "key" | "person">,
  ) => Promise<void>;
  /** Records what a person of a team did. */
  recordAct: (
    services: Services,
    db: Db | Tx,
    caller: Caller,
    act: { call: string; subject: string },
  ) => Promise<void>;
}
