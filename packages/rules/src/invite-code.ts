/** Invitation codes (spec/affiliate#invitation-code): 6-15 letters and digits, case-insensitive. */

export const inviteCodeLength = { least: 6, most: 15 } as const;

/** Returns whether a text is valid as a custom invitation code. */
export function isInviteCode(code: string): boolean {
  return /^[A-Za-z0-9]{6,15}$/.test(code);
}
