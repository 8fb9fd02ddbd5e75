/** Ids arrive as arbitrary text, but a uuid column accepts only UUIDs. */

/** True for a UUID in its usual spelling. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Ids in the database's spelling, without duplicates. */
export function foldedIds(ids: string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** The UUID that no row has; in statistics it means the whole account. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";
