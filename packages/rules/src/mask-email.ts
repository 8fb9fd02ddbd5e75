/** Masks an e-mail address shown to others: `john@example.com` → `j***@example.com`. */
export function maskEmail(email: string): string {
  const sign = email.lastIndexOf("@");
  return sign < 1 ? "***" : `${email.slice(0, 1)}***${email.slice(sign)}`;
}
