/** The colour group of a part: protocol, credentials, location and so on; labels say the rest. */
import type { Meaning } from "@turnpike/proxy-strings/read/terms.ts";

export type PartKind = "way" | "who" | "place" | "hold" | "other";
const partKinds: Record<Meaning, PartKind> = {
  protocol: "way",
  host: "way",
  port: "way",
  account: "who",
  password: "who",
  country: "place",
  state: "place",
  city: "place",
  postal: "place",
  isp: "place",
  asn: "place",
  session: "hold",
  minutes: "hold",
  rotation: "hold",
  strict: "hold",
  zone: "other",
  unknown: "other",
};
export const partKind = (meaning: Meaning): PartKind => partKinds[meaning];
