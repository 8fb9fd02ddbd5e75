/** Measures the actual rate of a port's streams, at the receiving end. */
import type { Socket } from "node:net";
import { connectTo, type Client, type Endpoint } from "./test-gateway.ts";
import { type Origin, rawOrigin } from "./origin.ts";

export type Direction = "up" | "down";

const pieceBytes = 64 * 1024;
const piece = Buffer.alloc(pieceBytes, 0x5a);

/** Writes endlessly, never more than the socket accepts. */
export function flood(socket: Socket): void {
  const pump = () => {
    if (socket.destroyed) return;
    socket.write(piece, () => setImmediate(pump));
  };
  pump();
}

/** A target whose connections start with 8 bytes that identify them: `d` or `u` and a number. */
export class RateOrigin {
  /** Bytes received from each stream, by number. */
  readonly sunk = new Map<number, number>();
  readonly #origin: Origin;

  private constructor(origin: Origin) {
    this.#origin = origin;
  }

  static async open(): Promise<RateOrigin> {
    const begun: { origin?: RateOrigin } = {};
    const origin = await rawOrigin((socket) => begun.origin?.serve(socket));
    begun.origin = new RateOrigin(origin);
    return begun.origin;
  }

  get authority(): string {
    return this.#origin.authority;
  }

  get sockets(): ReadonlySet<Socket> {
    return this.#origin.sockets;
  }

  stop(): Promise<void> {
    return this.#origin.stop();
  }

  serve(socket: Socket): void {
    let head = Buffer.alloc(0);
    let id = -1;
    socket.on("data", (chunk: Buffer) => {
      if (id >= 0) return this.#sink(id, chunk.length);
      head = Buffer.concat([head, chunk]);
      if (head.length < 8) return;
      id = Number(head.subarray(1, 8).toString());
      this.#sink(id, head.length - 8);
      if (head[0] === 0x64) flood(socket);
    });
    socket.on("end", () => socket.end());
  }

  #sink(id: number, bytes: number): void {
    this.sunk.set(id, (this.sunk.get(id) ?? 0) + bytes);
  }
}

export interface Streams {
  clients: Client[];
  /** The number of bytes that have arrived at the far end of each stream so far. */
  arrived(): number[];
  stop(): void;
}

let lastId = 0;

/** Opens the given number of tunnels, then starts all of them at once. */
export async function openStreams(asked: {
  endpoint: Endpoint;
  login: { user: string; password: string };
  origin: RateOrigin;
  way: Direction;
  count: number;
}): Promise<Streams> {
  const { endpoint: door, login, origin, way, count } = asked;
  const opening = Array.from({ length: count }, () =>
    connectTo(door, { ...login, authority: origin.authority }),
  );
  const opened = await Promise.all(opening);
  const refused = opened.find(({ head }) => !head.startsWith("HTTP/1.1 200"));
  if (refused) throw new Error(`a stream was refused: ${refused.head}`);
  const clients = opened.map(({ client }) => client);
  const counts = clients.map(() => 0);
  const ids = clients.map((client, at) => {
    lastId += 1;
    client.socket.removeAllListeners("data");
    client.socket.on("data", (chunk: Buffer) => {
      counts[at] = (counts[at] ?? 0) + chunk.length;
    });
    client.socket.write(`${way[0]}${String(lastId).padStart(7, "0")}`);
    if (way === "up") flood(client.socket);
    return lastId;
  });
  return {
    clients,
    arrived: () => (way === "down" ? [...counts] : ids.map((id) => origin.sunk.get(id) ?? 0)),
    stop: () => {
      for (const client of clients) client.socket.destroy();
    },
  };
}

export interface Rates {
  /** All streams together over the whole time. */
  mbps: number;
  /** In the first second after they began. */
  firstSecondMbps: number;
  /** By stream. */
  each: number[];
  /** After the first second: the largest deviation of a stream from the mean, as a share of it. */
  unfair: number;
}

/** Measures streams that have just started. */
export async function measure(streams: Streams, seconds: number): Promise<Rates> {
  const began = performance.now();
  await sleep(1_000);
  const begun = streams.arrived();
  const first = sum(begun) / (performance.now() - began) / 125;
  await sleep((seconds - 1) * 1_000);
  const ms = performance.now() - began;
  const all = streams.arrived();
  const since = all.map((bytes, at) => bytes - (begun[at] ?? 0));
  const mean = sum(since) / since.length;
  const unfair = Math.max(...since.map((one) => Math.abs(one - mean))) / mean;
  const each = all.map((bytes) => bytes / ms / 125);
  return { mbps: sum(each), firstSecondMbps: first, each, unfair };
}

const sum = (numbers: number[]) => numbers.reduce((total, each) => total + each, 0);
export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
