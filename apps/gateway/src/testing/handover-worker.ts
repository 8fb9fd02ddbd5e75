/**
 * Runs in a separate network namespace (`unshare -n`): one generation of a gateway hands over to
 * another at the same port while tunnels are being opened. Prints the results as JSON.
 */
import { execFileSync } from "node:child_process";
import type { EngineChoice } from "../start/open-engine.ts";
import { rawOrigin } from "./origin.ts";
import { labExit } from "./resources.ts";
import { connectTo, eventually, gatewayAt } from "./test-gateway.ts";
import { TestHub } from "./test-hub.ts";

const [engine = "native", migrates = "0"] = process.argv.slice(2);
execFileSync("ip", ["link", "set", "lo", "up"]);
execFileSync("sysctl", ["-q", "-w", `net.ipv4.tcp_migrate_req=${migrates}`]);

const payload = Buffer.alloc(1_000, 7);
let reached = 0;
const origin = await rawOrigin((socket) => {
  socket.on("data", (chunk) => {
    reached += (chunk as Buffer).length;
    socket.write(chunk);
  });
  socket.on("end", () => socket.end());
});
const hub = await new TestHub().listen();
const id = hub.addSubAccount("alice1", "secret1", 1_000_000_000);
hub.upsert(labExit());
const options = { engine: engine as EngineChoice, host: "127.0.0.1" };
const first = await gatewayAt(hub, [origin.authority], { ...options, gateway: "local-1" });

const seen = { opened: 0, refused: 0, cut: 0, sent: 0, echoed: 0, reasons: [] as string[] };
let goesOn = true;
const login = { user: "alice1", password: "secret1", authority: origin.authority };

async function tunnel() {
  const { client, head } = await connectTo({ port: first.port }, login).catch((error: unknown) => ({
    client: null,
    head: String(error),
  }));
  if (client !== null && head.startsWith("HTTP/1.1 200")) return client;
  seen.refused += 1;
  seen.reasons.push(head.split("\r\n")[0] ?? "");
  return null;
}

/** Opens tunnels one after another, each for one echo. */
async function opensTunnels(): Promise<void> {
  while (goesOn) {
    const client = await tunnel();
    if (client === null) continue;
    seen.opened += 1;
    client.socket.write(payload);
    seen.sent += payload.length;
    const echo = await client.exactly(payload.length).catch(() => Buffer.alloc(0));
    if (echo.length < payload.length) seen.cut += 1;
    seen.echoed += echo.length;
    client.socket.end();
  }
}

/** One tunnel that stays open during the whole upgrade. */
async function keepsTunnel(): Promise<void> {
  const client = await tunnel();
  while (client !== null && goesOn) {
    client.socket.write(payload);
    seen.sent += payload.length;
    const echo = await client.exactly(payload.length).catch(() => Buffer.alloc(0));
    seen.echoed += echo.length;
    if (echo.length < payload.length) {
      seen.cut += 1;
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  client?.socket.end();
}

const all = [
  ...Array.from({ length: 24 }, () => opensTunnels()),
  ...Array.from({ length: 6 }, () => keepsTunnel()),
];
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
await wait(400);
const second = await gatewayAt(hub, [origin.authority], {
  ...options,
  gateway: "local-2",
  port: first.port,
  worker: 1,
  firstNumber: 2,
  waitForTakeOver: true,
});
await wait(300);
const ended = first.stop(10_000, true);
second.takeOver();
await wait(700);
goesOn = false;
await Promise.all(all);
await ended;
second.adopt();
await second.stop(0);
await eventually("leases are settled", () => hub.leases.size === 0);
const { up, down } = hub.billed(id);
const { unleased, duplicates } = hub;
await hub.stop();
await origin.stop();
process.stdout.write(JSON.stringify({ ...seen, up, down, reached, unleased, duplicates }));
process.exit(0);
