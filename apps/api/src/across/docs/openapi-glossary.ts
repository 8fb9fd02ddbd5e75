/** What a field is by its name alone, where the contract says no more of it, and in which unit. */
import { accountWords } from "./openapi-words-account.ts";
import { proxyWords } from "./openapi-words-proxy.ts";

const words: Record<string, string> = { ...accountWords, ...proxyWords };

/** A name's tail tells the unit (spec/api#values). */
const units: [tail: RegExp, unit: string][] = [
  [/(Cents|^cents)$/, "In US cents."],
  [/Micros$/, "In millionths of a US dollar, for one unit."],
  [/(Bytes|^bytes)$/, "In bytes; 1 GB is 1,000,000,000."],
  [/Gb$/, "In GB of 1,000,000,000 bytes."],
  [/(Ms|^ms)$/, "In milliseconds."],
  [/Seconds$/, "In seconds."],
  [/(Minutes|^minutes)$/, "In minutes."],
  [/Mbps$/, "In megabits per second."],
  [/(Percent|^percent)$/, "In percent."],
];

const instant = "ISO 8601 in UTC.";

/** A field's own words, else its name's, and its unit; empty where nothing is known of it. */
export function meaningOf(name: string, { own = "", isInstant = false }): string {
  const said = own || (Object.hasOwn(words, name) ? (words[name] ?? "") : "");
  const unit = isInstant ? instant : (units.find(([tail]) => tail.test(name))?.[1] ?? "");
  return [said, said.includes(unit) ? "" : unit].filter(Boolean).join(" ");
}
