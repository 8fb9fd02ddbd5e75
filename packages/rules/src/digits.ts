/** Digits and letters as people type them in other scripts (spec/sign-in#mfa). */

const decimal = /\p{Nd}/gu;
const isDecimal = (point: number) => /\p{Nd}/u.test(String.fromCodePoint(point));

/** The value of a decimal digit: each script has ten in a row, some right after another's. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (isDecimal(first - 1)) first -= 1;
  return (point - first) % 10;
}

/** Replaces wide letters and digits, and the digits of all scripts, by those of ASCII. */
export function asciiDigits(typed: string): string {
  return typed.normalize("NFKC").replace(decimal, (digit) => String(valueOf(digit)));
}
