/** The settings of a process, from its environment and the files that it names. */
import { readFileSync } from "node:fs";
import { type Environment, readEnvironment, secretNames, settingNames } from "./environment.ts";
import { nearestWithin } from "@turnpike/rules/places-match.ts";

/* Names of variables that look like ours and are not: refused, as they would change nothing. */

/** The variable that names a file of settings. */
const envFileName = "TURNPIKE_ENV_FILE";

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
function checkEnvironmentNames(names: readonly string[]): void {
  for (const name of names) {
    if (isKnown.has(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
    refuseFileOfNoSecret(name);
    const meant = nearest(name, mistakes(fold(name)));
    if (meant) throw new Error(`${name}: is no setting, did you mean ${meant}?`);
  }
}

/** Throws where a settings file has a name that is no setting. */
function checkFileNames(names: readonly string[]): void {
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

/** A file of settings, written as for systemd's `EnvironmentFile=` (spec/environment#settings). */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * The settings of such a file: lines `NAME=value`, comments behind `#` or `;` at the beginning of a
 * line, values with or without quotes. A later line wins.
 * @throws Error that names the line which is none of these
 */
function parseEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#") || line.startsWith(";")) continue;
    const at = line.indexOf("=");
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (!NAME.test(name)) throw new Error(`line ${index + 1} is not NAME=value`);
    settings[name] = unquote(line.slice(at + 1).trim(), index + 1);
  }
  return settings;
}

/** In double quotes a backslash escapes `"`, `\`, `$` and a backtick; in single quotes nothing. */
function unquote(value: string, line: number): string {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const quoted = quote === '"' ? /^"((?:[^"\\]|\\.)*)"$/ : /^'([^']*)'$/;
  const inside = quoted.exec(value)?.[1];
  if (inside === undefined) throw new Error(`line ${line}: the quotes do not match`);
  return quote === '"' ? inside.replace(/\\(["\\$`])/g, "$1") : inside;
}

/** Names of variables with their texts; an empty text counts as none. */
export type SettingTexts = Record<string, string | undefined>;

/**
 * The environment and the lines of TURNPIKE_ENV_FILE under it; the content of each `NAME_FILE`
 * becomes `NAME` (spec/environment#settings).
 * @throws Error that names the variable, where a file cannot be read or `NAME` is set as well
 */
export function settingTexts(environment: SettingTexts): SettingTexts {
  const texts = { ...linesOf(environment[envFileName]), ...environment };
  for (const name of secretNames) {
    const file = texts[`${name}_FILE`];
    if (!file) continue;
    if (texts[name]) throw new Error(`${name} and ${name}_FILE: set only one of them`);
    texts[name] = readText(file, `${name}_FILE`).replace(/\r?\n$/, "");
    if (texts[name] === "") throw new Error(`${name}_FILE: ${file} is empty`);
  }
  return texts;
}

/**
 * The settings of a program that a person starts. Names that are almost a setting's are refused.
 * @throws Error that names the variable
 */
export function loadEnvironment(environment: SettingTexts): Environment {
  checkEnvironmentNames(Object.keys(environment).filter((name) => environment[name]));
  return readEnvironment(settingTexts(environment));
}

/** The settings of a process that the product started, which has variables of its own as well. */
export const inheritEnvironment = (environment: SettingTexts): Environment =>
  readEnvironment(settingTexts(environment));

function linesOf(file: string | undefined): SettingTexts {
  if (!file) return {};
  const text = readText(file, envFileName);
  try {
    const lines = parseEnvironmentFile(text);
    checkFileNames(Object.keys(lines));
    return lines;
  } catch (error) {
    throw new Error(`${envFileName} ${file}: ${(error as Error).message}`, { cause: error });
  }
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
