/** The part of an account holder's row that modules show. */
import type { User } from "@turnpike/contract/session.ts";
import type { IdentityStage } from "@turnpike/rules/identity.ts";
import type { Services } from "./services.ts";

/** What the row that is read of an account's holder knows of other modules' tables. */
export interface HolderFacts {
  mfaBound: boolean;
  hasLinkedLogin: boolean;
  /** Whether the holder belongs to a team of somebody else's account. */
  inTeam: boolean;
  identityStage: IdentityStage;
  enterpriseIp: boolean;
  enterpriseTraffic: boolean;
}

/** A module's part of what the holder is shown. */
export type HolderPart = (
  services: Services,
  accountId: string,
  facts: HolderFacts,
) => Partial<User> | Promise<Partial<User>>;
