/** What several providers' grammars share. */

export const places = { country: "country", state: "state", city: "city", asn: "asn" } as const;
export const zips = {
  zip: "postal",
  zipcode: "postal",
  postal: "postal",
  postalcode: "postal",
} as const;
/** A grammar's usual values. */
export const usual = {
  where: "user",
  style: "dash",
  lead: [],
  words: {},
  unit: "minutes",
  minutes: null,
} as const;
