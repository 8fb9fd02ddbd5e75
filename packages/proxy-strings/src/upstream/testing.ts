/** What tests of presets share. */
import { filledIn } from "./definition.ts";
import { faultLine, notationOf } from "./judge.ts";
import { presetOf } from "./presets.ts";
import type { Notation } from "./render.ts";
import { indexPlaces } from "./place-index.ts";
import { readPlaces } from "./places-file.ts";

/** A preset with invented logins, ready to render; `places` is a CSV file of spellings. */
export function notationOfPreset(name: string, places = "country,token\n"): Notation {
  const rows = readPlaces(places);
  if ("fault" in rows) throw new Error(rows.fault);
  const file = { name: "test", preset: name, provenance: "a test", secret: "Secret12" };
  const login = { login: "acme01", id: "hl77", zone: "resi" };
  const hosts = presetOf(name)?.hosts.length === 0 ? { hosts: ["gate.example.net:12233"] } : {};
  const upstream = filledIn({ ...file, login, ...hosts }, presetOf(name));
  const notation = notationOf(upstream, indexPlaces(rows), []);
  if ("fault" in notation) throw new Error(faultLine(notation));
  return notation;
}
