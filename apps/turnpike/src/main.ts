/** `npm start`: runs the product on this machine until it is stopped. */
import { once } from "node:events";
import { hasCertificate, refusePlainHttp } from "@turnpike/contract/environment-checks.ts";
import { loadEnvironment } from "@turnpike/contract/load-environment.ts";
import { returnMemoryAtRest } from "@turnpike/net/rest-memory.ts";
import { banner, nodeBanner } from "./banner.ts";
import { type Product, startProduct } from "./product.ts";
import { roleOf } from "./role.ts";

/** Prints one line with the reason instead of a stack trace. */
function exitNotStarted(error: unknown): never {
  const why = error instanceof Error ? error.message : String(error);
  console.error(`Turnpike did not start: ${why}`);
  process.exit(1);
}

function settings() {
  try {
    return loadEnvironment(process.env);
  } catch (error) {
    return exitNotStarted(error);
  }
}

/** Settings that production needs and that are missing; `operator doctor` checks the rest. */
async function warnOfSettings(): Promise<void> {
  // It knows every payment provider; the lab warns of nothing.
  const { settingChecks } = await import("@turnpike/api/across/operator/doctor/settings.ts");
  for (const { name, state, detail, cure } of settingChecks(env)) {
    if (state !== "ok") console.error(`${name} ${state}: ${detail} → ${cure}`);
  }
}

const env = settings();
const began = performance.now();

// The process group, npm and `setup.mjs` may each send a signal for one Ctrl-C; the first counts.
const stopRequest = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopRequest.abort());
// In production, or with certificates, SIGHUP reloads their files; otherwise a terminal was closed
// and the product stops.
const reloads = !env.lab || hasCertificate(env);
process.on("SIGHUP", () => (reloads ? product?.reload() : stopRequest.abort()));
// The parent process has exited.
process.on("disconnect", () => stopRequest.abort());

process.on("message", (message) => void restartChildren(message));

let product: Product | undefined;
product = await start().catch((error: unknown) => {
  if (stopRequest.signal.aborted) process.exit(0);
  return exitNotStarted(error);
});

const seconds = (performance.now() - began) / 1000;
const { node, manager } = product;
const { role } = product;
console.log(
  node === null ? banner(env, { seconds, manager, role }) : nodeBanner(env, { seconds, node }),
);
if (!env.lab && node === null) await warnOfSettings();
process.send?.("ready");
returnMemoryAtRest();

const ending = stopRequest.signal.aborted
  ? null
  : once(stopRequest.signal, "abort").then(() => null);
const refused = await Promise.race([ending, product.refused]);
if (refused === null) console.error("\nStopping: open tunnels may finish, all usage is reported …");
else console.error(`\nThe API refuses this gateway: ${refused}`);
await product.stop();
process.exit(refused === null ? 0 : 1);

/** `npm run dev` names the processes whose files have changed. */
async function restartChildren(message: unknown): Promise<void> {
  if (typeof message !== "object" || message === null || !("restart" in message)) return;
  const names = message.restart as string[];
  const asked = (product?.children ?? []).filter(({ name }) =>
    names.some((one) => name.startsWith(one)),
  );
  const began = performance.now();
  await Promise.all(asked.map((one) => one.restart()));
  console.error(`restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function start() {
  const role = roleOf(env);
  if (role !== "gateway") refusePlainHttp(env);
  return startProduct(env, stopRequest.signal, role);
}
