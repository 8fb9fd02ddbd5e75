/** Ids arrive as arbitrary text, but uuid columns accept only UUIDs. */

/** Whether a text is a UUID in its usual spelling. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Returns ids in the database's spelling, without duplicates. */
export function normalizedIds(ids: string[]): string[] {
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

/** A UUID that no row has; in statistics it stands for the whole account. */
export const nilUuid = "00000000-0000-0000-0000-000000000000";
