/**
 * Runs in a separate network namespace (`unshare -n`): a gateway with a prefix as its exit, and a
 * target that reports the source address. Prints the results as JSON.
 */
import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { once } from "node:events";
import type { EngineChoice } from "../start/open-engine.ts";
import { labExit } from "./resources.ts";
import { connectTo, eventually, gatewayAt } from "./test-gateway.ts";
import { TestHub } from "./test-hub.ts";
import { UdpClient, udpOrigin } from "./udp.ts";

const network = "2a00:9:9:9::";
const ip = (...args: string[]) => execFileSync("ip", args);
ip("link", "set", "lo", "up");
ip("-6", "addr", "add", "2a00:8::1/128", "dev", "lo");
ip("-6", "route", "add", "local", `${network}/64`, "dev", "lo");
const [engine = "native", sysctl = "0"] = process.argv.slice(2);
execFileSync("sysctl", ["-q", "-w", `net.ipv6.ip_nonlocal_bind=${sysctl}`]);

const target = createServer((socket) => {
  socket.on("error", () => {});
  socket.end(`${socket.remoteAddress}\n`);
});
target.listen({ host: "2a00:8::1", port: 7000 });
await once(target, "listening");
const hub = await new TestHub().listen();
hub.addSubAccount("alice1", "secret1", 10_000_000);
hub.upsert(labExit({ ip: network, host: network, prefix: 64, lab: false }));
const udp = await udpOrigin(undefined, "2a00:8::1");
const allow = ["[2a00:8::1]:7000", udp.authority];
const gateway = await gatewayAt(hub, allow, { engine: engine as EngineChoice });

async function seenBy(name: string, authority = "[2a00:8::1]:7000"): Promise<string> {
  const { client, head } = await connectTo(gateway, { user: name, password: "secret1", authority });
  if (!head.startsWith("HTTP/1.1 200")) return head.slice(9, 12);
  await eventually("its end", () => client.ended);
  client.socket.destroy();
  return client.all().toString().trim();
}
const sticky = [await seenBy("alice1-sid-s1"), await seenBy("alice1-sid-s1")];
const rotating = [await seenBy("alice1"), await seenBy("alice1")];
const inside = await seenBy("alice1", `[${network}5]:7000`);
const client = await UdpClient.open(gateway, { user: "alice1-sid-s1", password: "secret1" });
if (client.code === 0) {
  client.send(Buffer.from("hello"), { address: "2a00:8::1", port: udp.port });
  await eventually("udp", () => udp.received.length > 0, 1_000).catch(() => {});
}
client.stop();
await eventually("lines", () => hub.requests.length >= 5);
const logged = hub.requests.map(({ exitIp }) => exitIp);
await gateway.stop(0);
await hub.stop();
const overUdp = udp.received[0]?.address ?? null;
process.stdout.write(JSON.stringify({ sticky, rotating, inside, logged, overUdp }));
process.exit(0);
