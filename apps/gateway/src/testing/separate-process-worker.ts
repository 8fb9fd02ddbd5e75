/** The child of `separate-process.ts`: a hub and a gateway that stops like the product's. */
import { otherProcessUser, type SeparateProcessOptions, processUser } from "./separate-process.ts";
import { gatewayAt } from "./test-gateway.ts";
import { engines } from "./engines.ts";
import { labExit } from "./resources.ts";
import { TestHub } from "./test-hub.ts";

const drainMs = 4_000;
const setting: SeparateProcessOptions = JSON.parse(process.argv[2] ?? "{}");
const engine = engines.find(({ name }) => name === setting.engine);
const hub = await new TestHub().listen();
for (const { user, password } of [processUser, otherProcessUser])
  hub.addSubAccount(user, password, 1e15);
for (let count = 0; count < 4; count += 1) hub.upsert(labExit());
const { headTimeoutMs } = setting;
const files = setting.believedFiles ?? setting.files;
const changed = {
  ...(headTimeoutMs === undefined ? {} : { headTimeoutMs }),
  ...(files === undefined ? {} : { files }),
};
const gateway = await gatewayAt(hub, setting.allow, { ...engine?.options, ...changed });
process.send?.({ port: gateway.port });
const end = async (waitMs: number) => {
  await gateway.stop(waitMs);
  await hub.stop();
  process.exit(0);
};
process.once("SIGTERM", () => void end(drainMs));
process.once("disconnect", () => void end(0));
