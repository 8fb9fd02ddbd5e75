/** SOCKS5 with user and password (RFC 1928, RFC 1929), the server's side. */
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";

export interface SocksTarget {
  host: string;
  port: number;
}
/** Returns what to do with a target: a reply number, silence, nothing (`taken`), or an open one. */
export type SocksServe = (
  login: { user: string; password: string },
  target: SocksTarget,
) => Promise<Duplex | number | "silent" | "taken">;
export type SocksAdmit = (login: { user: string; password: string }) => boolean;

/** Reads exactly as many bytes as are asked for; rejects if the client goes. */
class Inbox {
  #socket: Socket;
  constructor(socket: Socket) {
    this.#socket = socket;
  }

  async take(count: number): Promise<Buffer> {
    for (;;) {
      const bytes = this.#socket.read(count) as Buffer | null;
      if (bytes !== null && bytes.length === count) return bytes;
      if (bytes !== null || this.#socket.readableEnded || this.#socket.destroyed) {
        throw new Error("the client is gone");
      }
      await new Promise<void>((resolve) => {
        const wake = () => {
          for (const event of ["readable", "end", "close"]) this.#socket.off(event, wake);
          resolve();
        };
        for (const event of ["readable", "end", "close"]) this.#socket.once(event, wake);
      });
    }
  }
}

/** Speaks with one client. Never rejects. */
export async function serveSocks(
  socket: Socket,
  admit: SocksAdmit,
  serve: SocksServe,
): Promise<void> {
  try {
    const inbox = new Inbox(socket);
    const login = await greet(socket, inbox, admit);
    if (login === null) return void socket.end();
    const target = await requested(inbox);
    const opened = await serve(login, target);
    if (opened === "taken") return;
    if (opened === "silent") return void socket.destroy();
    const reply = typeof opened === "number" ? opened : 0;
    socket.write(Buffer.from([5, reply, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (typeof opened === "number") return void socket.end();
    opened.pipe(socket);
    socket.pipe(opened);
  } catch {
    socket.destroy();
  }
}

async function greet(socket: Socket, inbox: Inbox, admit: SocksAdmit) {
  const [version, count = 0] = await inbox.take(2);
  const methods = await inbox.take(count);
  if (version !== 5 || !methods.includes(2)) {
    socket.write(Buffer.from([5, 255]));
    return null;
  }
  socket.write(Buffer.from([5, 2]));
  const [, userLength = 0] = await inbox.take(2);
  const user = (await inbox.take(userLength)).toString("latin1");
  const [passwordLength = 0] = await inbox.take(1);
  const password = (await inbox.take(passwordLength)).toString("latin1");
  const login = { user, password };
  const admitted = admit(login);
  socket.write(Buffer.from([1, admitted ? 0 : 1]));
  return admitted ? login : null;
}

async function requested(inbox: Inbox): Promise<SocksTarget> {
  const [version, command, , type] = await inbox.take(4);
  if (version !== 5 || command !== 1) throw new Error("no CONNECT");
  const host = await hostOf(type ?? 0, inbox);
  return { host, port: (await inbox.take(2)).readUInt16BE(0) };
}

async function hostOf(type: number, inbox: Inbox): Promise<string> {
  if (type === 1) return (await inbox.take(4)).join(".");
  if (type === 3) {
    const [length = 0] = await inbox.take(1);
    return (await inbox.take(length)).toString("latin1");
  }
  const bytes = await inbox.take(16);
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2).toString(16));
  return groups.join(":");
}
