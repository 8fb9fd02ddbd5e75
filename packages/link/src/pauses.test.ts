/** A machine whose connections wait: no way around it, and no end of an honest one's. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { expect, test } from "vitest";
import { atEnd, linked, node } from "./linked-testing.ts";
import { NodeRates } from "./node-rates.ts";
import { rawLink } from "./raw-link-testing.ts";

const settle = { gateway: "eu-1-1", epoch: "e1", leaseIds: [randomUUID()] };

test("A gateway with many questions keeps its link while the hub's answers take longer than silence may", {
  timeout: 20_000,
}, async () => {
  const slow = () => new Promise<object>((resolve) => setTimeout(() => resolve({}), 4_500));
  const { connect } = await linked({}, slow);
  const link = await connect(1);
  let lost = 0;
  link.onConnection((up) => (lost += up ? 0 : 1));
  const many = Array.from({ length: 300 }, () => link.ask("settle", settle, 15_000));
  expect(await Promise.all(many)).toHaveLength(300);
  expect(lost).toBe(0);
});

test("A machine that connects again is not read before its pause ends", {
  timeout: 20_000,
}, async () => {
  const rates = new NodeRates({ onLasting: () => {}, busyMsPerSecond: 4 });
  const { url } = await linked({ rates });
  const ping = Buffer.concat([Buffer.from([0x81, 0x8a, 0, 0, 0, 0]), Buffer.from('{"ping":1}')]);
  const pings = Buffer.concat(Array<Buffer>(4_000).fill(ping));
  const waits: number[] = [];
  let began = performance.now();
  for (let round = 0; round < 4; round += 1) {
    const { socket } = await rawLink(url, node);
    atEnd(() => socket.terminate());
    (Reflect.get(socket, "_socket") as Socket).write(pings);
    await once(socket, "message");
    // From one answer to the next: on a slow machine connecting is a part of the pause.
    waits.push(performance.now() - began);
    began = performance.now();
    socket.terminate();
  }
  expect(Math.min(...waits.slice(1))).toBeGreaterThan(500);
});

test("A refused upgrade leaves no socket behind, whether the client goes or stays", async () => {
  const { port } = await linked({ tries: { takeAll: () => false, giveBack: () => {} } });
  const head =
    "GET /link HTTP/1.1\r\nHost: hub.example\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n";
  const client = connectTcp({ host: "127.0.0.1", port, allowHalfOpen: true });
  atEnd(() => client.destroy());
  client.write(head);
  const [answer] = (await once(client, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 429 /);
  await once(client, "end");
  // A socket that is only half-closed at the other end would still take these.
  const failed = once(client, "error");
  const more = setInterval(() => client.write("more"), 20);
  await failed.finally(() => clearInterval(more));
});
