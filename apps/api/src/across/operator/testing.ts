/** Runs the operator's commands in the test's process, as starting the program takes a second. */
import type { Services } from "../../platform/services.ts";
import { type OperatorResult, runOperator } from "./run.ts";

/**
 * Runs a command with the database and data directory of a running API, which hears of changed settings
 * some milliseconds later, and here before this returns.
 */
export async function operate(services: Services, ...words: string[]): Promise<OperatorResult> {
  const { databaseUrl, env, modules, settings } = services;
  const own = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: env.DATA_DIR };
  const result = await runOperator(words, own, modules);
  await settings.refresh();
  return result;
}

/** Like `operate`, with `--json`; `said` is the parsed output or null. */
export async function operateJson(services: Services, ...words: string[]) {
  const { code, out, error } = await operate(services, ...words, "--json");
  return { code, error, said: out ? JSON.parse(out) : null };
}
