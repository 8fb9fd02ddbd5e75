/** The invitation code of a share link, kept until an account is made with it. */
import { browserStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.inviteCode";
/** A code has at most 15 characters (spec/affiliate#invitation-code). */
const LONGEST = 15;

/** The link's code, or that of an earlier link; empty if there is none. */
export function inviteCodeOf(link: string | null): string {
  const code = (link ?? "").trim().slice(0, LONGEST);
  if (code) browserStore.set(KEY, code);
  return code || (browserStore.get(KEY) ?? "");
}

export const forgetInviteCode = (): void => browserStore.remove(KEY);
