/** Attacks that make calls: many concurrently, from many addresses, with many sessions. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { count, type Working } from "./counts.ts";

/** One kind of call; in fields, `{n}` becomes a unique number and `{ips}` a hundred addresses. */
export interface CallTemplate {
  path: string;
  method?: "GET" | "POST";
  fields?: Record<string, string>;
}
export interface CallsJob {
  kind: "calls";
  /** `http://host:port`; for a gateway, `asks` are CONNECTs. */
  url: string;
  asks: CallTemplate[];
  /** Assigned to the lanes in turn; without them, `asks` are sent unchanged. */
  sessions?: string[];
  /** Number of concurrent calls, each over a persistent connection. */
  lanes: number;
  /** Pause between the calls of a lane. */
  pauseMs?: number;
  /** The lanes start one after another within this time. */
  withinMs?: number;
  /** Maximum number of calls in total. */
  most?: number;
  /** Each call uses the next of these source addresses, over its own connection. */
  from?: { prefix: string; count: number };
  /** The source address of all connections. */
  localAddress?: string;
  /** A stream: the response is read for as long as it lasts. */
  stream?: boolean;
}

export async function makeCalls(job: CallsJob, working: Working): Promise<void> {
  const { lanes, most = Number.POSITIVE_INFINITY, pauseMs = 0 } = job;
  const { localAddress } = job;
  const agent = new Agent({
    keepAlive: true,
    maxSockets: lanes,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  let next = 0;
  const lane = async (number: number) => {
    await sleep(((job.withinMs ?? 0) * number) / lanes);
    while (working.on() && next < most) {
      const at = next++;
      await makeCall(job, { at, lane: number, agent }, working);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  agent.destroy();
}

interface Turn {
  at: number;
  lane: number;
  agent: Agent;
}

function makeCall(job: CallsJob, { at, lane, agent }: Turn, { counts }: Working): Promise<void> {
  const asking = job.asks[at % job.asks.length] as CallTemplate;
  const session = job.sessions?.[lane % job.sessions.length];
  const input = { ...(session === undefined ? {} : { session }), ...asking.fields };
  const fields = Object.entries(input).map(([name, value]) => [name, fillTemplate(value, at)]);
  const body = new URLSearchParams(fields as string[][]).toString();
  const { method = "POST" } = asking;
  const localAddress = addressOf(job, at);
  if (asking.path.startsWith("CONNECT ")) return guess(job, asking, { at, localAddress }, counts);
  return new Promise((resolve) => {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      // The expensive part is the response, not its transfer over loopback.
      "accept-encoding": "gzip",
    };
    const from = localAddress === undefined ? { agent } : { agent: false as const, localAddress };
    const asked = request(job.url + asking.path, { method, headers, ...from }, (answer) => {
      let text = "";
      if (job.stream === true) count(counts, `opened ${answer.statusCode}`);
      answer.on("data", (chunk: Buffer) => {
        if (text.length < 4_096) text += chunk.toString("latin1");
        count(counts, "bytes", chunk.length);
      });
      answer.on("error", () => resolve());
      answer.on("end", () => {
        count(counts, outcomeOf(answer.statusCode ?? 0, text));
        resolve();
      });
    });
    asked.on("error", (error: NodeJS.ErrnoException) => {
      count(counts, `error ${error.code}`);
      resolve();
    });
    asked.end(method === "POST" ? body : undefined);
  });
}

/** The outcome of a call: its code, and the reason of a refusal. */
function outcomeOf(status: number, text: string): string {
  const code = /^\{"code":(\d+)/.exec(text)?.[1];
  const reason = code === "0" ? undefined : /"reason":"(\w+)"/.exec(text)?.[1];
  return ["answer", code ?? `http ${status}`, reason].filter(Boolean).join(" ");
}

/** One password attempt at a gateway; `fields` contain user and password. */
function guess(
  { url }: CallsJob,
  { path, fields = {} }: CallTemplate,
  { at, localAddress }: { at: number; localAddress: string | undefined },
  counts: Working["counts"],
): Promise<void> {
  const { hostname, port } = new URL(url);
  const login = `${fillTemplate(fields["user"] ?? "", at)}:${fillTemplate(fields["password"] ?? "", at)}`;
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, "");
    const socket = connect({
      host,
      port: Number(port),
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    let status = "none";
    socket.on("data", (chunk: Buffer) => {
      status = chunk.toString("latin1", 9, 12);
      socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      status = String(error.code);
    });
    socket.on("close", () => {
      count(counts, `status ${status}`);
      resolve();
    });
    const basic = Buffer.from(login).toString("base64");
    const target = path.slice("CONNECT ".length);
    const head = `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n`;
    socket.write(`${head}Proxy-Authorization: Basic ${basic}\r\n\r\n`);
  });
}

function addressOf({ from }: CallsJob, at: number): string | undefined {
  return from && `${from.prefix}${(1 + (at % from.count)).toString(16)}`;
}

const addressesAtOnce = 100;
const addressAt = (number: number) =>
  `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;

function fillTemplate(value: string, at: number): string {
  if (value === "{ips}") {
    const first = (at + 1) * addressesAtOnce;
    return Array.from({ length: addressesAtOnce }, (_, more) => addressAt(first + more)).join();
  }
  return value.replace("{n}", at.toString(36));
}
