/**
 * The proxy user name as customers write it (spec/gateway#user-name); rules/username.ts parses it.
 */
import type { GrammarWord } from "@turnpike/locales/grammar.ts";

export const grammarPattern =
  "NAME[-region-US][-st-california][-city-losangeles][-zip-90001][-isp-NAME][-asn-7018]" +
  "[-sid-abc12345][-t-10][-strict-1]";

interface Word {
  name: Exclude<GrammarWord, "name">;
  aliases: string[];
  example: string;
}

export const grammarWords: Word[] = [
  { name: "region", aliases: ["country", "cc", "cr"], example: "US" },
  { name: "st", aliases: ["state"], example: "california" },
  { name: "city", aliases: [], example: "losangeles" },
  { name: "zip", aliases: ["postal"], example: "90001" },
  { name: "isp", aliases: [], example: "att" },
  { name: "asn", aliases: [], example: "7018" },
  { name: "sid", aliases: ["sessid", "session"], example: "abc12345" },
  { name: "t", aliases: ["sesstime", "sessiontime", "lifetime", "ttl"], example: "10" },
  { name: "strict", aliases: [], example: "1" },
];
