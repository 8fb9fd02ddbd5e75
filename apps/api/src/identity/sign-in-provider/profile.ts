/** Reads a person's profile at a provider. */
import { asciiEmail } from "@turnpike/rules/credentials.ts";

/** Claims about a person; a provider may send values of any type. */
export interface Profile {
  email?: unknown;
  email_verified?: unknown;
  name?: unknown;
}

/** The allowed clock skew. */
const CLOCK_SECONDS = 60;

/** An e-mail in our normal form; null if it is not a valid address. */
export function addressOf(email: unknown): string | null {
  return typeof email === "string" ? asciiEmail(email.trim()) : null;
}

/** Whether a token was issued in the future, by the real clock. */
export function isIssuedInFuture(issuedAtSeconds: number): boolean {
  return issuedAtSeconds > Date.now() / 1_000 + CLOCK_SECONDS;
}
