/** Addresses that work like a password, as they are shown to those who may not have them. */

const TAIL = 4;
/** A shorter rest would be shown almost whole. */
const SHORTEST = 12;

/** The host of an address and its last four characters: `https://hooks.example.com/…77ab`. */
export function coveredAddress(address: string): string {
  const parts = /^([a-z][a-z0-9+.-]*:\/\/)(?:[^/?#]*@)?([^/?#@]*)(.*)$/is.exec(address);
  if (!parts) return "…";
  const [, scheme = "", host = "", rest = ""] = parts;
  if (rest === "" || rest === "/") return `${scheme}${host}${rest}`;
  return `${scheme}${host}/…${rest.length >= SHORTEST ? rest.slice(-TAIL) : ""}`;
}
