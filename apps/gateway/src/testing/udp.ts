/** A UDP target and a SOCKS5 client of UDP ASSOCIATE, without libraries. */
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { datagramHeader } from "../parse/socks5.ts";
import { Client, eventually, type Endpoint } from "./test-gateway.ts";

export interface UdpOrigin {
  port: number;
  authority: string;
  /** The payloads received and their senders. */
  received: { payload: Buffer; address: string; port: number }[];
  socket: Socket;
  stop(): void;
}

async function bound(host: string): Promise<Socket> {
  const socket = createSocket({ type: host.includes(":") ? "udp6" : "udp4" });
  socket.bind({ address: host, port: 0 });
  await once(socket, "listening");
  return socket;
}

/** Responds to each datagram with the results of `answer`; echoes by default. */
export async function udpOrigin(
  answer: (payload: Buffer) => Buffer[] = (payload) => [payload],
  host = "127.0.0.1",
): Promise<UdpOrigin> {
  const socket = await bound(host);
  const received: UdpOrigin["received"] = [];
  socket.on("message", (payload, { address, port }) => {
    received.push({ payload, address, port });
    for (const each of answer(payload)) socket.send(each, port, address);
  });
  const { port } = socket.address();
  const authority = host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
  return { port, authority, received, socket, stop: () => void socket.close() };
}

export interface Answer {
  address: string;
  port: number;
  payload: Buffer;
}

/** A client with an association, or with the reply that refused it. */
export class UdpClient {
  readonly control: Client;
  readonly socket: Socket;
  /** The reply code; 255 for a failed login. */
  code = 255;
  relay = { address: "", port: 0 };
  answers: Answer[] = [];

  private constructor(control: Client, socket: Socket) {
    this.control = control;
    this.socket = socket;
    socket.on("message", (bytes) => this.answers.push(readAnswer(bytes)));
    socket.on("error", () => {});
  }

  static async open(
    gateway: Endpoint,
    asked: { user: string; password: string; from?: string; before?: Buffer; declares?: boolean },
  ): Promise<UdpClient> {
    const control = new Client(gateway.port, asked.from, gateway.host);
    const host = gateway.host ?? "127.0.0.1";
    const client = new UdpClient(control, await bound(asked.from ?? host));
    const text = (value: string) => [value.length, ...Buffer.from(value)];
    if (asked.before) control.socket.write(asked.before);
    control.socket.write(Buffer.from([5, 1, 2]));
    await control.exactly(2);
    control.socket.write(Buffer.from([1, ...text(asked.user), ...text(asked.password)]));
    if ((await control.exactly(2))[1] !== 0) return client;
    const port = asked.declares === true ? client.socket.address().port : 0;
    control.socket.write(Buffer.from([5, 3, 0, 1, 0, 0, 0, 0, port >> 8, port & 255]));
    const reply = await control.exactly(10);
    client.code = reply[1] ?? 255;
    if (reply[3] === 4) {
      const rest = await control.exactly(12);
      client.relay = readAnswer(Buffer.concat([reply, rest]));
    } else client.relay = readAnswer(reply);
    return client;
  }

  /** Sends a payload to a target given by its address. */
  send(payload: Buffer, to: { address: string; port: number }): void {
    this.raw(Buffer.concat([datagramHeader(to.address, to.port), payload]));
  }

  sendToName(payload: Buffer, name: string, port: number): void {
    const header = [0, 0, 0, 3, name.length, ...Buffer.from(name), port >> 8, port & 255];
    this.raw(Buffer.concat([Buffer.from(header), payload]));
  }

  raw(bytes: Buffer, from: Socket = this.socket): void {
    from.send(bytes, this.relay.port, this.relay.address);
  }

  /** Waits for this many answers. */
  async exactly(count: number): Promise<Answer[]> {
    await eventually(`${count} answers`, () => this.answers.length >= count);
    return this.answers;
  }

  stop(): void {
    this.control.socket.destroy();
    this.socket.close();
  }
}

/** A socket of another program on the client's machine. */
export const strangerAt = bound;

function readAnswer(bytes: Buffer): Answer {
  const length = bytes[3] === 4 ? 16 : 4;
  const groups = (at: number) => bytes.readUInt16BE(4 + at * 2).toString(16);
  const written =
    length === 4
      ? [...bytes.subarray(4, 8)].join(".")
      : [0, 1, 2, 3, 4, 5, 6, 7].map(groups).join(":");
  const address = canonicalAddress(written) ?? written;
  return { address, port: bytes.readUInt16BE(4 + length), payload: bytes.subarray(6 + length) };
}
