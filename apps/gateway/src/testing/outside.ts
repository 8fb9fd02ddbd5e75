/**
 * Simulates the outside world for tests: an upstream proxy that accepts each CONNECT and plays the
 * target itself, for any address. So public addresses can be used without leaving this machine, and
 * attempts to reach internal ones are visible.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { labExit } from "./resources.ts";

/** One connection that a gateway opened to a target. */
export interface OutsideConnection {
  /** The CONNECT request, up to its empty line. */
  connect: string;
  /** The requested `address:port`. */
  authority: string;
  /** The bytes received for the target so far. */
  bytes: Buffer;
  socket: Socket;
}
/** Plays the target; called whenever bytes arrive, and once at first without any. */
export type Serve = (reached: OutsideConnection) => void;

export class Outside {
  readonly reached: OutsideConnection[] = [];
  serve: Serve;
  #sockets = new Set<Socket>();
  #server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#accept(socket));

  constructor(serve: Serve = () => {}) {
    this.serve = serve;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  /** The exit that leads here; its password is used nowhere else. */
  exit(changed: Partial<ExitFact> = {}): ExitFact {
    const { port } = this.#server.address() as AddressInfo;
    return labExit({ how: "http", host: "127.0.0.1", port, user: "up", password: "p", ...changed });
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {});
    let head = Buffer.alloc(0);
    let reached: OutsideConnection | null = null;
    socket.on("data", (chunk: Buffer) => {
      if (reached) reached.bytes = Buffer.concat([reached.bytes, chunk]);
      else {
        head = Buffer.concat([head, chunk]);
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const connect = head.toString("latin1", 0, end + 4);
        const authority = connect.split(" ")[1] ?? "";
        reached = { connect, authority, bytes: head.subarray(end + 4), socket };
        this.reached.push(reached);
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
      }
      this.serve(reached);
    });
  }
}

/** The head and body that a target received; null while the message is incomplete. */
export function messageOf({ bytes }: OutsideConnection): { head: string; body: Buffer } | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return null;
  const head = bytes.toString("latin1", 0, end + 4);
  const body = bytes.subarray(end + 4);
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
  const chunked = /^transfer-encoding: chunked/im.test(head);
  const whole = chunked ? body.subarray(-5).equals(lastChunk) : body.length >= length;
  return whole ? { head, body } : null;
}
const lastChunk = Buffer.from("0\r\n\r\n");
