/** The loads: what the generator does with tunnels until the job ends. */
import type { Socket } from "node:net";
import { pattern } from "@turnpike/gateway/testing/origin.ts";
import { authorization, openTunnel, type Route } from "./tunnel.ts";

export interface Job {
  load: "down" | "up" | "short" | "ping" | "get" | "idle";
  route: Route;
  /** Number of tunnels open at once. */
  tunnels: number;
  /** Body size of one short tunnel or GET. */
  bytes?: number;
  /** Total number of short or idle tunnels; unlimited by default. */
  atMost?: number;
  /** Messages per second over all tunnels together, each sent when it is due. */
  perSecond?: number;
}

/** Results of a job so far. */
export class Tally {
  /** Bytes down, tunnels, messages, GETs or open tunnels; uploads are counted at the origin. */
  units = 0;
  errors = 0;
  firstError = "";
  /** Durations in microseconds since the last reading. */
  times: number[] = [];
  ended = false;
  sockets = new Set<Socket>();

  fail(error: Error): void {
    if (this.ended) return;
    this.errors += 1;
    this.firstError ||= error.message;
  }

  took(sinceMs: number): void {
    this.units += 1;
    this.times.push((performance.now() - sinceMs) * 1_000);
  }

  stop(): void {
    this.ended = true;
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Delay before a failed tunnel is retried, so that a dead proxy costs no CPU time. */
const retryMs = 50;
const floodBytes = 256 * 1024;
/** Each tunnel starts at its own position in the pattern. */
let place = 0;
const nextPlace = () => {
  place = (place + 7_919) % 65_521;
  return place;
};

export const loads: Record<Job["load"], (job: Job, tally: Tally) => void> = {
  down: (job, tally) => {
    times(job.tunnels, () =>
      keepOpen(job, tally, {
        open: (socket) => socket.write(`flood ${nextPlace()}\n`),
        data: (chunk) => {
          tally.units += chunk.length;
        },
      }),
    );
  },
  up: (job, tally) => {
    times(job.tunnels, () => keepOpen(job, tally, { open: floodUp, data: () => {} }));
  },
  short: shortTunnels,
  ping: roundTrips,
  get: (job, tally) => times(job.tunnels, () => gets(job, tally)),
  idle: idleTunnels,
};

function times(count: number, start: () => void): void {
  for (let index = 0; index < count; index += 1) start();
}

interface TunnelHandlers {
  open: (socket: Socket) => void;
  data: (chunk: Buffer, socket: Socket) => void;
}

/** A tunnel that stays open until the end, and is reopened when it breaks. */
function keepOpen(job: Job, tally: Tally, { open, data }: TunnelHandlers): void {
  const start = () => {
    if (tally.ended) return;
    const socket = openTunnel(job.route, {
      open,
      data: (chunk) => data(chunk, socket),
      closed: (error) => {
        tally.sockets.delete(socket);
        if (tally.ended) return;
        tally.fail(error ?? new Error("closed too soon"));
        setTimeout(start, retryMs);
      },
    });
    tally.sockets.add(socket);
  };
  start();
}

function floodUp(socket: Socket): void {
  let at = nextPlace();
  socket.write("sink\n");
  // The next slice waits for the next turn of the event loop, so that no tunnel starves the others.
  const pump = () => {
    if (socket.destroyed) return;
    const slice = pattern(floodBytes, at);
    at += floodBytes;
    socket.write(slice, () => setImmediate(pump));
  };
  pump();
}

/** A closed loop: connect, open, send a request, read the response, close, and start over. */
function shortTunnels(job: Job, tally: Tally): void {
  const bytes = job.bytes ?? 0;
  let left = job.atMost ?? Number.POSITIVE_INFINITY;
  const start = () => {
    if (tally.ended || left <= 0) return;
    left -= 1;
    const began = performance.now();
    let missing = bytes;
    const socket = openTunnel(job.route, {
      open: (opened) => opened.write(`bytes ${bytes} ${nextPlace()}\n`),
      data: (chunk) => {
        missing -= chunk.length;
        if (missing > 0) return;
        if (missing === 0) tally.took(began);
        else tally.fail(new Error("too many bytes"));
        socket.destroy();
      },
      closed: (error) => {
        tally.sockets.delete(socket);
        if (missing <= 0) start();
        else {
          tally.fail(error ?? new Error("closed too soon"));
          setTimeout(start, retryMs);
        }
      },
    });
    tally.sockets.add(socket);
  };
  times(job.tunnels, start);
}

const messageBytes = 64;

/**
 * Sends 64-byte messages when they are due, whether or not earlier ones have returned. Each is
 * timed from its sending, so that a stall of the proxy shows in every message it delays.
 */
function roundTrips(job: Job, tally: Tally): void {
  const ready: Socket[] = [];
  const sentAt = new Map<Socket, number[]>();
  const message = Buffer.alloc(messageBytes, 1);
  times(job.tunnels, () => {
    let came = 0;
    keepOpen(job, tally, {
      open: (socket) => {
        came = 0;
        socket.write("echo\n");
        sentAt.set(socket, []);
        ready.push(socket);
        socket.once("close", () => ready.splice(ready.indexOf(socket), 1));
      },
      data: (chunk, socket) => {
        came += chunk.length;
        for (; came >= messageBytes; came -= messageBytes) {
          tally.took(sentAt.get(socket)?.shift() ?? 0);
        }
      },
    });
  });
  const began = performance.now();
  let sent = 0;
  const ticking = setInterval(() => {
    if (tally.ended) clearInterval(ticking);
    const due = Math.floor(((performance.now() - began) * (job.perSecond ?? 1_000)) / 1_000);
    for (; sent < due; sent += 1) {
      const socket = ready[sent % Math.max(1, ready.length)];
      if (socket === undefined) continue;
      sentAt.get(socket)?.push(performance.now());
      socket.write(message);
    }
  }, 1);
}

/** A closed loop of GETs with an absolute URI over one connection to the proxy. */
function gets(job: Job, tally: Tally): void {
  const bytes = job.bytes ?? 0;
  const authority = `127.0.0.1:${job.route.originPort}`;
  const login = `Proxy-Authorization: ${authorization(job.route)}`;
  let began = 0;
  let head = "";
  let missing = 0;
  const ask = (socket: Socket) => {
    began = performance.now();
    head = "";
    missing = 0;
    const url = `http://${authority}/${bytes}/${nextPlace()}`;
    socket.write(`GET ${url} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n\r\n`);
  };
  const data = (chunk: Buffer, socket: Socket) => {
    let body = chunk.length;
    if (missing === 0) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!head.startsWith("HTTP/1.1 200")) throw new Error(head.slice(0, head.indexOf("\r\n")));
      body = head.length - end - 4;
      missing = bytes;
    }
    missing -= body;
    if (missing > 0) return;
    tally.took(began);
    ask(socket);
  };
  keepOpen(job, tally, { open: ask, data });
}

/** Opens this many tunnels, a few at a time, sends a message through each, and leaves them idle. */
function idleTunnels(job: Job, tally: Tally): void {
  let left = job.atMost ?? 0;
  const start = () => {
    if (tally.ended || left <= 0) return;
    left -= 1;
    let answered = false;
    keepOpen(job, tally, {
      open: (socket) => socket.write("echo\nhello"),
      data: () => {
        if (answered) return;
        answered = true;
        tally.units += 1;
        start();
      },
    });
  };
  times(job.tunnels, start);
}
