/**
 * Parts that run in the main process: the lab's target (spec/lab#target), the lab's wholesaler
 * (spec/supply#lab) and the local proxy manager (spec/manager#start). Their code is loaded when they start.
 */
import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "@turnpike/contract/environment.ts";
import { settingTexts } from "@turnpike/contract/load-environment.ts";
import type { Role } from "./role.ts";

export interface OwnParts {
  /** Whether the local proxy manager runs. */
  manager: boolean;
  stop(): Promise<void>;
}

/** Starts them; if a port is in use, the product continues without that part. */
export async function startOwnParts(
  env: Environment,
  { role, dataDir }: { role: Role; dataDir: string },
): Promise<OwnParts> {
  const hasTarget = env.lab && role !== "gateway";
  const hasManager = role === "all" && env.MANAGER_PORT !== 0;
  const [target, wholesale, manager] = await Promise.all([
    hasTarget ? labTarget(env) : null,
    hasTarget ? labWholesale(dataDir) : null,
    hasManager ? localManager(env, dataDir) : null,
  ]);
  return {
    manager: manager !== null,
    stop: async () =>
      void (await Promise.all([target?.stop(), wholesale?.stop(), manager?.stop()])),
  };
}

async function labTarget(env: Environment) {
  const { startLabTarget } = await import("@turnpike/api/across/lab/target.ts");
  // The target of another API on this machine works as well (spec/nodes#roles).
  return startLabTarget(env.LAB_TARGET_PORT, env.HOST).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    console.error(`The lab's target: port ${env.LAB_TARGET_PORT} is taken; continuing without it.`);
    return null;
  });
}

/** Starts the lab's wholesaler at any port, and leaves its file for the API to add. */
async function labWholesale(dataDir: string) {
  const { labUpstreamFile } = await import("@turnpike/api/across/lab/upstream-file.ts");
  const { labUpstream, startLabWholesaler } = await import("@turnpike/wholesale/lab.ts");
  const wholesaler = await startLabWholesaler(0);
  const file = JSON.stringify(labUpstream(wholesaler.port));
  await writeFile(path.join(dataDir, labUpstreamFile), file, { mode: 0o600 });
  return wholesaler;
}

/** Accepts the dashboard at its public URL, and stores its ports in the data directory. */
async function localManager(env: Environment, dataDir: string) {
  const { managerEnvironment, readConfig } = await import("@turnpike/manager/config.ts");
  const { startManager } = await import("@turnpike/manager/manager.ts");
  const MANAGER_DIR = env.MANAGER_DIR ?? path.join(dataDir, "manager");
  const own = { PUBLIC_URL: env.publicUrl, MANAGER_DIR };
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const config = readConfig(managerEnvironment({ ...settingTexts(process.env), ...own }));
    const manager = await startManager(config, { now: Date.now, say });
    for (const notice of manager.notices) say(notice);
    return manager;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.error(`Local proxy manager did not start; continuing without it: ${why}`);
    return null;
  }
}
