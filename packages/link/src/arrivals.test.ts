/** How often a network may try the link, and a machine with a valid key connect (spec/nodes#link). */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { TokenBuckets } from "../../../apps/api/src/platform/token-buckets.ts";
import { newNodeKey, signProof } from "./proof.ts";
import type { Answers } from "./link.ts";
import { attachWs, type WsHubOptions } from "./ws-hub.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const id = "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0001";
const key = newNodeKey();
const publicKey = Buffer.from(key.publicKey, "base64url");

async function hub(
  share: { tries?: number; arrivals?: number },
  more: Partial<Pick<WsHubOptions, "answers" | "maxQueuedOfNode">> = {},
) {
  const counted = { looked: 0, admitted: 0 };
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { tries = 1_000, arrivals = 1_000 } = share;
  const link = attachWs(server, {
    answers: {} as Answers,
    ...more,
    replica: "r1",
    nodeOf: async (asked) => {
      counted.looked += 1;
      return asked === id ? { id, name: "eu-1", publicKey, generation: 1, retired: false } : null;
    },
    admit: async () => {
      counted.admitted += 1;
      return null;
    },
    hosts: [],
    log: { warn: () => {} },
    tries: new TokenBuckets({ burst: tries, perHour: 0 }),
    arrivals: new TokenBuckets({ burst: arrivals, perHour: 0 }),
  });
  return { counted, link, host: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Connects with this node's id; resolves with how it ended: welcome, a close code or an HTTP status. */
function connect(host: string, who: { node?: string; worker?: number } = {}) {
  const socket = new WebSocket(`ws://${host}/link`);
  return join(socket, host, who).finally(() => socket.close());
}

function join(socket: WebSocket, host: string, { node = id, worker = 1 } = {}) {
  const { promise, resolve } = Promise.withResolvers<string | number>();
  socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
  socket.on("error", () => {});
  socket.on("close", (code) => resolve(code));
  socket.on("message", (data: Buffer) => {
    const { challenge } = JSON.parse(data.toString()) as { challenge?: { nonce: string } };
    if (!challenge) return resolve("welcome");
    const fields = { node, worker, epoch: "e1", host, nonce: "n" };
    const signature = signProof({ ...fields, hubNonce: challenge.nonce }, key.privateKey);
    socket.send(JSON.stringify({ prove: { ...fields, protocol: 2, version: "0", signature } }));
  });
  return promise;
}

test("A network whose proofs fail is refused before anything is looked up; right proofs do not count", async () => {
  const { counted, host } = await hub({ tries: 5 });
  for (let round = 0; round < 8; round += 1) expect(await connect(host)).toBe("welcome");
  const stranger = { node: "0d7f3f0e-5a5c-4d1f-9a54-1f3f3a1f0002" };
  const ends: unknown[] = [];
  for (let round = 0; round < 8; round += 1) ends.push(await connect(host, stranger));
  expect(ends).toEqual([4401, 4401, 4401, 4401, 4401, 429, 429, 429]);
  expect(counted.looked).toBe(13);
});

test("A machine that connects again and again is refused before its connections are recorded, then before its key is read", async () => {
  const { counted, host } = await hub({ arrivals: 4, tries: 3 });
  const ends: unknown[] = [];
  for (let worker = 1; worker <= 9; worker += 1) ends.push(await connect(host, { worker }));
  expect(ends).toEqual(["welcome", "welcome", "welcome", "welcome", 1013, 1013, 1013, 429, 429]);
  expect(counted).toEqual({ admitted: 4, looked: 7 });
});

test("A machine that asks and does not read fills no memory, however many workers it has", async () => {
  const megabyte = 1024 * 1024;
  const answers = {
    policyPart: async () => ({ part: "x".repeat(megabyte) }),
  } as unknown as Answers;
  const { link, host } = await hub({}, { answers, maxQueuedOfNode: 16 * megabyte });
  const question = { sha256: "0".repeat(64), part: 0 };
  const workers = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const socket = new WebSocket(`ws://${host}/link`);
      expect(await join(socket, host, { worker: at + 1 })).toBe("welcome");
      socket.pause();
      for (let asked = 1; asked <= 20; asked += 1)
        socket.send(JSON.stringify({ id: asked, kind: "policyPart", question }));
      return socket;
    }),
  );
  // Some have room, and none of them got 20 megabytes.
  await expect.poll(() => link.peers().length, { timeout: 15_000 }).toBeLessThanOrEqual(2);
  const honest = new WebSocket(`ws://${host}/link`);
  expect(await join(honest, host, { worker: 7 })).toBe("welcome");
  for (const socket of [...workers, honest]) socket.terminate();
});

test("Very many small answers that a machine does not read count as what they take in memory", async () => {
  const { link, host } = await hub({}, { maxQueuedOfNode: 16 * 1024 * 1024 });
  const socket = new WebSocket(`ws://${host}/link`);
  expect(await join(socket, host)).toBe("welcome");
  socket.pause();
  const [peer] = link.peers();
  const fill = { kind: "brand", name: "x".repeat(1024) } as never;
  for (let sent = 0; sent < 8_000; sent += 1) peer?.tell(fill);
  const more = Array.from({ length: 32_000 }, (_, at) => `{"id":${at},"kind":"later"}`);
  for (const question of more) socket.send(question);
  // The answers have 1.2 MB together, beside some of the 8 MiB that the kernel does not take.
  await expect.poll(() => link.peers().length, { timeout: 2_500 }).toBe(0);
  socket.terminate();
});
