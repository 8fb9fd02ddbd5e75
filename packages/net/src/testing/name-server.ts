/** A name server for tests: DNS over UDP and TCP on loopback, with answers, silence and errors. */
import dgram from "node:dgram";
import { once } from "node:events";
import net from "node:net";
import { canonicalAddress, parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";

/** How the server responds to a question; `undefined`: NXDOMAIN. */
export interface NameServerAnswer {
  /** Addresses of both families; without any of the requested family the answer is empty. */
  addresses?: readonly string[];
  /** The canonical name, which has these addresses. */
  cname?: string;
  /** Seconds; 60 by default. */
  ttl?: number;
  delayMs?: number;
  /** Sends no response, for one family (`A`, `AAAA`) or both. */
  silent?: boolean | Family;
  /** SERVFAIL, REFUSED. */
  code?: "servfail" | "refused";
}
type Family = "A" | "AAAA";
export interface Question {
  name: string;
  family: Family;
  by: "udp" | "tcp";
}

const types: Record<number, Family> = { 1: "A", 28: "AAAA" };
const codes = { servfail: 2, nxdomain: 3, refused: 5 };
/** The most that fits into a UDP response without EDNS (RFC 1035 §4.2.1); more is truncated. */
const udpBytes = 512;

export class NameServer {
  /** How a question is answered; until it is set, all get NXDOMAIN. */
  answer: (question: Question) => NameServerAnswer | undefined = () => undefined;
  /** All questions so far, oldest first. */
  questions: Question[] = [];
  #udp = dgram.createSocket({ type: "udp4", recvBufferSize: 4_000_000 });
  #tcp = net.createServer((socket) => this.#serve(socket));
  #sockets = new Set<net.Socket>();
  #timers = new Set<NodeJS.Timeout>();
  #port = 0;
  #host = "";

  /** Listens at 127.0.0.1, or at `host`; port 0 takes any free port. */
  async listen(port = 0, host = "127.0.0.1"): Promise<this> {
    this.#udp.on("message", (bytes, { port: to, address }) => {
      this.#take(bytes, "udp", (message) => this.#udp.send(message, to, address, () => {}));
    });
    this.#udp.on("error", () => {});
    this.#host = host;
    // TCP first: the number of a free UDP port may be in use for TCP.
    this.#tcp.listen(port, host);
    await once(this.#tcp, "listening");
    this.#port = (this.#tcp.address() as net.AddressInfo).port;
    this.#udp.bind(this.#port, host);
    await once(this.#udp, "listening");
    return this;
  }

  /** `address:port`, as in `RESOLVERS`. */
  get at(): string {
    return `${this.#host}:${this.#port}`;
  }

  /** Counts the questions for a name, of either family. */
  countQuestions(name: string): number {
    return this.questions.filter((one) => one.name === name).length;
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const socket of this.#sockets) socket.destroy();
    const closed = [once(this.#udp, "close"), once(this.#tcp, "close")];
    this.#udp.close();
    this.#tcp.close();
    await Promise.all(closed);
  }

  #serve(socket: net.Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {}).on("close", () => this.#sockets.delete(socket));
    let received = Buffer.alloc(0);
    socket.on("data", (bytes) => {
      received = Buffer.concat([received, bytes as Buffer]);
      while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
        const end = 2 + received.readUInt16BE(0);
        this.#take(received.subarray(2, end), "tcp", (message) => {
          const length = Buffer.alloc(2);
          length.writeUInt16BE(message.length);
          socket.write(Buffer.concat([length, message]));
        });
        received = received.subarray(end);
      }
    });
  }

  #take(bytes: Buffer, by: "udp" | "tcp", send: (message: Buffer) => void): void {
    const end = bytes.indexOf(0, 12);
    const family = types[bytes.readUInt16BE(end + 1)];
    if (end < 0 || family === undefined) return;
    const question = { name: nameOf(bytes), family, by };
    this.questions.push(question);
    const answering = this.answer(question);
    if (answering?.silent === true || answering?.silent === family) return;
    const message = answerTo(bytes.subarray(0, end + 5), answering, question);
    const answer = () => send(message);
    if (answering?.delayMs === undefined) return answer();
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      answer();
    }, answering.delayMs);
    this.#timers.add(timer);
  }
}

function nameOf(bytes: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; bytes[at]; at += 1 + (bytes[at] ?? 0))
    labels.push(bytes.toString("latin1", at + 1, at + 1 + (bytes[at] ?? 0)));
  return labels.join(".").toLowerCase();
}

/** Header, question, answer section (RFC 1035 §4.1). */
function answerTo(
  asked: Buffer,
  answering: NameServerAnswer | undefined,
  question: Question,
): Buffer {
  const { addresses = [], cname, ttl = 60, code } = answering ?? {};
  const failed = code ?? (answering === undefined ? "nxdomain" : null);
  const own = addresses.filter((each) => each.includes(":") === (question.family === "AAAA"));
  const records = failed === null ? recordsOf(own, { cname, ttl, type: asked.subarray(-4) }) : [];
  const head = Buffer.alloc(12);
  asked.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (failed === null ? 0 : codes[failed]), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(records.length, 6);
  const whole = Buffer.concat([head, asked.subarray(12), ...records]);
  if (question.by === "tcp" || whole.length <= udpBytes) return whole;
  head.writeUInt16BE(0x8380, 2);
  head.writeUInt16BE(0, 6);
  return Buffer.concat([head, asked.subarray(12)]);
}

function recordsOf(
  addresses: string[],
  { cname, ttl, type }: { cname: string | undefined; ttl: number; type: Buffer },
): Buffer[] {
  const record = (owner: Buffer, kind: Buffer, data: Buffer) => {
    const head = Buffer.alloc(6);
    head.writeUInt32BE(ttl);
    head.writeUInt16BE(data.length, 4);
    return Buffer.concat([owner, kind, head, data]);
  };
  const asked = Buffer.from([0xc0, 12]);
  if (cname === undefined) return addresses.map((each) => record(asked, type, bytesOf(each)));
  const other = encodeName(cname);
  const alias = record(asked, Buffer.from([0, 5, 0, 1]), other);
  return [alias, ...addresses.map((each) => record(other, type, bytesOf(each)))];
}

function encodeName(name: string): Buffer {
  const labels = name.split(".").map((each) => Buffer.from([each.length, ...Buffer.from(each)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function bytesOf(address: string): Buffer {
  const ipv4 = parseIpv4(address);
  if (ipv4 !== null) {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(ipv4);
    return four;
  }
  const groups = parseIpv6(canonicalAddress(address) ?? address) ?? [];
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
}
