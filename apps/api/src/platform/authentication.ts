/** How calls are authenticated; each part of it is declared by one module (`module.ts`). */
import type { Tx } from "./db/database.ts";
import type { Asker, AskerKey } from "./http/handler.ts";
import type { Services } from "./services.ts";

export interface Authentication {
  /** The account and session of a session token; null where it is invalid. */
  bySession: (
    services: Services,
    token: string,
    from: { ip: string },
  ) => Promise<{ accountId: string; sessionId: string } | null>;
  /** The account of a read-only view's token (spec/console#view); null where it is none. */
  byView: (
    services: Services,
    token: string,
  ) => Promise<{ accountId: string; view: { id: string } } | null>;
  /** Whether a session is still valid; checking does not prolong it. */
  isSessionValid: (services: Services, token: string) => Promise<boolean>;
  /** Whether an account may make the calls that need a verified e-mail address. */
  isVerified: (services: Services, accountId: string) => Promise<boolean>;
  /** Refuses an account that is in arrears; it was locked before. @throws Refusal inArrears */
  refuseInArrears: (tx: Tx, accountId: string) => Promise<void>;
  /** The account and the rights of a key. @throws Refusal where it is invalid */
  byKey: (
    services: Services,
    key: string,
    from: { ip: string },
  ) => Promise<{ accountId: string; key: AskerKey }>;
  /** Whether a key is still valid at an address. */
  isKeyValid: (services: Services, key: string, from: { ip: string }) => Promise<boolean>;
  /**
   * Keeps the asker's account open, and their key in force, until a money call's transaction ends.
   * @throws Refusal where one is not
   */
  holdAsker: (tx: Tx, asker: Pick<Asker, "accountId" | "key">) => Promise<void>;
}
