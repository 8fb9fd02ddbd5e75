/**
 * How hard a password is to guess: a hint while typing, never a requirement
 * (spec/sign-in#credentials has the rule).
 */
import { currentBrand } from "@turnpike/ui/lib/brand.ts";
import { isCommonPassword } from "@turnpike/rules/common-password.ts";

export type Strength = "weak" | "fair" | "strong";

const KINDS = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/];
/** Minimum scores: characters that neither repeat nor follow the last, plus one per extra kind. */
const FAIR = 9;
const STRONG = 13;

/** `aaaa` and `1234` count as one character each, common passwords as none. */
export function passwordStrength(text: string): Strength {
  if (isCommonPassword(text, { brand: currentBrand().name })) return "weak";
  const codes = Array.from(text, (sign) => sign.charCodeAt(0));
  const fresh = codes.filter((code, at) => {
    const before = codes[at - 1];
    return before === undefined || Math.abs(code - before) > 1;
  });
  const different = Math.min(fresh.length, new Set(codes).size);
  const kinds = KINDS.filter((kind) => kind.test(text)).length;
  const points = different + Math.max(0, kinds - 1);
  if (points >= STRONG) return "strong";
  return points >= FAIR ? "fair" : "weak";
}
