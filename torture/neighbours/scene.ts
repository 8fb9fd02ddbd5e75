/** The scene of a row: a product with one engine, a name server, an upstream proxy, a mailbox. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  type MailServer,
  readMessage,
  startMailServer,
} from "../../apps/api/src/platform/mail/testing.ts";
import { type Arena, inArena, type Sub } from "../arena.ts";
import type { Figure } from "../story.ts";
import { openTunnel } from "../tunnel.ts";
import { DnsDouble } from "./dns-double.ts";
import { post } from "./honest.ts";
import { hasNetwork } from "./networks.ts";
import { freePorts } from "@turnpike/net/testing/free-ports.ts";
import { connect, createServer, type Server, type Socket } from "node:net";

/** An upstream proxy whose tunnels all lead to one loopback port, whatever target is requested. */
class Upstream {
  port = 0;
  #server: Server;
  #open = new Set<Socket>();

  constructor(targetPort: number) {
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#follow(socket);
      let head = "";
      const hear = (chunk: Buffer) => {
        head += chunk.toString("latin1");
        if (!head.includes("\r\n\r\n")) return;
        socket.off("data", hear);
        const target = connect({ port: targetPort, host: "127.0.0.1", noDelay: true }, () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.pipe(target).pipe(socket);
        });
        this.#follow(target);
        target.on("close", () => socket.destroy());
        socket.on("close", () => target.destroy());
      };
      socket.on("data", hear);
    });
  }

  listen(): Promise<this> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => {
        this.port = (this.#server.address() as { port: number }).port;
        resolve(this);
      });
    });
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #follow(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#open.delete(socket));
  }
}

export type Engine = "native" | "portable";
export interface Scene {
  arena: Arena;
  engine: Engine;
  full: boolean;
  /** Duration of quiet phases and attacks, and ignored slowness (bounded form: see story.ts). */
  quietMs: number;
  attackMs: number;
  floorMs: number;
  /** The percentile to judge; of the bounded form's hundred visits, p99 would be the worst. */
  tail: "p95" | "p99";
  dns: DnsDouble;
  mailbox: MailServer;
  /** The lookup service's port. */
  lookup: number;
  /** Limit of file descriptors for each process of the product. */
  files: number;
  /** A customer with traffic, and one of their sub-accounts. */
  honest: Sub;
}
/** One row of spec/quality#neighbours. */
export interface Row {
  id: string;
  /** The product it needs: the lab's, or one with production limits (spec/limits#rate-limits). */
  stage: "lab" | "production";
  play(scene: Scene): Promise<Figure[]>;
}

/**
 * The bounded form shares a machine with other tests, so it needs these tolerances. In full, only
 * spec/quality#neighbours applies.
 */
const fullSpans = { quietMs: 10_000, attackMs: 30_000, floorMs: 0, tail: "p99" } as const;
const boundedSpans = { quietMs: 1_000, attackMs: 3_000, floorMs: 150, tail: "p95" } as const;
/** File descriptors per process: typical of production systems, and fewer in the bounded form. */
const filesFull = 20_000;
const filesBounded = 4_096;
/** Address of `served.example.com` names: public, so reachable only through the upstream proxy. */
const publicAddress = "20.1.2.3";
/** The country of the only exit that uses the upstream proxy. */
const upstreamCountry = "AQ";

/** Runs rows of one stage on one product. */
export async function inScene(
  asked: { stage: Row["stage"]; engine: Engine; full: boolean },
  play: (scene: Scene) => Promise<Figure[]>,
): Promise<Figure[]> {
  const { stage, engine, full } = asked;
  const dns = await new DnsDouble(publicAddress).listen();
  const mailbox = await startMailServer();
  const [lookup = 0] = await freePorts(1);
  const files = full ? filesFull : filesBounded;
  const env = {
    GATEWAY_ENGINE: engine,
    GATEWAY_WORKERS: full ? "2" : "1",
    RESOLVERS: `127.0.0.1:${dns.port}`,
    LOOKUP_PORT: String(lookup),
    CONSOLE_PORT: "0",
    ...(stage === "production" ? productionOf(mailbox) : labHosts),
  };
  try {
    return await inArena(
      async (arena) => {
        const lab = stage === "lab";
        const honest = lab ? await arena.sub(await arena.customer(10e9)) : (null as never);
        const spans = full ? fullSpans : boundedSpans;
        return play({ ...spans, arena, engine, full, dns, mailbox, lookup, files, honest });
      },
      { env, files },
    );
  } finally {
    dns.stop();
    await mailbox.stop();
  }
}

/** The lab listens on loopback addresses only. */
const labHosts = { HOST: "127.0.0.1", GATEWAY_HOSTS: hasNetwork ? "127.0.0.1,::1" : "127.0.0.1" };

const productionOf = ({ port }: MailServer) => ({
  HOST: hasNetwork ? "::" : "0.0.0.0",
  NODE_ENV: "production",
  CAPTCHA: "none",
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  ALLOW_PLAIN_HTTP: "1",
});

/** Opens a tunnel to the origin from an address, moves a few bytes and closes it. */
export async function visitOrigin({ arena }: Scene, sub: Sub, from: string): Promise<void> {
  const place = { ...arena.place(sub, arena.origins[0], "connect"), from };
  const tunnel = await openTunnel(place);
  try {
    await tunnel.exchange(100, 2_000);
  } finally {
    tunnel.socket.destroy();
  }
}

/** Adds an exit that always connects to the origin, whatever the name's address. */
export async function withUpstream<T>(
  { arena }: Scene,
  play: (country: string) => Promise<T>,
): Promise<T> {
  const upstream = await new Upstream(arena.origins[0].port).listen();
  const folder = mkdtempSync(path.join(tmpdir(), "turnpike-exits-"));
  const columns =
    "ip,kind,host,port,user,password,country,state,city,postal,isp,asn,product,provenance";
  const exit = `203.0.114.7,http,127.0.0.1,${upstream.port},u,p,${upstreamCountry},Ross,Scott Base,1,Ice,64500,pool,torture`;
  try {
    const file = path.join(folder, "exits.csv");
    writeFileSync(file, `${columns}\n${exit}\n`);
    const { code, out } = await arena.operate("exits", "import", file);
    if (code !== 0) throw new Error(`exits import: ${out}`);
    return await play(upstreamCountry.toLowerCase());
  } finally {
    upstream.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates an account; returns its session and e-mail. */
export async function account(
  { arena }: Scene,
  name: string,
  from?: string,
): Promise<{ email: string; session: string }> {
  const email = `${name}x${process.pid}@example.com`;
  const fields = { email, password: accountPassword, agree: 1 };
  const { body } = await post(`${arena.product.url}/v1/signup`, fields, from ? { from } : {});
  const session = body.data?.["session"];
  if (typeof session !== "string") throw new Error(`signup: ${JSON.stringify(body)}`);
  return { email, session };
}
export const accountPassword = "Passw0rd!x";

/** The code to sign in with that was mailed to an address last, or null. Others may come after it. */
export function mailedCode({ mailbox }: Scene, email: string): string | null {
  const message = mailbox.kept
    .map(readMessage)
    .findLast(({ headers: { to, subject } }) => to === email && subject === "Your code to sign in");
  return /\b(\d{6})\b/.exec(message?.parts["text/plain"] ?? "")?.[1] ?? null;
}
