/** Names of variables that look like ours and are not: refused, as they would change nothing. */
import { nearestWithin } from "@turnpike/rules/places-match.ts";
import { secretNames, settingNames } from "./environment.ts";

/** The variable that names a file of settings. */
export const envFileName = "TURNPIKE_ENV_FILE";

const secretFiles = secretNames.map((name) => `${name}_FILE`);
const known = [...settingNames, ...secretFiles, envFileName];
const isKnown = new Set(known);
/** Names without underscores, lower case, as they are compared. */
const fold = (name: string) => name.toLowerCase().replaceAll("_", "");
const byFolded = new Map(known.map((name) => [fold(name), name]));

/**
 * How many typing mistakes make another name of ours. The environment is shared with other programs,
 * and short names are near to theirs (`HOST`, `HOME`).
 */
function mistakes(folded: string): number {
  if (folded.length < 7) return 0;
  return folded.length < 12 ? 1 : 2;
}

const nearest = (name: string, most: number) =>
  byFolded.get(nearestWithin(fold(name), [...byFolded.keys()], most) ?? "");

/** Throws where a variable of the process is named almost like a setting. */
export function checkEnvironmentNames(names: readonly string[]): void {
  for (const name of names) {
    if (isKnown.has(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
    refuseFileOfNoSecret(name);
    const meant = nearest(name, mistakes(fold(name)));
    if (meant) throw new Error(`${name}: is no setting, did you mean ${meant}?`);
  }
}

/** Throws where a settings file has a name that is no setting. */
export function checkFileNames(names: readonly string[]): void {
  for (const name of names) {
    if (isKnown.has(name) && name !== envFileName) continue;
    refuseFileOfNoSecret(name);
    const meant = nearest(name, 3);
    throw new Error(`${name}: is no setting${meant ? `, did you mean ${meant}?` : ""}`);
  }
}

function refuseFileOfNoSecret(name: string): void {
  const base = name.replace(/_FILE$/, "");
  if (base !== name && settingNames.includes(base))
    throw new Error(`${name}: only secrets are read from files; set ${base}`);
}
