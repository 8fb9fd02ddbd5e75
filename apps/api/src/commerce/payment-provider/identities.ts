/** What a provider can do to find out who a customer is. */
import type { IdentityReason } from "@turnpike/rules/identity.ts";

/** A check at the provider as it stands now. */
export interface IdentitySession {
  /**
   * `open`: the person has something to do, at `url`; `processing`: the provider checks; `verified`;
   * `ended`: nothing will come of it any more.
   */
  status: "open" | "processing" | "verified" | "ended";
  /** For once, and for the person alone; null unless `open`. */
  url: string | null;
  /** Why the last try failed; null if there was none. */
  failed: IdentityReason | null;
}

export interface IdentityProvider {
  /** Begins a check; the same `key` begins no second one. Throws if the provider is unreachable. */
  begin(request: {
    accountId: string;
    key: string;
    returnUrl: string;
  }): Promise<{ ref: string; url: string }>;
  /** Null if the provider knows of none, or checked nobody as it was only a trial of the set-up. */
  look(ref: string): Promise<IdentitySession | null>;
  /** Has the provider delete what it learned of a person. */
  redact(ref: string): Promise<void>;
}
