/** Streams through many ports: down through half of them, up through the others. */
import type { Socket } from "node:net";
import { answerParent } from "./process.ts";
import { openTunnel } from "./tunnel.ts";

export interface PortsJob {
  originPort: number;
  /** The first port with traffic; the next one is `every` numbers higher. */
  firstPort: number;
  every: number;
  busy: number;
  /** Tunnels per port. */
  streams: number;
}
export interface PortsState {
  /** Bytes received, one entry per downloading port. */
  down: number[];
  open: number;
  errors: number;
  firstError: string;
}

const floodBytes = 64 * 1024;
const piece = Buffer.alloc(floodBytes, 0x5a);
const state: PortsState = { down: [], open: 0, errors: 0, firstError: "" };
const sockets: Socket[] = [];

/** Keeps at most this much buffered, so that the generator stays small. */
function flood(socket: Socket, key: number): void {
  socket.write(`sink ${key}\n`);
  const pump = () => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(pump));
  };
  pump();
}

function begin({ originPort, firstPort, every, busy, streams }: PortsJob): void {
  state.down = Array.from({ length: Math.ceil(busy / 2) }, () => 0);
  for (let at = 0; at < busy * streams; at += 1) {
    const which = at % busy;
    const place = which >> 1;
    const route = { protocol: "connect", port: firstPort + which * every, originPort } as const;
    const open = (socket: Socket) => {
      state.open += 1;
      if (which % 2 === 0) socket.write("flood 0\n");
      else flood(socket, place);
    };
    const data = (chunk: Buffer) => {
      state.down[place] = (state.down[place] ?? 0) + chunk.length;
    };
    const closed = (error: Error | null) => {
      if (error === null) return;
      state.errors += 1;
      state.firstError ||= error.message;
    };
    sockets.push(openTunnel(route, { open, data, closed }));
  }
}

answerParent({
  begin,
  read: () => state,
  end: () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  },
});
