/** Regions that unlimited plans are sold for, and their countries. */

/** In display order. */
export const unlimitedRegions = [
  "north-america",
  "europe",
  "asia",
  "south-america",
  "oceania",
  "africa",
  "global",
] as const;
export type UnlimitedRegion = (typeof unlimitedRegions)[number];

export function isUnlimitedRegion(value: string): value is UnlimitedRegion {
  return (unlimitedRegions as readonly string[]).includes(value);
}

/** ISO 3166-1 alpha-2; the Middle East, the Caucasus and Central Asia belong to Asia. */
const countries: Record<Exclude<UnlimitedRegion, "global">, string> = {
  "north-america":
    "AG AI AW BB BL BM BQ BS BZ CA CR CU CW DM DO GD GL GP GT HN HT JM KN KY LC MF MQ MS MX NI PA PM PR SV SX TC TT US VC VG VI",
  europe:
    "AD AL AT AX BA BE BG BY CH CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SJ SK SM UA VA XK",
  asia: "AE AF AM AZ BD BH BN BT CC CN CX CY GE HK ID IL IN IO IQ IR JO JP KG KH KP KR KW KZ LA LB LK MM MN MO MV MY NP OM PH PK PS QA SA SG SY TH TJ TL TM TR TW UZ VN YE",
  "south-america": "AR BO BR CL CO EC FK GF GS GY PE PY SR UY VE",
  oceania: "AS AU CK FJ FM GU KI MH MP NC NF NR NU NZ PF PG PN PW SB TK TO TV UM VU WF WS",
  africa:
    "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE NG RE RW SC SD SH SL SN SO SS ST SZ TD TG TN TZ UG YT ZA ZM ZW",
};
const regionByCountry = new Map(
  Object.entries(countries).flatMap(([region, codes]) =>
    codes.split(" ").map((code) => [code, region as UnlimitedRegion] as const),
  ),
);

/** Uninhabited: in no region except `global`. */
const unsettled = ["AQ", "BV", "HM", "TF"];
/** Returns whether an upper-case code is a current country, not a former one or a group. */
export function isCountry(code: string): boolean {
  return regionByCountry.has(code) || unsettled.includes(code);
}

/** Returns whether a country (upper case) is in a region; every country is in `global`. */
export function isInRegion(country: string, region: UnlimitedRegion): boolean {
  return region === "global" || regionByCountry.get(country) === region;
}

/** Unlimited products are sold by kind, region and days: `port-europe-30`. */
export interface UnlimitedProduct {
  kind: "port" | "bandwidth";
  region: UnlimitedRegion;
  days: number;
}
export function unlimitedSku({ kind, region, days }: UnlimitedProduct): string {
  return `${kind}-${region}-${days}`;
}

/** Parses a SKU; null if it is another product's. */
export function readUnlimitedSku(sku: string): UnlimitedProduct | null {
  const [, kind, region = "", days] = /^(port|bandwidth)-([a-z-]+)-(\d{1,3})$/.exec(sku) ?? [];
  if (kind !== "port" && kind !== "bandwidth") return null;
  return isUnlimitedRegion(region) ? { kind, region, days: Number(days) } : null;
}
