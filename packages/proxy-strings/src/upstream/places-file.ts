/** An upstream's own spellings of places: a CSV file with `country,state,city,isp,token`. */
import { countryCode } from "../read/places.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";

/** One row; places are folded, empty where the row does not name one. */
export interface SpelledPlace {
  country: string;
  state: string;
  city: string;
  isp: string;
  /** Sent as it stands. */
  token: string;
}
export interface PlacesFault {
  /** Counts from 1, with the line of names. */
  line: number;
  fault: string;
}

const columns = ["country", "state", "city", "isp", "token"] as const;
/** No wholesaler lists more places; a file is read at once. */
export const placesLimit = { rows: 200_000, token: 100 } as const;

/** Parses the file; the first fault ends it, and nothing of it counts. Never throws. */
export function readPlaces(text: string): SpelledPlace[] | PlacesFault {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = cellsOf(lines[0] ?? "")?.map((name) => name.trim().toLowerCase()) ?? [];
  const wrong = names.find((name) => !(columns as readonly string[]).includes(name));
  if (wrong !== undefined) return { line: 1, fault: `unknown column ${wrong.slice(0, 40)}` };
  for (const name of ["country", "token"]) {
    if (!names.includes(name)) return { line: 1, fault: `no column ${name}` };
  }
  const places: SpelledPlace[] = [];
  for (const [at, line] of lines.entries()) {
    if (at === 0 || line.trim() === "") continue;
    const read = places.length < placesLimit.rows ? rowOf(line, names) : "too many rows";
    if (typeof read === "string") return { line: at + 1, fault: read };
    places.push(read);
  }
  return places;
}

function rowOf(line: string, names: readonly string[]): SpelledPlace | string {
  const cells = cellsOf(line);
  if (cells === null) return "a quote is not closed";
  if (cells.length !== names.length) return `${names.length} columns are expected`;
  const cell = (name: string) => cells[names.indexOf(name)]?.trim() ?? "";
  const country = countryCode(cell("country"));
  if (country === null) return `unknown country ${cell("country").slice(0, 40)}`;
  const token = cell("token");
  if (token === "" || token.length > placesLimit.token) return "the token is empty or too long";
  if (!/^[!-~](?:[ -~]*[!-~])?$/.test(token)) return "a token has visible ASCII only";
  const [state, city, isp] = [cell("state"), cell("city"), cell("isp")].map(foldPlace);
  return { country, state: state ?? "", city: city ?? "", isp: isp ?? "", token };
}

/** Splits a line at commas outside quotes; null if a quote is not closed. */
function cellsOf(line: string): string[] | null {
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? "";
    if (quoted && letter === '"' && line[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"') quoted = !quoted;
    else if (letter === "," && !quoted) {
      cells.push(cell);
      cell = "";
    } else cell += letter;
  }
  cells.push(cell);
  return quoted ? null : cells;
}
