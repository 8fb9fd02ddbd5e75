/** Misbehaving upstreams and clients, over real sockets (spec/manager#calls). */
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { ServerCloser, Program, startTestManager } from "./testing.ts";

let upstream: Server;
let ending: ServerCloser;
let port: number;
/** What the upstream received, and its reaction once a request's head is complete. */
let heard: string;
let does: (socket: Socket) => void;
beforeAll(async () => {
  upstream = createServer({ allowHalfOpen: true }, (socket) => {
    let head = "";
    socket.on("data", (chunk: Buffer) => {
      heard += chunk.toString("latin1");
      if (head.includes("\r\n\r\n")) return;
      head += chunk.toString("latin1");
      if (head.includes("\r\n\r\n")) does(socket);
    });
  });
  ending = new ServerCloser(upstream);
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
});
const manager = forTests(startTestManager);
beforeAll(async () => {
  const address = `127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  ({ port } = await manager.start(`grace:s3cr+t!@${address}`));
});
afterAll(async () => {
  await ending?.stop();
});
beforeEach(() => {
  heard = "";
  does = (socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
});

const GET = "GET http://site.example/a HTTP/1.1\r\nHost: site.example\r\n";

describe("An absolute-form request", () => {
  it.each([
    [
      "a switch that nobody asked for",
      "101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhi",
    ],
    ["a switch to nothing", "101 Switching\r\n\r\n"],
    [
      "a body coded otherwise than in chunks",
      "200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    ],
  ])("returns 502 if the upstream responds with %s", async (_what, said) => {
    does = (socket) => socket.write(`HTTP/1.1 ${said}`);
    const program = new Program(port).send(`${GET}Connection: close\r\n\r\n`);
    expect(await program.rest()).toMatch(/^HTTP\/1\.1 502 /);
  });

  it("gets its response although the client has half-closed the connection", async () => {
    does = (socket) =>
      setTimeout(() => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), 100);
    const program = new Program(port).send(`${GET}\r\n`);
    program.socket.end();
    expect(await program.rest()).toMatch(/^HTTP\/1\.1 200 .*ok$/s);
  });

  it("gets only its own response, without an error for the garbage that follows it", async () => {
    does = (socket) => socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n12345");
    const program = new Program(port).send(`${GET}\r\n`);
    await program.take(1);
    while (!program.received.includes("12345")) await once(program.socket, "data");
    program.send("\u0001garbage\r\n\r\n");
    expect(await program.rest()).toMatch(/12345$/);
  });

  it("followed by garbage is rejected if its response has not begun", async () => {
    does = () => {};
    const program = new Program(port).send(`${GET}\r\n\u0001garbage\r\n\r\n`);
    const answer = await program.rest();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it("keeps its framing whatever headers `Connection` names", async () => {
    const inner = "GET http://inner.example/ HTTP/1.1\r\n\r\n";
    const program = new Program(port).send(
      `${GET}Content-Length: ${inner.length}\r\nConnection: close, Content-Length ,host,transfer-encoding\r\n\r\n${inner}`,
    );
    expect(await program.rest()).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toMatch(new RegExp(`\r\nContent-Length: ${inner.length}\r\n`));
    expect(heard).toMatch(/\r\nHost: site\.example\r\n/);
  });

  it("with a transfer coding other than chunked returns 501 and is not sent to the upstream", async () => {
    const post = GET.replace("GET", "POST");
    const program = new Program(port).send(
      `${post}Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    expect(await program.rest()).toMatch(/^HTTP\/1\.1 501 /);
    expect(heard).toBe("");
    const plain = new Program(port).send(
      `${post}Transfer-Encoding: Chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\n\r\n`,
    );
    expect(await plain.rest()).toMatch(/^HTTP\/1\.1 200 /);
    expect(heard).toContain("\r\nTransfer-Encoding: chunked\r\n");
  });
});

const basic = Buffer.from("grace:s3cr+t!").toString("base64");
test.each(["s3cr+t!", "S3CR%2Bt!", "Grace", basic])(
  "An upstream's response that contains its credentials is not shown: %s",
  async (secret) => {
    const body = `You are \u001b[31m${secret} here\n`;
    does = (socket) =>
      socket.end(
        `HTTP/1.1 407 No\r\nProxy-Status: up; details="${secret}"\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
    const program = new Program(port);
    expect(await program.connect("site.example:80")).toBe(407);
    const said = `${await program.rest()} ${JSON.stringify(await manager.list())}`;
    expect(said.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(said).toContain("The proxy answered 407.");
  },
);

test("An upstream's message is shortened and stripped of control characters", async () => {
  const body = `No \u001b[31mplan${"!".repeat(900)}\n`;
  does = (socket) => socket.end(`HTTP/1.1 402 No\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  expect(await new Program(port).connect("site.example:80")).toBe(402);
  const [shown] = await manager.list();
  expect(shown?.detail).toMatch(/^No \[31mplan!{150,190}$/);
});
