import { firstPool } from "@turnpike/rules/traffic-pool.ts";

/** A place chosen step by step: tokens as used in calls, empty for any. */
export interface Place {
  country: string;
  state: string;
  city: string;
  isp: string;
  /** A number, as text. */
  asn: string;
}
export const anyPlace: Place = { country: "", state: "", city: "", isp: "", asn: "" };

/** Changing the country resets state, city and network; the state, the city; the ISP, the ASN. */
export function changedPlace<P extends Place>(before: P, by: Partial<P>): P {
  const { country, state, isp } = by;
  if (country !== undefined && country !== before.country) return { ...before, ...anyPlace, ...by };
  const city = state !== undefined && state !== before.state ? { city: "" } : {};
  const asn = isp !== undefined && isp !== before.isp ? { asn: "" } : {};
  return { ...before, ...city, ...asn, ...by };
}

/** The place as call parameters; an ASN replaces its ISP. */
export function placeParameters({ country, state, city, isp, asn }: Place) {
  return {
    country: country || undefined,
    state: state || undefined,
    city: city || undefined,
    isp: (!asn && isp) || undefined,
    asn: asn ? Number(asn) : undefined,
  };
}

/** The pool as calls for places take it: absent for the first one, which all installations have. */
export const poolParameter = (pool: string | undefined): { pool?: string } =>
  pool === undefined || pool === firstPool ? {} : { pool };
