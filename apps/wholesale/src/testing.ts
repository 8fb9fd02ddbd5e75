/** What tests of the wholesaler share: places, an origin, and a client that speaks by hand. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import type { WholesalePlace } from "./places.ts";

const place = (more: Partial<WholesalePlace>): WholesalePlace => ({
  country: "US",
  countryName: "United States",
  state: "",
  stateCode: "",
  city: "",
  isp: "",
  asn: 0,
  exits: [],
  ...more,
});

/** Places with exits on loopback. */
export const testPlaces: readonly WholesalePlace[] = [
  place({
    state: "California",
    stateCode: "CA",
    city: "Los Angeles",
    isp: "Comcast",
    asn: 7018,
    ids: { state: "5332921", isp: "77" },
    exits: ["127.9.1.1", "127.9.1.2", "127.9.1.3"],
  }),
  place({
    state: "California",
    stateCode: "CA",
    city: "Sacramento",
    isp: "Comcast",
    asn: 7018,
    exits: ["127.9.2.1", "127.9.2.2"],
  }),
  place({
    country: "GB",
    countryName: "United Kingdom",
    state: "England",
    city: "London",
    isp: "BT",
    asn: 2856,
    exits: ["127.9.3.1", "127.9.3.2"],
  }),
];

/** A target that says who is calling, then repeats what it hears. */
export async function echoOrigin(): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write(`${socket.remoteAddress}\n`);
    socket.pipe(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A client's end; everything that it received is in `text`. */
export interface Client {
  socket: Socket;
  text(): string;
  bytes(): { sent: number; received: number };
  /** Resolves once the text matches; rejects after five seconds. */
  until(what: RegExp): Promise<string>;
}

/** Speaks on an open socket. */
export function clientOn(socket: Socket): Client {
  let text = "";
  socket.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
  socket.on("error", () => {});
  const until = (what: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${what} in ${text}`)), 5_000);
      const look = () => {
        if (!what.test(text)) return;
        clearTimeout(timer);
        socket.off("data", look);
        socket.off("close", look);
        resolve(text);
      };
      socket.on("data", look);
      socket.on("close", look);
      look();
    });
  const bytes = () => ({ sent: socket.bytesWritten, received: socket.bytesRead });
  return { socket, text: () => text, bytes, until };
}

/** Opens a connection and sends CONNECT. */
export async function connectThrough(
  proxy: { port: number; user: string; password: string },
  target: string,
): Promise<Client> {
  const socket = connect(proxy.port, "127.0.0.1");
  await once(socket, "connect");
  const client = clientOn(socket);
  socket.write(connectHead(proxy, target));
  return client;
}

export function connectHead(login: { user: string; password: string }, target: string): string {
  const credentials = Buffer.from(`${login.user}:${login.password}`).toString("base64");
  return `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`;
}
