/**
 * The local proxy manager: local ports without a password that forward to bought endpoints
 * (spec/manager#start). Run by `npm run manager`, or as the single file that a provider's dashboard
 * offers for download, on Node alone.
 */
import { readConfig, type Provider } from "./config.ts";
import { type Manager, startManager } from "./manager.ts";

/** Set in the second line of the file that a provider offers for download. */
const { managerProvider } = globalThis as { managerProvider?: Provider };
const say = (line: string) => void process.stdout.write(`${line}\n`);

let manager: Manager | null = null;
let ending = false;
async function end() {
  if (ending) return;
  ending = true;
  await manager?.stop();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end());
process.on("disconnect", () => void end());

try {
  const config = readConfig(process.env, managerProvider);
  manager = await startManager(config, { now: Date.now, say });
  for (const notice of manager.notices) say(notice);
  process.send?.("ready");
  // Run by the product, `process.send` is set, and the product's banner names the manager.
  if (!process.send) {
    say(`The local proxy manager is ready at ${manager.url}`);
    say(`  for    ${config.dashboards.join(", ")}`);
    say(`  keeps  ${manager.folder}`);
  }
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(`The local proxy manager did not start: ${why}\n`);
  process.exit(1);
}
