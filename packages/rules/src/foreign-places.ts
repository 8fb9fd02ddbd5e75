/** Places as other providers write them: names and habits in place of ISO codes. */
import { foldPlace } from "./places-match.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** What people write and neither ISO 3166-1 nor its English names have. */
const aliases: Readonly<Record<string, string>> = {
  uk: "GB",
  greatbritain: "GB",
  england: "GB",
  usa: "US",
  unitedstatesofamerica: "US",
  america: "US",
  korea: "KR",
  southkorea: "KR",
  republicofkorea: "KR",
  northkorea: "KP",
  russianfederation: "RU",
  czechrepublic: "CZ",
  turkey: "TR",
  turkiye: "TR",
  uae: "AE",
  holland: "NL",
  hongkong: "HK",
  macau: "MO",
  macao: "MO",
  burma: "MM",
  myanmar: "MM",
  ivorycoast: "CI",
  congo: "CG",
  drcongo: "CD",
  palestine: "PS",
  macedonia: "MK",
  swaziland: "SZ",
  bosnia: "BA",
  viet: "VN",
  capeverde: "CV",
  easttimor: "TL",
  trinidad: "TT",
  vatican: "VA",
};

/** Codes of the CLDR that are no countries. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "UK"]);

let known: Map<string, string> | null = null;

/** Folded English names and codes, each with its code; made once, when the first one is asked for. */
function countries(): Map<string, string> {
  if (known !== null) return known;
  known = new Map();
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  for (const one of letters) {
    for (const other of letters) {
      const code = one + other;
      const name = noCountries.has(code) ? undefined : names.of(code);
      if (name === undefined) continue;
      known.set(code.toLowerCase(), code);
      // Codes that were given up have the name of what came after them.
      if (!known.has(foldPlace(name))) known.set(foldPlace(name), code);
    }
  }
  for (const [name, code] of Object.entries(aliases)) known.set(name, code);
  return known;
}

/** The ISO code of a country's code or English name; null where it is none. */
export function countryCode(text: string): string | null {
  return countries().get(foldPlace(text)) ?? null;
}

/** Words for "from anywhere" in the place of a country, a state or a city. */
const anywhere = new Set(["any", "all", "rr", "random", "rand", "mix", "world", "global", "ww"]);
export const isAnywhere = (text: string) => anywhere.has(foldPlace(text));

const usStates: Readonly<Record<string, string>> = Object.fromEntries(
  (
    "al alabama ak alaska az arizona ar arkansas ca california co colorado ct connecticut " +
    "de delaware dc districtofcolumbia fl florida ga georgia hi hawaii id idaho il illinois " +
    "in indiana ia iowa ks kansas ky kentucky la louisiana me maine md maryland " +
    "ma massachusetts mi michigan mn minnesota ms mississippi mo missouri mt montana " +
    "ne nebraska nv nevada nh newhampshire nj newjersey nm newmexico ny newyork " +
    "nc northcarolina nd northdakota oh ohio ok oklahoma or oregon pa pennsylvania " +
    "ri rhodeisland sc southcarolina sd southdakota tn tennessee tx texas ut utah vt vermont " +
    "va virginia wa washington wv westvirginia wi wisconsin wy wyoming"
  )
    .split(" ")
    .reduce<[string, string][]>((pairs, word, at, words) => {
      if (at % 2 === 0) pairs.push([word, words[at + 1] ?? ""]);
      return pairs;
    }, []),
);

/** The token of a state of the USA by its postal abbreviation. */
export const usState = (code: string): string | null => usStates[code.toLowerCase()] ?? null;
