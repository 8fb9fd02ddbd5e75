/**
 * Passwords that everybody tries first and that the rules of spec §5 would let through (they start
 * with a letter and have 8 characters). Compared without case.
 */
const COMMON = new Set(
  `password p@ssw0rd p@ssword iloveyou iloveyou1 qwertyui qwertyuiop
   qwerty1234 asdfghjk asdfghjkl zxcvbnm1 qazwsxedc q1w2e3r4 q1w2e3r4t5 sunshine
   sunshine1 princess princess1 football football1 baseball baseball1 superman superman1 starwars
   whatever whatever1 trustno1 letmein1 welcome1 michelle jennifer computer internet jordan23
   liverpool mercedes corvette chocolate butterfly elizabeth christian alexander anthony1
   danielle jonathan maverick midnight mountain november samantha spiderman steelers
   victoria wildcats babygirl blink182 charlie1 dragon12 garfield rangers1 scooter1 passport
   changeme changeme1 administrator adminadmin rootroot guestguest
   asd123456 qaz123456 woaini1314 iloveyou2 monkey12 master12 shadow12`
    .split(/\s+/)
    .filter(Boolean),
);

/** True for one of the most common passwords. */
export function isCommonPassword(text: string): boolean {
  return COMMON.has(text.toLowerCase());
}
