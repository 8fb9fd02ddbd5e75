/** What real clients send and show (spec/gateway#authentication, spec/gateway#refusals). */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forEachTest, forTests } from "@turnpike/net/testing/for-tests.ts";
import type { RunningGateway } from "../serve.ts";
import { engines } from "../testing/engines.ts";
import { httpOrigin } from "../testing/origin.ts";
import { labExit } from "../testing/resources.ts";
import { basic, Client, gatewayAt, headOf, socksTo } from "../testing/test-gateway.ts";
import { TestHub } from "../testing/test-hub.ts";

const listed = "127.0.0.31";
const exits = {
  DE: ["127.1.0.1", "127.1.0.2", "127.1.0.3"],
  US: ["127.1.1.1"],
};
let gateway: RunningGateway;

const origin = forTests(httpOrigin);

/** Requests `/ip` once per login on one connection; null sends none. Returns status and exit. */
async function ask(from: string, ...logins: ([string, string] | null)[]): Promise<string[]> {
  const client = new Client(gateway.port, from);
  const answers: string[] = [];
  for (const login of logins) {
    const sent = login === null ? "" : `Proxy-Authorization: ${basic(...login)}\r\n`;
    client.socket.write(
      `GET http://${origin.authority}/ip HTTP/1.1\r\nHost: ${origin.authority}\r\n${sent}\r\n`,
    );
    const head = await client.head();
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
    const body = (await client.exactly(length)).toString();
    const status = head.split(" ")[1] ?? "";
    answers.push(status === "200" ? (JSON.parse(body) as { ip: string }).ip : status);
  }
  client.socket.destroy();
  return answers;
}

/** The exit of a request over SOCKS5, or the failed step's code. */
async function socksAsk(user: string, password: string, from: string): Promise<string> {
  const { client, code } = await socksTo(gateway, { user, password, port: origin.port, from });
  if (code !== 0) return String(code);
  client.socket.write(`GET /ip HTTP/1.1\r\nHost: ${origin.authority}\r\n\r\n`);
  const length = Number(/^content-length: (\d+)/im.exec(await client.head())?.[1]);
  const body = (await client.exactly(length)).toString();
  client.socket.destroy();
  return (JSON.parse(body) as { ip: string }).ip;
}

describe.each(engines)("real clients ($name engine)", (engine) => {
  const hub = forEachTest(() => new TestHub().listen());
  beforeEach(async () => {
    for (const [country, ips] of Object.entries(exits))
      for (const ip of ips) hub.upsert(labExit({ id: ip, ip, host: ip, country }));
    hub.addSubAccount("alice1", "secret1", 1e9);
    hub.addSubAccount("spent1", "secret1", 0);
    const subAccountId = hub.addSubAccount("lister", "secret2", 1e9);
    hub.upsert({ kind: "whitelist", id: "listed", ip: listed, subAccountId, expiresAt: null });
    gateway = await gatewayAt(hub, [origin.authority], engine.options);
  });
  afterEach(() => gateway.stop(0));

  test("The reason phrase of a refused CONNECT says what is wrong", async () => {
    const lineOf = async (user: string, password: string, authority = origin.authority) => {
      return (await headOf(gateway, { user, password, authority })).split("\r\n")[0];
    };
    expect(await lineOf("spent1", "secret1")).toBe(
      "HTTP/1.1 402 No traffic left on this sub-account",
    );
    expect(await lineOf("alice1", "other77")).toBe(
      "HTTP/1.1 407 Wrong or missing proxy user and password",
    );
    expect(await lineOf("alice1", "secret1", "10.0.0.1:443")).toBe(
      "HTTP/1.1 403 This target is not allowed",
    );
    expect(await lineOf("alice1-planet-mars", "secret1")).toBe(
      "HTTP/1.1 400 The user name's parameters are wrong",
    );
  });

  test.each([0, 1])("CONNECT in HTTP/1.%i without Host opens the tunnel", async (minor) => {
    const client = new Client(gateway.port);
    const login = `Proxy-Authorization: ${basic("alice1", "secret1")}`;
    client.socket.write(`CONNECT ${origin.authority} HTTP/1.${minor}\r\n${login}\r\n\r\n`);
    expect(await client.head()).toMatch(/^HTTP\/1\.1 200/);
    client.socket.write("GET /bytes/5 HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await client.head()).toMatch(/^HTTP\/1\.1 200/);
    client.socket.destroy();
  });

  test("At a whitelisted address a login that is sent is judged, and its parameters apply", async () => {
    expect(exits.DE.concat(exits.US)).toContain((await ask(listed, null))[0]);
    expect(await ask(listed, ["alice1-region-US", "secret1"])).toEqual(exits.US);
    expect(await ask(listed, ["alice1-region-US", "wrong77"])).toEqual(["407"]);
    expect(await ask(listed, ["nobody-region-US", "secret1"])).toEqual(["407"]);
    expect(await ask(listed, ["spent1", "secret1"])).toEqual(["402"]);
    expect(await socksAsk("alice1-region-US", "secret1", listed)).toBe(exits.US[0]);
    expect(await socksAsk("alice1-region-US", "wrong77", listed)).toBe("255");
    await expect.poll(() => hub.billed("sub-alice1").requests).toBe(2);
    expect(hub.billed("sub-lister").requests).toBe(1);
  });

  test("A SOCKS5 client at a whitelisted address that sends an empty login has sent none", async () => {
    expect(exits.DE.concat(exits.US)).toContain(await socksAsk("", "", listed));
    expect(await ask(listed, ["", ""])).not.toEqual(["407"]);
    expect(await socksAsk("", "", "127.0.0.32")).toBe("255");
    expect(await ask("127.0.0.32", ["", ""])).toEqual(["407"]);
  });

  test("Requests on one kept http:// connection change the exit each time, unless a sid holds it", async () => {
    const [plain, held] = ["alice1-region-DE", "alice1-region-DE-sid-kept1"].map(
      (user): [string, string][] => Array.from({ length: 12 }, () => [user, "secret1"]),
    );
    expect(new Set(await ask("127.0.0.33", ...(plain ?? []))).size).toBeGreaterThan(1);
    expect(new Set(await ask("127.0.0.33", ...(held ?? []))).size).toBe(1);
  });
});
