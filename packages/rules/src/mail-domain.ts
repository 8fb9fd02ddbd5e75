/** Domains of throw-away mailboxes (spec/sign-in#disposable-mail). */
import { asciiEmail } from "./credentials.ts";

/** Returns a domain as addresses are stored with it, in ASCII and lower case; null if it is none. */
export function mailDomain(text: string): string | null {
  const domain = text.trim().replace(/^@/, "").replace(/\.$/, "");
  return asciiEmail(`a@${domain}`)?.slice(2) ?? null;
}

/** What is known about mail domains; each domain stands for its subdomains too. */
export interface KnownDomains {
  /** Whether the list of providers has it. */
  isListed: (domain: string) => boolean;
  /** The operator's own. */
  added: ReadonlySet<string>;
  excepted: ReadonlySet<string>;
}

/** Whether an address is disposable: the operator's rule for its domain or the nearest one above. */
export function isDisposableMail(email: string, known: KnownDomains): boolean {
  const labels = email.slice(email.lastIndexOf("@") + 1).split(".");
  const domains = labels.slice(0, -1).map((_label, at) => labels.slice(at).join("."));
  const ruled = domains.find((one) => known.added.has(one) || known.excepted.has(one));
  if (ruled !== undefined) return known.added.has(ruled);
  return domains.some((one) => known.isListed(one));
}
