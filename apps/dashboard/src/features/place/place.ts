/** A place as it is chosen step by step: tokens as the calls take them, empty for any. */
export interface Place {
  country: string;
  state: string;
  city: string;
  isp: string;
  /** A number, as text. */
  asn: string;
}
export const anyPlace: Place = { country: "", state: "", city: "", isp: "", asn: "" };

/** Another country has no state, city or network yet; another state no city; another ISP no ASN. */
export function changedPlace<P extends Place>(before: P, by: Partial<P>): P {
  const { country, state, isp } = by;
  if (country !== undefined && country !== before.country) return { ...before, ...anyPlace, ...by };
  const city = state !== undefined && state !== before.state ? { city: "" } : {};
  const asn = isp !== undefined && isp !== before.isp ? { asn: "" } : {};
  return { ...before, ...city, ...asn, ...by };
}

/** As calls take it; an ASN stands for its ISP too. */
export function placeQuestion({ country, state, city, isp, asn }: Place) {
  return {
    country: country || undefined,
    state: state || undefined,
    city: city || undefined,
    isp: (!asn && isp) || undefined,
    asn: asn ? Number(asn) : undefined,
  };
}
