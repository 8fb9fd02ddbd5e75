/** Ids come from outside as arbitrary text; a uuid column takes nothing but UUIDs. */

/** True for a UUID in its usual spelling. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Ids as the database writes them, each once: one may be named in two spellings. */
export function foldedIds(ids: string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** The UUID that no row has: in statistics it stands for the whole account. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";
