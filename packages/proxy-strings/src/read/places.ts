/** Places as other providers write them: names and conventions instead of ISO codes. */
import { foldPlace } from "@turnpike/rules/places-match.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Common names that neither ISO 3166-1 nor its English names contain. */
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

/** CLDR codes that are not countries. */
const noCountries = new Set(["EU", "EZ", "UN", "XA", "XB", "ZZ", "QO", "UK"]);

let countryCodes: Map<string, string> | null = null;

/** Maps folded English names and codes to codes; built on first use. */
function countries(): Map<string, string> {
  if (countryCodes !== null) return countryCodes;
  countryCodes = new Map();
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  for (const one of letters) {
    for (const other of letters) {
      const code = one + other;
      const name = noCountries.has(code) ? undefined : names.of(code);
      if (name === undefined) continue;
      // An obsolete code has the name of its successor: `DD` and `DE` are both Germany.
      const today = new Intl.Locale(`und-${code}`).region ?? code;
      countryCodes.set(code.toLowerCase(), today);
      if (today === code) countryCodes.set(foldPlace(name), code);
    }
  }
  for (const [name, code] of Object.entries(aliases)) countryCodes.set(name, code);
  return countryCodes;
}

/** Returns the ISO code for a country's code or English name; null if unknown. */
export function countryCode(text: string): string | null {
  return countries().get(foldPlace(text)) ?? null;
}

/** Words that mean "anywhere" in place of a country, a state or a city. */
const anywhere = new Set(["any", "all", "rr", "random", "rand", "mix", "world", "global", "ww"]);
export const isAnywhere = (text: string) => anywhere.has(foldPlace(text));

const usList = (
  "al alabama,ak alaska,az arizona,ar arkansas,ca california,co colorado,ct connecticut," +
  "de delaware,dc district of columbia,fl florida,ga georgia,hi hawaii,id idaho," +
  "il illinois,in indiana,ia iowa,ks kansas,ky kentucky,la louisiana,me maine,md maryland," +
  "ma massachusetts,mi michigan,mn minnesota,ms mississippi,mo missouri,mt montana," +
  "ne nebraska,nv nevada,nh new hampshire,nj new jersey,nm new mexico,ny new york," +
  "nc north carolina,nd north dakota,oh ohio,ok oklahoma,or oregon,pa pennsylvania," +
  "ri rhode island,sc south carolina,sd south dakota,tn tennessee,tx texas,ut utah," +
  "vt vermont,va virginia,wa washington,wv west virginia,wi wisconsin,wy wyoming"
).split(",");
/** Lower case, with spaces. */
export const usStateNames: readonly string[] = usList.map((state) => state.slice(3));
const usStates: Readonly<Record<string, string>> = Object.fromEntries(
  usList.map((state) => [state.slice(0, 2), foldPlace(state.slice(3))]),
);

const usCodes = new Map(Object.entries(usStates).map(([code, name]) => [name, code]));

/** Returns the postal abbreviation of a US state, in lower case, for its name. */
export const usStateCode = (name: string): string | null => usCodes.get(foldPlace(name)) ?? null;
/** Returns the token of a US state for its postal abbreviation. */
export const usState = (code: string): string | null => usStates[code.toLowerCase()] ?? null;
