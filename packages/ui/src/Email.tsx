import { shortEmail } from "./lib/short-email.ts";

/** An e-mail address that never takes more than a line; the whole of a long one shows on hover. */
export function Email({ address }: { address: string }) {
  const short = shortEmail(address);
  return short === address ? address : <span title={address}>{short}</span>;
}
