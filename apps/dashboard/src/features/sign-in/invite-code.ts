/** An invitation code that a share link brought, kept until an account is made with it. */

const KEY = "turnpike.inviteCode";
/** A code has 15 characters at most (spec/affiliate#invitation-code). */
const LONGEST = 15;

/** The link's code, or the one that an earlier link brought; empty without. */
export function inviteCodeOf(link: string | null): string {
  const code = (link ?? "").trim().slice(0, LONGEST);
  if (code) localStorage.setItem(KEY, code);
  return code || (localStorage.getItem(KEY) ?? "");
}

export const forgetInviteCode = (): void => localStorage.removeItem(KEY);
