/** The invitation code of a share link, kept until an account is made with it. */

const KEY = "turnpike.inviteCode";
/** A code has at most 15 characters (spec/affiliate#invitation-code). */
const LONGEST = 15;

/** The link's code, or that of an earlier link; empty if there is none. */
export function inviteCodeOf(link: string | null): string {
  const code = (link ?? "").trim().slice(0, LONGEST);
  if (code) localStorage.setItem(KEY, code);
  return code || (localStorage.getItem(KEY) ?? "");
}

export const forgetInviteCode = (): void => localStorage.removeItem(KEY);
