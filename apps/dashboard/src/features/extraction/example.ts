/** What a link would answer, by the rule that the API answers by; the proxies are made up. */
import { type ExtractedProxy, extractionText } from "@turnpike/rules/extraction.ts";
import { type LinkParameters, readSeparator } from "@turnpike/rules/extraction-link.ts";

/** More say nothing new. */
const PREVIEW_ROWS = 3;
/** Where ports begin that the gateway chooses itself. */
const CHOSEN_FROM = 10_001;
const minuteMs = 60_000;

/** How many proxies an example shows of those that are asked for. */
export const previewOf = ({ num }: LinkParameters): number => Math.min(num, PREVIEW_ROWS);

/** An answer's beginning, at an instant; addresses are of RFC 5737, which nobody has. */
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
      // The traffic plan's exit is chosen by the first request: its place is what was asked for.
      country: link.country || (byIp ? "US" : ""),
      state: link.state || (byIp && !link.country ? "california" : ""),
      city: link.city || (byIp && !link.country ? "losangeles" : ""),
      expiresAt: new Date(nowMs + minutes * minuteMs).toISOString(),
    };
  });
  const { format, separator } = link;
  return extractionText(format, proxies, readSeparator(separator));
}
