/** Traffic through a local port, over real sockets (spec/manager#calls). */
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { Program, startEcho, waitUntil } from "./testing.ts";
import { managerBench } from "./testing/bench.ts";

const { provider, echo, site, manager, start, shown } = managerBench();
const upstreams = ["http", "socks5"] as const;

describe.each(upstreams)("Through an upstream that speaks %s", (scheme) => {
  it.each(["http", "socks5"] as const)(
    "relays a tunnel for a client that speaks %s",
    async (kind) => {
      const { port } = await start(scheme);
      const before = await shown(port);
      const program = new Program(port);
      const opened =
        kind === "http"
          ? (await program.connect(`echo.example:${echo.port}`)) === 200
          : (await program.socks("echo.example", echo.port)) === 0;
      expect(opened).toBe(true);
      // Names are resolved by the upstream.
      expect(provider.targets).toEqual([`echo.example:${echo.port}`]);
      program.send("hello, world");
      expect((await program.take(12)).toString()).toBe("hello, world");
      expect(await shown(port)).toMatchObject({
        connections: 1,
        upBytes: before.upBytes + 12,
        downBytes: before.downBytes + 12,
      });
      // A half-close is passed on, and later bytes still come back.
      program.send("last");
      program.socket.end();
      expect(await program.rest()).toBe("last");
      await waitUntil(async () => (await shown(port)).connections === 0);
      expect(await shown(port)).toMatchObject({
        upBytes: before.upBytes + 16,
        downBytes: before.downBytes + 16,
      });
    },
  );

  it("relays in order the data that either side sends together with the handshake", async () => {
    const { port } = await start(scheme);
    const greeter = await startEcho("ready\n");
    const authority = `echo.example:${greeter.port}`;
    const eager = new Program(port);
    eager.send(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\nearly`);
    const head = "HTTP/1.1 200 Connection established\r\n\r\n";
    expect((await eager.take(head.length + 11)).toString()).toBe(`${head}ready\nearly`);
    expect(await shown(port)).toMatchObject({ connections: 1 });
    const socks = new Program(port);
    const name = "echo.example";
    const place = [name.length, ...Buffer.from(name), greeter.port >> 8, greeter.port & 255];
    socks.send([5, 1, 0, 5, 1, 0, 3, ...place, ...Buffer.from("early")]);
    expect((await socks.take(23)).subarray(12).toString()).toBe("ready\nearly");
    for (const program of [eager, socks]) program.socket.destroy();
    await greeter.stop();
  });

  it("relays an absolute-form request without the headers meant for the proxy", async () => {
    const { port } = await start(scheme);
    const host = `site.example:${site.port}`;
    const before = await shown(port);
    const program = new Program(port);
    program.send(
      `POST http://${host}/a?b=c HTTP/1.1\r\nHost: other.example\r\nConnection: x-hop, close\r\n` +
        "X-Hop: 1\r\nX-Kept: 2\r\nProxy-Authorization: Basic bm90Om91cnM=\r\nContent-Length: 3\r\n\r\nabc",
    );
    const answer = await program.rest();
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toMatch(/X-Site: here/);
    expect(answer.endsWith("abc") || answer.includes("\r\nabc\r\n")).toBe(true);
    const headers = site.asked.at(-1)?.headers ?? {};
    expect(headers).toMatchObject({ host, "x-kept": "2", "content-length": "3" });
    expect(headers["x-hop"] ?? headers["proxy-authorization"]).toBeUndefined();
    await waitUntil(async () => (await shown(port)).connections === 0);
    const after = await shown(port);
    expect(after.upBytes - before.upBytes).toBeGreaterThan(60);
    expect(after.downBytes - before.downBytes).toBeGreaterThan(60);
  });

  it("relays successive requests on one connection, with any kind of body", async () => {
    const { port } = await start(scheme);
    const program = new Program(port);
    const url = `http://site.example:${site.port}`;
    const host = `Host: site.example:${site.port}\r\n`;
    program.send(`GET ${url}/one HTTP/1.1\r\n${host}\r\n`);
    await waitUntil(() => program.received.toString().includes("GET /one"));
    const chunks = "2\r\nxy\r\n1\r\nz\r\n0\r\n\r\n";
    program.send(`DELETE ${url}/2 HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n${chunks}`);
    await waitUntil(() => program.received.toString().includes("xyz"));
    program.send(`HEAD ${url}/gone HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect(await program.rest()).toMatch(/HTTP\/1\.1 404 Not Found/);
  });

  it("holds megabytes back for a slow reader and delivers them completely", async () => {
    const { port } = await start(scheme);
    const program = new Program(port);
    expect(await program.connect(`echo.example:${echo.port}`)).toBe(200);
    program.socket.pause();
    program.socket.removeAllListeners("data");
    const sent = Buffer.alloc(100_000_000, "0123456789");
    program.socket.end(sent);
    // Nobody reads the other end: only what the socket buffers hold is in transit.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await shown(port)).upBytes).toBeLessThan(sent.length * 0.8);
    const back = createHash("sha256");
    for await (const chunk of program.socket) back.update(chunk as Buffer);
    expect(back.digest("hex")).toBe(createHash("sha256").update(sent).digest("hex"));
  });

  it("returns an error for wrong credentials and shows it at the port", async () => {
    const { port } = await start(scheme, {}, "ada:wrong");
    expect(await new Program(port).connect(`echo.example:${echo.port}`)).toBe(407);
    expect(await shown(port)).toMatchObject({ state: "failed", detail: /password|credentials/ });
    expect(await new Program(port).socks("echo.example", echo.port)).toBe(2);
    await manager.ask("/del", { ports: [port].map(String) });
  });
});

describe("An upstream's refusal", () => {
  const refusal =
    "HTTP/1.1 402 Payment Required\r\nProxy-Status: turnpike; error=http_request_denied\r\n" +
    "Content-Length: 26\r\n\r\nThe traffic is used up now";

  it("is relayed with its status, its Proxy-Status and its message", async () => {
    const { port } = await start("http");
    provider.refusal = refusal;
    const program = new Program(port);
    expect(await program.connect("echo.example:1")).toBe(402);
    const answer = await program.rest();
    expect(answer).toContain("Proxy-Status: turnpike; error=http_request_denied");
    expect(answer).toContain("\r\n\r\nThe traffic is used up now\n");
    expect(await shown(port)).toMatchObject({ state: "failed", detail: refusal.slice(-26) });
    // A successful dial clears it.
    provider.refusal = null;
    expect(await new Program(port).connect(`echo.example:${echo.port}`)).toBe(200);
    expect(await shown(port)).toMatchObject({ state: "listening", detail: "" });
  });

  it.each([
    [402, 2],
    [403, 2],
    [407, 2],
    [429, 2],
    [502, 5],
    [504, 4],
    [503, 1],
    [400, 1],
    // A redirect is no valid response to CONNECT: 502, without a reason.
    [301, 1],
  ])("with %i becomes reply %i to a SOCKS5 client", async (status, reply) => {
    const { port } = await start("http");
    provider.refusal = `HTTP/1.1 ${status} No\r\nContent-Length: 0\r\n\r\n`;
    expect(await new Program(port).socks("echo.example", 1)).toBe(reply);
  });

  it.each([
    [1, 502],
    [2, 403],
    [3, 504],
    [4, 504],
    [5, 502],
    [6, 504],
    [8, 502],
  ])(
    "with SOCKS5 reply %i becomes %i to an HTTP client and stays the same for SOCKS5",
    async (reply, status) => {
      const { port } = await start("socks5");
      provider.reply = reply;
      expect(await new Program(port).connect("echo.example:1")).toBe(status);
      expect(await new Program(port).socks("echo.example", 1)).toBe(reply);
      expect(await shown(port)).toMatchObject({ state: "listening" });
    },
  );

  it("is replaced by the manager's own error if the upstream is unreachable", async () => {
    const gone = await startEcho();
    await gone.stop();
    for (const scheme of upstreams) {
      const { port } = await manager.start(`${scheme}://ada:secret@127.0.0.1:${gone.port}`);
      const program = new Program(port);
      expect(await program.connect("echo.example:1")).toBe(502);
      expect(await program.rest()).toMatch(/Proxy-Status: proxy-manager; error=connection_refus/);
      expect(await new Program(port).socks("echo.example", 1)).toBe(5);
      const asked = new Program(port).send(
        "GET http://a.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n",
      );
      await waitUntil(() => asked.received.includes("takes no connections"));
      expect(await shown(port)).toMatchObject({ state: "failed", detail: /takes no connections/ });
      await manager.ask("/del", { ports: [String(port)] });
    }
  });

  it("that is not a valid proxy response becomes 502", async () => {
    const { port } = await manager.start(`socks5://ada:secret@127.0.0.1:${site.port}`);
    expect(await new Program(port).connect("echo.example:1")).toBe(502);
    const other = await manager.start(`http://ada:secret@127.0.0.1:${echo.port}`);
    expect(await new Program(other.port).connect("echo.example:1")).toBe(502);
    await manager.ask("/del", { ports: [port, other.port].map(String) });
  });
});
