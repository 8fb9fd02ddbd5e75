/** Loads the settings of a process from its environment and the files that it points to. */
import { readFileSync } from "node:fs";
import { type Environment, readEnvironment, secretNames, settingNames } from "./environment.ts";
import { nearestWithin } from "@turnpike/rules/places-match.ts";

/* Variables named almost like a setting are refused, since they would have no effect. */

/** The variable that contains the path of a settings file. */
const envFileName = "TURNPIKE_ENV_FILE";

const secretFiles = secretNames.map((name) => `${name}_FILE`);
const known = [...settingNames, ...secretFiles, envFileName];
const isKnown = new Set(known);
/** Names in the form in which they are compared: lower case, without underscores. */
const fold = (name: string) => name.toLowerCase().replaceAll("_", "");
const byFolded = new Map(known.map((name) => [fold(name), name]));

/**
 * How many typing mistakes count as a misspelled setting. Other programs share the environment, and
 * short names are close to theirs (`HOST`, `HOME`).
 */
function allowedTypos(folded: string): number {
  if (folded.length < 7) return 0;
  return folded.length < 12 ? 1 : 2;
}

const nearest = (name: string, most: number) =>
  byFolded.get(nearestWithin(fold(name), [...byFolded.keys()], most) ?? "");

/** @throws Error if a variable of the process is named almost like a setting */
function checkEnvironmentNames(names: readonly string[]): void {
  for (const name of names) {
    if (isKnown.has(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) continue;
    refuseFileOfNoSecret(name);
    const meant = nearest(name, allowedTypos(fold(name)));
    if (meant) throw new Error(`${name}: is no setting, did you mean ${meant}?`);
  }
}

/** @throws Error if a settings file contains an unknown setting */
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

/** Names in a file with the format of systemd's `EnvironmentFile=` (spec/environment#settings). */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Parses a settings file: `NAME=value` lines, values with or without quotes, comment lines that
 * start with `#` or `;`. A later line overrides an earlier one.
 * @throws Error that names the first malformed line
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

/** Removes quotes. In double ones a backslash escapes `"`, `\`, `$` and a backtick. */
function unquote(value: string, line: number): string {
  const quote = value[0];
  if (quote !== '"' && quote !== "'") return value;
  const quoted = quote === '"' ? /^"((?:[^"\\]|\\.)*)"$/ : /^'([^']*)'$/;
  const inside = quoted.exec(value)?.[1];
  if (inside === undefined) throw new Error(`line ${line}: the quotes do not match`);
  return quote === '"' ? inside.replace(/\\(["\\$`])/g, "$1") : inside;
}

/** Variables as text by name; an empty text counts as unset. */
export type SettingTexts = Record<string, string | undefined>;

/**
 * Merges TURNPIKE_ENV_FILE into the environment, which takes precedence. The content of each
 * `NAME_FILE` becomes `NAME` (spec/environment#settings).
 * @throws Error that names the variable if a file cannot be read or `NAME` is set as well
 */
export function settingTexts(environment: SettingTexts): SettingTexts {
  const texts = { ...settingsOfFile(environment[envFileName]), ...environment };
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
 * Loads the settings of a program started by a person. Refuses names that are almost a setting's.
 * @throws Error that names the variable
 */
export function loadEnvironment(environment: SettingTexts): Environment {
  checkEnvironmentNames(Object.keys(environment).filter((name) => environment[name]));
  return readEnvironment(settingTexts(environment));
}

/** Loads the settings of a process that the product started with variables of its own. */
export const inheritEnvironment = (environment: SettingTexts): Environment =>
  readEnvironment(settingTexts(environment));

function settingsOfFile(file: string | undefined): SettingTexts {
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
