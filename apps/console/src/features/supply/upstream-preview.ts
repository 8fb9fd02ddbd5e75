/** What an upstream's file would send, computed here as gateways do: with all names of places. */
import { faultLine, notationOf } from "@turnpike/proxy-strings/upstream/judge.ts";
import { noPlaces } from "@turnpike/proxy-strings/upstream/place-index.ts";
import { render } from "@turnpike/proxy-strings/upstream/render.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { readFile } from "./upstream-fault.ts";

/** Any session: the gateways' tokens need a key that is not shown. */
const sampleToken = Uint8Array.from({ length: 32 }, (_, at) => at * 7);

export interface Sample {
  country: string;
  city: string;
  minutes: number | null;
}

/** What is sent for a request, what cannot be said in it, or what is wrong with the file. */
export interface Preview {
  sent?: string;
  unwritable?: string;
  fault?: string;
}

/** The line that would be sent for a request, or why there is none. */
export function previewOf(text: string, { country, city, minutes }: Sample): Preview {
  const upstream = readFile(text);
  if (typeof upstream === "string") return { fault: upstream };
  const notation = notationOf(upstream, noPlaces, null);
  if ("fault" in notation) return { fault: faultLine(notation) };
  const asked = country.toUpperCase();
  // Gateways ask it for its own countries alone.
  if (asked !== "" && upstream.countries?.includes(asked) === false)
    return { unwritable: `country ${asked}` };
  const sent = render(notation, {
    filter: { ...(asked && { country: asked }), ...(city && { city: foldPlace(city) }) },
    session: minutes === null ? null : { token: sampleToken, minutes },
  });
  if ("unwritable" in sent) return { unwritable: sent.unwritable };
  return { sent: `${sent.host}:${sent.port}:${sent.user}:${sent.password}` };
}
