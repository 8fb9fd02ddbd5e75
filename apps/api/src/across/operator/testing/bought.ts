/** For tests of bought lists and modems: an API, a gateway, and an emulated list of proxies. */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { freePort, freePorts } from "@turnpike/net/testing/free-ports.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";
import { sql } from "kysely";
import { vi } from "vitest";
import type { GatewayOptions } from "../../../../../gateway/src/serve.ts";
import { type Lines, startLines } from "@turnpike/wholesale/lines.ts";
import { startLabTarget } from "../../lab/target.ts";
import { startHubApi, type TestHubApi } from "../../request-log/testing.ts";
import { startGatewayOf } from "../../proxy-test/testing.ts";

const loaded = 20_000;

/** An API whose only static exits are those of a list, and a customer. */
export interface BoughtStage {
  api: TestHubApi;
  lines: Lines;
  ada: { session: string; id: string };
  /** STATIC_SHARED_PORTS. */
  ports: number[];
  /** Writes a file and returns its name. */
  fileOf(text: string): string;
  /** Waits until gateways have opened the ports of so many exits. */
  opened(exits: number): Promise<void>;
  /** The address that a page sees of a request through an endpoint, or the refusal's status. */
  addressThrough(proxy: Endpoint): Promise<string | number>;
  stop(): Promise<void>;
}
interface Endpoint {
  host: string;
  port: number;
  account: string;
  password: string;
}

export async function startBoughtStage({
  engine = {},
  ...given
}: {
  exits: string[];
  spare?: string[];
  /** Options of the gateway. */
  engine?: Partial<GatewayOptions>;
}): Promise<BoughtStage> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "bought-lists-"));
  const target = await startLabTarget(0);
  const lines = await startLines(given);
  const port = await freePort();
  // Some more than exits, for those that others have taken.
  const ports = await freePorts(given.exits.length + 6);
  const environment = {
    GATEWAY_PORT: String(port),
    LAB_TARGET_PORT: String(target.port),
    STATIC_SHARED_PORTS: ports.join(),
    // The default ones are no shared ports.
    UNLIMITED_PORTS: "65000-65009",
  };
  // The operator's commands read the environment themselves.
  for (const [setting, value] of Object.entries(environment)) vi.stubEnv(setting, value);
  const api = await startHubApi(environment);
  const { db } = api.services;
  await sql`update exit set retired_at = now() where product in ('static', 'short')`.execute(db);
  const gateway = await startGatewayOf(api, {
    port,
    journalFolder: folder,
    allow: [`127.0.0.1:${target.port}`],
    exitNetworks: ["127.0.0.0/8"],
    staticPorts: [],
    ...engine,
  });
  return {
    api,
    lines,
    ada: await api.register(),
    ports,
    fileOf: (text) => {
      const name = path.join(folder, `${Math.random()}.txt`);
      writeFileSync(name, text);
      return name;
    },
    opened: async (exits) => {
      await waitFor(
        "ports are open",
        async () => {
          const { rows } = await sql`
            select from exit_health h join exit e on e.id = h.exit_id
            where e.shared and e.retired_at is null and h.reachable and h.ports <> '{}'`.execute(
            db,
          );
          return rows.length >= exits;
        },
        loaded,
      );
    },
    addressThrough: (proxy) => addressThrough(proxy, target.port),
    stop: async () => {
      await gateway.stop(0);
      await api.stop();
      await lines.stop();
      await target.stop();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function addressThrough(proxy: Endpoint, page: number): Promise<string | number> {
  const { host, port, account, password } = proxy;
  const login = Buffer.from(`${account}:${password}`).toString("base64");
  const to = `127.0.0.1:${page}`;
  const asking = http.request({
    host,
    port,
    method: "CONNECT",
    path: to,
    headers: { host: to, "proxy-authorization": `Basic ${login}` },
  });
  asking.end();
  const [answer, socket] = (await once(asking, "connect")) as [http.IncomingMessage, Socket];
  if (answer.statusCode !== 200) {
    socket.destroy();
    return answer.statusCode ?? 0;
  }
  const sent = http.request({ createConnection: () => socket, path: "/ip", headers: { host: to } });
  sent.end();
  const [seen] = (await once(sent, "response")) as [http.IncomingMessage];
  let text = "";
  for await (const part of seen) text += String(part);
  socket.destroy();
  return (JSON.parse(text) as { ip: string }).ip;
}
