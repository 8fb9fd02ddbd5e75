/** Parses the addresses typed into the batch field (spec/dashboard#batch-actions). */
import { judgeWhitelistIp } from "@turnpike/rules/whitelist.ts";

export interface TypedIps {
  /** In canonical form, without duplicates. */
  good: string[];
  /** As typed: not a single IP address. */
  bad: string[];
  /** How many were repeated, in any spelling. */
  repeats: number;
}

/**
 * Only checks that a client can have this address; its country, and whether private addresses are
 * allowed, are for the API to check.
 */
function canonical(text: string): string | null {
  const verdict = judgeWhitelistIp({ text, country: null, refusedCountries: [], lab: true });
  return verdict.take ? verdict.ip : null;
}

/** Splits at commas, semicolons, spaces and line breaks, and validates each. */
export function readIps(text: string): TypedIps {
  const good = new Set<string>();
  const bad = new Set<string>();
  let repeats = 0;
  for (const word of text.split(/[\s,;，、]+/).filter(Boolean)) {
    const ip = canonical(word);
    const kept = ip === null ? bad : good;
    const spelling = ip ?? word;
    if (kept.has(spelling)) repeats += 1;
    kept.add(spelling);
  }
  return { good: [...good], bad: [...bad], repeats };
}
