/** The settings of a process, from its environment and the files that it names. */
import { readFileSync } from "node:fs";
import { type Environment, readEnvironment, secretNames } from "./environment.ts";
import { parseEnvironmentFile } from "./environment-file.ts";
import { checkEnvironmentNames, checkFileNames, envFileName } from "./environment-names.ts";

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
