/** Origins that respond before they have read the whole request, and close: all of it arrives. */
import type { Socket } from "node:net";
import { describe, expect, test } from "vitest";
import { forEachTest } from "@turnpike/net/testing/for-tests.ts";
import { basic, Client, connectTo, eventually, gatewayAt } from "../testing/test-gateway.ts";
import { bothEngines } from "../testing/engines.ts";
import { labExit } from "../testing/resources.ts";
import { TestHub } from "../testing/test-hub.ts";
import { pattern, rawOrigin } from "../testing/origin.ts";
import { times } from "../testing/test-sizes.ts";

const tries = 200;
const login = `Proxy-Authorization: ${basic("alice1", "secret1")}\r\n`;
const body = pattern(20_000);
const framed = (fields: string) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 413 Too Large\r\n${fields}\r\n`), body]);
const length = `Content-Length: ${body.length}\r\n`;

/** How an origin ends after its response; as it has unread bytes, each end becomes a reset. */
const endings: readonly (readonly [string, Buffer, (socket: Socket) => void])[] = [
  ["closes at once", framed(`${length}Connection: close\r\n`), (socket) => socket.destroy()],
  ["promises to stay, and closes", framed(length), (socket) => socket.destroy()],
  [
    "closes a little later",
    framed(`${length}Connection: close\r\n`),
    (socket) => void setTimeout(() => socket.destroy(), 3),
  ],
  [
    "ends, then closes",
    framed("Connection: close\r\n"),
    (socket) => socket.end(() => setTimeout(() => socket.destroy(), 3)),
  ],
];

let ending = endings[0];

describe.each(bothEngines)("an origin that responds early ($name engine)", ({ options }) => {
  const hub = forEachTest(() => new TestHub().listen());
  const origin = forEachTest(() =>
    rawOrigin((socket) => {
      socket.once("data", () => {
        socket.pause();
        const [, answer, end] = ending ?? [];
        setTimeout(() => socket.write(answer ?? "", () => end?.(socket)), 2);
      });
    }),
  );
  const gateway = forEachTest(async () => {
    hub.addSubAccount("alice1", "secret1", 4e9);
    hub.upsert(labExit());
    return gatewayAt(hub, [origin.authority], options);
  });

  /** Uploads until the connection breaks; returns what came back. */
  async function upload(client: Client, head: string): Promise<Buffer> {
    client.socket.write(head);
    const chunk = pattern(64 * 1024);
    const send = () => {
      while (client.socket.writable && client.socket.write(chunk));
    };
    client.socket.on("drain", send);
    client.socket.on("end", () => client.socket.off("drain", send));
    send();
    await eventually("the end", () => client.ended || client.closed, 10_000);
    client.socket.destroy();
    return client.all();
  }

  test.each(endings)(
    "that %s has its response delivered to the last byte",
    async (...chosen) => {
      ending = chosen;
      const lost: string[] = [];
      await times(tries / endings.length, 8, async () => {
        const head = `POST http://${origin.authority}/ HTTP/1.1\r\nHost: a\r\n${login}Content-Length: 100000000\r\n\r\n`;
        const got = await upload(new Client(gateway.port), head);
        const whole = got.subarray(0, 12).toString() === "HTTP/1.1 413" && got.indexOf(body) > 0;
        if (!whole) lost.push(`${got.length}: ${got.toString("latin1", 0, 60)}`);
      });
      expect(lost).toEqual([]);
      await eventually("nothing is left open", () => gateway.connections.size === 0, 20_000);
      expect(hub.unleased).toBe(0);
    },
    60_000,
  );

  test.each(endings)(
    "that %s, in a tunnel, has its response delivered first",
    async (...chosen) => {
      ending = chosen;
      const lost: string[] = [];
      const request = { user: "alice1", password: "secret1", authority: origin.authority };
      await times(tries / endings.length / 2, 8, async () => {
        const { client } = await connectTo(gateway, request);
        const got = await upload(client, "POST / HTTP/1.1\r\n\r\n");
        if (got.indexOf(body) < 0) lost.push(`${got.length}: ${got.toString("latin1", 0, 60)}`);
      });
      expect(lost).toEqual([]);
      await eventually("nothing is left open", () => gateway.connections.size === 0, 20_000);
    },
    60_000,
  );

  test("A tunnel's client that reads late gets the response before the reset", async () => {
    const long = pattern(600_000);
    ending = ["resets", long, (socket) => void setTimeout(() => socket.resetAndDestroy(), 100)];
    const request = { user: "alice1", password: "secret1", authority: origin.authority };
    // The kernel's queues are not read anew for each tunnel.
    for (let tunnel = 0; tunnel < 3; tunnel += 1) {
      const { client } = await connectTo(gateway, request);
      client.socket.pause().write("POST / HTTP/1.1\r\n\r\n");
      await new Promise((resolve) => setTimeout(resolve, 600));
      client.socket.resume();
      await eventually("the reset", () => client.closed, 5_000);
      expect(client.all().equals(long)).toBe(true);
      expect(client.error).toMatchObject({ code: "ECONNRESET" });
    }
  });
});
