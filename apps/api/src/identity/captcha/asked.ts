/** Who is asked to solve something, and before what. */
export interface Asked {
  purpose: CaptchaPurpose;
  /** As limits count it: an IPv6 client is its /64. */
  network: string;
}
export type CaptchaPurpose = "signup" | "signin" | "mailCode";
