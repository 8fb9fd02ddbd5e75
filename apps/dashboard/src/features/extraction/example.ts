/** An example of a link's response, in the API's own format; the proxies are made up. */
import { type ExtractedProxy, extractionText } from "@turnpike/rules/extraction.ts";
import { type LinkParameters, readSeparator } from "@turnpike/rules/extraction-link.ts";

/** More rows would add no information. */
const PREVIEW_ROWS = 3;
/** The first of the ports from which the gateway itself chooses. */
const CHOSEN_FROM = 10_001;
const minuteMs = 60_000;

/** How many of the requested proxies the example shows. */
export const previewOf = ({ num }: LinkParameters): number => Math.min(num, PREVIEW_ROWS);

/** The beginning of a response at an instant, with example addresses of RFC 5737. */
export function exampleAnswer(
  link: LinkParameters,
  { host, nowMs }: { host: string; nowMs: number },
): string {
  const byIp = link.hours !== null;
  const minutes = link.minutes ?? (link.hours ?? 1) * 60;
  const proxies = Array.from({ length: previewOf(link) }, (_, at): ExtractedProxy => {
    const first = link.port ?? CHOSEN_FROM;
    return {
      host,
      port: first + at,
      protocol: link.protocol,
      ip: byIp ? `203.0.113.${at + 7}` : "",
      // The first request chooses the traffic plan's exit, so its place is the requested one.
      country: link.country || (byIp ? "US" : ""),
      state: link.state || (byIp && !link.country ? "california" : ""),
      city: link.city || (byIp && !link.country ? "losangeles" : ""),
      expiresAt: new Date(nowMs + minutes * minuteMs).toISOString(),
    };
  });
  const { format, separator } = link;
  return extractionText(format, proxies, readSeparator(separator));
}
