/** How a customer's own address is shown to them (spec/sign-in#credentials). */
import { domainToUnicode } from "node:url";

/** The address with its domain in the customer's script, as they typed it. */
export function shownEmail(email: string): string {
  const sign = email.lastIndexOf("@");
  const domain = email.slice(sign + 1);
  return `${email.slice(0, sign)}@${domainToUnicode(domain) || domain}`;
}
