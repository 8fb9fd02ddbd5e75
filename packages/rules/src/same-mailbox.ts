/**
 * Whether two addresses reach the same mailbox, judging by their spelling: some known providers
 * ignore everything after a `+` in the name, and some ignore dots.
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
const domainAliases: Record<string, string> = { "googlemail.com": "gmail.com" };

/** Returns the mailbox that an address reaches, without what its provider ignores. */
export function mailboxOf(address: string): string {
  const plain = address.trim().toLowerCase();
  const sign = plain.lastIndexOf("@");
  const written = plain.slice(sign + 1);
  const domain = Object.hasOwn(domainAliases, written)
    ? (domainAliases[written] ?? written)
    : written;
  const name = plain.slice(0, Math.max(0, sign));
  const untagged = plusDomains.has(domain) ? (name.split("+")[0] ?? name) : name;
  return `${dotlessDomains.has(domain) ? untagged.replaceAll(".", "") : untagged}@${domain}`;
}

/**
 * Returns an address without what follows a `+`, whatever its provider is, and without what its
 * provider is known to ignore: for what a person gets once, and nobody is refused who pays.
 */
export function untaggedMailbox(address: string): string {
  const mailbox = mailboxOf(address);
  const sign = mailbox.lastIndexOf("@");
  const name = mailbox.slice(0, Math.max(0, sign));
  return `${name.split("+")[0] || name}${mailbox.slice(sign)}`;
}

/**
 * Returns an address without anything that some providers ignore, whatever its own provider is: two
 * equal results may still be two people, so they are a reason to check, not to refuse.
 */
export function mailboxFamily(address: string): string {
  const mailbox = mailboxOf(address);
  const sign = mailbox.lastIndexOf("@");
  const name = mailbox.slice(0, Math.max(0, sign)).split("+")[0] ?? "";
  return `${name.replaceAll(".", "")}${mailbox.slice(sign)}`;
}

/** Returns whether an address of one list reaches the same mailbox as one of the other. */
export function sameMailbox(these: readonly string[], those: readonly string[]): boolean {
  const reached = new Set(these.map(mailboxOf));
  return those.some((address) => reached.has(mailboxOf(address)));
}
