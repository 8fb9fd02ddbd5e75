/** Tokens of places (spec/pool#places): the name in ASCII letters and digits, lower case. */

/** Letters that do not decompose into a base letter and a mark. */
const spelled: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** `São Paulo` → `saopaulo`, `T-Mobile` → `tmobile`; empty if nothing is left. */
export function placeToken(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => spelled[letter] ?? "")
    .normalize("NFKD")
    .replace(/[^a-z0-9]/g, "");
}
