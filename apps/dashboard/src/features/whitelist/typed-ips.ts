/** Addresses as they are typed into the batch field (spec/dashboard#batch-actions). */
import { judgeWhitelistIp } from "@turnpike/rules/whitelist.ts";

export interface TypedIps {
  /** In their one spelling, each once. */
  good: string[];
  /** As typed: no single IP address. */
  bad: string[];
  /** Typed more than once, in whichever spelling. */
  repeats: number;
}

/**
 * Where an address is registered and whether private ones are taken is the API's to say: here it
 * has only to be an address that a client can have.
 */
function canonical(text: string): string | null {
  const verdict = judgeWhitelistIp({ text, country: null, lab: true });
  return verdict.take ? verdict.ip : null;
}

/** Splits at commas, semicolons, spaces and line ends, and judges each. */
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
