/** A client's tunnel through the gateway, by CONNECT or SOCKS5, counting both directions itself. */
import { connect, type Socket } from "node:net";
import { after, headBytes, isStream, sendBytes } from "./origin.ts";

export interface Place {
  /** The gateway's port and host; the host defaults to loopback. */
  gateway: number;
  gatewayHost?: string;
  user: string;
  password: string;
  way: "connect" | "socks5";
  /** The client's source address; chosen by the system if omitted. */
  from?: string;
  /** The target's host, a loopback address. */
  host?: string;
  port: number;
}

/** The gateway refused: `status` is HTTP's, or the SOCKS5 reply. */
export class TunnelRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`The gateway refused with ${status}`);
    this.status = status;
  }
}

const handshakeTimeoutMs = 10_000;

export class Tunnel {
  readonly socket: Socket;
  /** Bytes received after the handshake, and bytes written to the socket. */
  received = 0;
  sent = 0;
  /** Received bytes that differ from those sent. */
  wrong = 0;
  /** When the other side ended it or it was closed, by `performance.now()`. */
  overAt: number | null = null;
  lastByteAt = 0;
  /** Total bytes moved by time, ascending, to compute the traffic of a moment. */
  history: { at: number; moved: number }[] = [];
  #seen = 0;
  #wakes = new Set<() => void>();

  /** `early` arrived together with the end of the handshake. */
  constructor(socket: Socket, early: Buffer) {
    this.socket = socket;
    const wake = () => {
      for (const each of this.#wakes) each();
    };
    const hear = (chunk: Buffer) => {
      if (!isStream(chunk, this.#seen)) this.wrong += chunk.length;
      this.#seen += chunk.length;
      this.received += chunk.length;
      this.lastByteAt = performance.now();
      wake();
    };
    socket.on("data", hear);
    if (early.length > 0) hear(early);
    const over = () => {
      this.overAt ??= performance.now();
      wake();
    };
    socket.on("end", over);
    socket.on("close", over);
  }

  /** Sends `up` and receives `down` bytes concurrently. Rejects if the tunnel ends first. */
  async exchange(up: number, down: number, kind: number = after.goOn): Promise<void> {
    const until = this.received + down;
    this.#seen = 0;
    await this.sendRequest(up, down, kind);
    await this.#wait(() => this.received >= until);
    if (this.received < until) throw new Error("The tunnel ended within an exchange");
    this.history.push({ at: performance.now(), moved: this.sent + this.received });
  }

  /** Sends the same without waiting for the response. */
  async sendRequest(up: number, down: number, kind: number = after.goOn): Promise<void> {
    if (this.overAt !== null) throw new Error("The tunnel is over");
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(kind, 0);
    head.writeUInt32BE(up, 4);
    head.writeUInt32BE(down, 8);
    this.socket.write(head);
    await sendBytes(this.socket, up);
    this.sent += headBytes + up;
  }

  /** Ends its side and waits for the other's end. */
  async finish(): Promise<void> {
    this.socket.end();
    await this.#wait(() => this.overAt !== null);
  }

  /** Bytes moved in the last `ms` before `at`. */
  movedWithin(at: number, ms: number): number {
    const before = this.history.findLast((each) => each.at <= at - ms)?.moved ?? 0;
    return this.sent + this.received - before;
  }

  #wait(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds() && this.overAt === null) return;
        this.#wakes.delete(look);
        resolve();
      };
      this.#wakes.add(look);
      look();
    });
  }
}

/** Opens a tunnel. Rejects with `TunnelRefused`, or if the gateway does not answer. */
export async function openTunnel(place: Place): Promise<Tunnel> {
  const socket = connect({
    host: place.gatewayHost ?? "127.0.0.1",
    port: place.gateway,
    allowHalfOpen: true,
    ...(place.from ? { localAddress: place.from } : {}),
  });
  socket.setNoDelay(true);
  socket.on("error", () => {});
  const late = setTimeout(() => socket.destroy(), handshakeTimeoutMs);
  const answers = new Answers(socket);
  try {
    if (place.way === "connect") await connectHandshake(socket, answers, place);
    else await socksHandshake(socket, answers, place);
    return new Tunnel(socket, answers.rest());
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The gateway's handshake responses, read piece by piece. */
class Answers {
  #socket: Socket;
  #came: Buffer = Buffer.alloc(0);
  #hear = (chunk: Buffer) => {
    this.#came = Buffer.concat([this.#came, chunk]);
    this.#look();
  };
  #look = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", this.#hear);
  }

  /** Takes the first bytes once `lengthOf` returns their number instead of null. */
  take(lengthOf: (came: Buffer) => number | null): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const gone = () => reject(new Error("The gateway hung up within the handshake"));
      this.#socket.once("close", gone);
      this.#socket.once("end", gone);
      this.#look = () => {
        const length = lengthOf(this.#came);
        if (length === null || this.#came.length < length) return;
        this.#look = () => {};
        this.#socket.off("close", gone);
        this.#socket.off("end", gone);
        const taken = this.#came.subarray(0, length);
        this.#came = this.#came.subarray(length);
        resolve(taken);
      };
      this.#look();
    });
  }

  /** The remaining bytes; the socket needs another listener at once. */
  rest(): Buffer {
    this.#socket.off("data", this.#hear);
    return this.#came;
  }
}

async function connectHandshake(socket: Socket, answers: Answers, place: Place): Promise<void> {
  const target = `${place.host ?? "127.0.0.1"}:${place.port}`;
  const key = Buffer.from(`${place.user}:${place.password}`).toString("base64");
  const auth = place.user === "" ? "" : `Proxy-Authorization: Basic ${key}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${auth}\r\n`);
  const head = await answers.take((came) => {
    const end = came.indexOf("\r\n\r\n");
    return end < 0 ? null : end + 4;
  });
  const status = Number(head.toString("latin1").split(" ")[1]);
  if (status !== 200) throw new TunnelRefused(status);
}

async function socksHandshake(socket: Socket, answers: Answers, place: Place): Promise<void> {
  const [user, password] = [Buffer.from(place.user), Buffer.from(place.password)];
  const host = (place.host ?? "127.0.0.1").split(".").map(Number);
  socket.write(Buffer.from([5, 1, 2]));
  await answers.take(() => 2);
  socket.write(Buffer.concat([bytes(1, user.length), user, bytes(password.length), password]));
  const auth = await answers.take(() => 2);
  if (auth[1] !== 0) throw new TunnelRefused(auth[1] ?? 255);
  socket.write(bytes(5, 1, 0, 1, ...host, place.port >> 8, place.port & 255));
  const reply = await answers.take((came) => (came[1] ? 2 : 10));
  if (reply[1] !== 0) throw new TunnelRefused(reply[1] ?? 255);
}

const bytes = (...each: number[]) => Buffer.from(each);
