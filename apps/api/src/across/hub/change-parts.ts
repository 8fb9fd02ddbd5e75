/** Changes in messages that no gateway refuses for their size. */
import type { OwnedChanges } from "./project.ts";

/** So few are never too many, however long each is. */
const fewUpserts = 50;
/** Of a message's upserts in characters; a gateway takes 16 MiB. */
const maxPart = 4_000_000;

/** Splits changes; what is deleted comes with the last part. */
export function inParts({ upserts, deletes }: OwnedChanges): OwnedChanges[] {
  if (upserts.length <= fewUpserts) return [{ upserts, deletes }];
  const parts: OwnedChanges[] = [];
  let part: OwnedChanges = { upserts: [], deletes: [] };
  let length = 0;
  for (const fact of upserts) {
    const own = JSON.stringify(fact).length;
    if (part.upserts.length > 0 && length + own > maxPart) {
      parts.push(part);
      part = { upserts: [], deletes: [] };
      length = 0;
    }
    part.upserts.push(fact);
    length += own;
  }
  return [...parts, { ...part, deletes }];
}
