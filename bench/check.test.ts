import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { check } from "./check.ts";
import type { OriginState } from "./origin.ts";
import { startWorker, type Worker } from "./process.ts";
import { authorization, type Route } from "./tunnel.ts";

let origin: Worker;
let originPort = 0;
const servers: Server[] = [];
beforeAll(async () => {
  origin = await startWorker("origin.ts", { cores: null });
  originPort = (await origin.ask<OriginState>("read")).port;
});
afterAll(async () => {
  for (const server of servers) server.close();
  await origin.stop();
});

type Change = (chunk: Buffer) => Buffer;
interface Faults {
  down?: Change;
  up?: Change;
  acceptsAnyone?: boolean;
}

/** A CONNECT proxy with a fault; returns the route through it. */
async function faultyProxy({ down, up, acceptsAnyone }: Faults): Promise<Route> {
  const route: Route = { protocol: "connect", port: 0, originPort };
  const serve = (client: Socket) => {
    client.on("error", () => client.destroy());
    client.once("data", (head: Buffer) => {
      if (!acceptsAnyone && !head.toString().includes(authorization(route))) {
        client.end("HTTP/1.1 407 Login\r\n\r\n");
        return;
      }
      const target = connect(originPort, "127.0.0.1");
      target.on("error", () => client.destroy());
      target.on("close", () => client.destroy());
      client.on("close", () => target.destroy());
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      client.on("data", (chunk: Buffer) => target.write(up ? up(chunk) : chunk));
      target.on("data", (chunk: Buffer) => client.write(down ? down(chunk) : chunk));
    });
  };
  const server = createServer(serve);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { ...route, port: (server.address() as AddressInfo).port };
}

/** Changes one byte of any chunk too large to be a request line or a response. */
const oneByte: Change = (chunk) => {
  if (chunk.length < 1_000) return chunk;
  const changed = Buffer.from(chunk);
  changed.writeUInt8(changed.readUInt8(500) ^ 1, 500);
  return changed;
};

test("A proxy that relays every byte passes, and so does a direct connection", async () => {
  const { bytes } = await check(await faultyProxy({}));
  expect(bytes).toBeGreaterThan(9_000_000);
  expect(await check({ protocol: "direct", port: originPort, originPort })).toEqual({ bytes });
});

test("Detects one wrong byte in a download", async () => {
  await expect(check(await faultyProxy({ down: oneByte }))).rejects.toThrow("wrong byte");
});

test("Detects one wrong byte in an upload", async () => {
  await expect(check(await faultyProxy({ up: oneByte }))).rejects.toThrow("wrong");
});

test("A proxy that accepts any password fails", async () => {
  const open = await faultyProxy({ acceptsAnyone: true });
  await expect(check(open)).rejects.toThrow("a wrong password is let through");
});
