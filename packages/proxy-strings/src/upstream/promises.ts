/** Whether templates can write what an upstream promises: each place, and a session with it. */
import type { Piece, PlaceName, Template, TemplateField } from "./template.ts";

export interface Promised {
  places: readonly PlaceName[];
  /** Whether the templates have to carry session ids; not if there are none, or the port does. */
  session: boolean;
}

/** Returns what is lost whatever else a request asks for; null: every promise can be kept. */
export function lostPromise(
  users: readonly Template[],
  password: Template,
  { places, session }: Promised,
): string | null {
  const all = subsetsOf(places);
  const canSay = (fields: readonly PlaceName[], sticky: boolean) =>
    users.some((user) => saysAll([user, password], [...fields, ...(sticky ? sessionField : [])]));
  if (session && !all.some((fields) => canSay(fields, true))) return "session";
  for (const place of places) {
    const wider = all.filter((fields) => fields.includes(place));
    if (wider.some((fields) => canSay(fields, session))) continue;
    const alone = wider.some((fields) => canSay(fields, false));
    return alone ? `session where it writes ${place}` : `${place}, which places promises`;
  }
  return null;
}

const sessionField = ["session"] as const;

function subsetsOf(places: readonly PlaceName[]): PlaceName[][] {
  return [...new Set(places)].reduce<PlaceName[][]>(
    (sets, place) => [...sets, ...sets.map((set) => [...set, place])],
    [[]],
  );
}

/** Whether templates write all of these fields, if a request has these and no others. */
function saysAll(templates: readonly Template[], fields: readonly TemplateField[]): boolean {
  const present = new Set(fields);
  // A login is always there, and minutes come with a session.
  for (const field of ["login", "secret", "id", "zone"] as const) present.add(field);
  if (present.has("session")) present.add("minutes");
  const wrote = templates.map(({ pieces }) => written(pieces, present));
  return fields.every((field) => wrote.some((each) => each?.has(field))) && !wrote.includes(null);
}

function written(
  pieces: readonly Piece[],
  present: ReadonlySet<TemplateField>,
): Set<TemplateField> | null {
  const wrote = new Set<TemplateField>();
  for (const piece of pieces) {
    if (piece.kind === "optional") {
      for (const field of written(piece.pieces, present) ?? []) wrote.add(field);
    } else if (piece.kind === "field") {
      if (present.has(piece.field)) wrote.add(piece.field);
      else if (piece.fallback === null) return null;
    }
  }
  return wrote;
}
