import { shortEmail } from "./lib/short-email.ts";

/** An e-mail address on at most one line; a shortened one shows in full on hover. */
export function Email({ address }: { address: string }) {
  const short = shortEmail(address);
  return short === address ? address : <span title={address}>{short}</span>;
}
