/** A name server (RFC 1035 over UDP) that knows some names and never answers for others. */
import { createSocket, type Socket } from "node:dgram";

const typeA = 1;
const headBytes = 12;

export class DnsDouble {
  port = 0;
  /** Number of queries that were left unanswered. */
  silent = 0;
  #socket: Socket = createSocket("udp4");
  #address: Buffer;

  /** Names below `served.example.com` get this address; below `silent.example.com`, no answer. */
  constructor(address: string) {
    this.#address = Buffer.from(address.split(".").map(Number));
    this.#socket.on("error", () => {});
    this.#socket.on("message", (asked, { port, address: from }) => {
      const answer = this.#answer(asked);
      if (answer) this.#socket.send(answer, port, from);
    });
  }

  /** Listens on port 53 if permitted, so that the system's resolver can use it too. */
  async listen(): Promise<this> {
    this.port = await this.#bind(53).catch(() => this.#bind(0));
    return this;
  }

  stop(): void {
    this.#socket.close();
  }

  #bind(port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#socket.once("error", reject);
      this.#socket.bind(port, "127.0.0.1", () => resolve(this.#socket.address().port));
    });
  }

  #answer(asked: Buffer): Buffer | null {
    const { name, end } = nameAt(asked, headBytes);
    const type = asked.readUInt16BE(end);
    if (name.endsWith(".silent.example.com")) {
      this.silent += 1;
      return null;
    }
    const known = name.endsWith(".served.example.com");
    const found = known && type === typeA;
    const head = Buffer.alloc(headBytes);
    head.writeUInt16BE(asked.readUInt16BE(0), 0);
    // A response, recursion available; 3: no such name.
    head.writeUInt16BE(0x8180 | (known ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(found ? 1 : 0, 6);
    const question = asked.subarray(headBytes, end + 4);
    // A pointer to the queried name, type A, class IN, 60 s, 4 bytes.
    const record = Buffer.from([0xc0, headBytes, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4]);
    return Buffer.concat([head, question, ...(found ? [record, this.#address] : [])]);
  }
}

/** The name at this offset, in lower case, and where it ends. */
function nameAt(message: Buffer, from: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = from;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length).toLowerCase());
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}
