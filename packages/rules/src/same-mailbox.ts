/**
 * Whether two addresses reach one mailbox, as far as their spelling tells: providers that are known
 * for it deliver what stands behind a `+` to the name before it, and some pass over dots.
 */

const plusDomains = new Set([
  "fastmail.com",
  "gmail.com",
  "hotmail.com",
  "icloud.com",
  "live.com",
  "me.com",
  "outlook.com",
  "proton.me",
  "protonmail.com",
]);
const dotlessDomains = new Set(["gmail.com"]);
const otherNames: Record<string, string> = { "googlemail.com": "gmail.com" };

function mailboxOf(address: string): string {
  const plain = address.trim().toLowerCase();
  const sign = plain.lastIndexOf("@");
  const written = plain.slice(sign + 1);
  const domain = Object.hasOwn(otherNames, written) ? (otherNames[written] ?? written) : written;
  const name = plain.slice(0, Math.max(0, sign));
  const untagged = plusDomains.has(domain) ? (name.split("+")[0] ?? name) : name;
  return `${dotlessDomains.has(domain) ? untagged.replaceAll(".", "") : untagged}@${domain}`;
}

/**
 * An address without what some providers pass over, whichever its own is: two of one family may be
 * two people's, so that it is a reason to look and none to refuse.
 */
export function mailboxFamily(address: string): string {
  const mailbox = mailboxOf(address);
  const sign = mailbox.lastIndexOf("@");
  const name = mailbox.slice(0, Math.max(0, sign)).split("+")[0] ?? "";
  return `${name.replaceAll(".", "")}${mailbox.slice(sign)}`;
}

/** True where one of these addresses reaches the same mailbox as one of those. */
export function sameMailbox(these: readonly string[], those: readonly string[]): boolean {
  const reached = new Set(these.map(mailboxOf));
  return those.some((address) => reached.has(mailboxOf(address)));
}
