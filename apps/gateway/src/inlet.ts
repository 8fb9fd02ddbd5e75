/**
 * A socket whose bytes arrive in a buffer that it owns, small while idle, growing with its speed.
 *
 *     kernel ─▶ own buffer ─▶ receive(chunk) ─▶ true: buffer free · false: wait for resume()
 *
 * Stock `data` handlers make a fresh 64 kB buffer for each read (quality §6). The buffer is never
 * shared between sockets: Node asks for the next one right after each read.
 */
import {
  connect,
  type Server,
  Socket,
  type SocketConstructorOpts,
  type TcpNetConnectOpts,
} from "node:net";

const sizes = [4_096, 16_384, 65_536, 262_144] as const;
const mostFree = [2_048, 512, 128, 32] as const;
/** So many reads in a row that fill a fraction of the buffer make it smaller. */
const smallReads = 64;
const free: Buffer[][] = sizes.map(() => []);

function takeBuffer(size: number): Buffer {
  return free[size]?.pop() ?? Buffer.allocUnsafeSlow(sizes[size] ?? 4_096);
}
function giveBuffer(size: number, buffer: Buffer): void {
  const list = free[size];
  if (list && list.length < (mostFree[size] ?? 0)) list.push(buffer);
}

/** Takes bytes; they are the socket's own memory, free to be overwritten once it answers true. */
export type Receive = (chunk: Uint8Array) => boolean;

/** Node's handle, as far as this gateway looks at it; every use of it can do without. */
interface Handle {
  useUserBuffer?(buffer: Uint8Array): void;
  setNoDelay?(on: boolean): void;
  writeQueueSize?: number;
}
interface ListeningHandle {
  onconnection?: (error: number, handle: Handle | undefined) => void;
}

export class Inlet {
  socket: Socket;
  receive: Receive = () => false;
  /** Called once when the peer has sent all it will send. */
  onEnd: () => void = () => {};
  /** Called once, after everything else, with the error if there was one. */
  onClose: (error: Error | null) => void = () => {};
  /** The peer has sent all it will send. */
  ended = false;
  /** Bytes received, to tell who is idle. */
  received = 0;
  #size = 0;
  #buffer = takeBuffer(0);
  #small = 0;
  /** Not reading: at first, after `pause`, or because `receive` still holds the buffer. */
  #paused = true;
  #resumed = false;
  #error: Error | null = null;

  /** `make` gets what Node's sockets take as `onread`. */
  constructor(
    make: (onread: {
      buffer: () => Uint8Array;
      callback: (bytes: number, buffer: Uint8Array) => boolean;
    }) => Socket,
  ) {
    this.socket = make({
      buffer: () => this.#buffer,
      callback: (bytes) => this.#read(bytes),
    });
    this.socket.on("end", () => {
      this.ended = true;
      this.onEnd();
    });
    this.socket.on("error", (error) => {
      this.#error ??= error;
    });
    this.socket.on("close", () => {
      // What is still being written from it elsewhere keeps it alive; it is not given to others.
      if (!this.#paused) giveBuffer(this.#size, this.#buffer);
      this.#buffer = empty;
      this.onClose(this.#error);
    });
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  /** Reads on after `receive` answered false, or after `pause`. */
  resume(): void {
    this.#paused = false;
    this.#resumed = true;
    this.socket.resume();
  }

  pause(): void {
    this.#paused = true;
    this.#resumed = false;
    this.socket.pause();
  }

  /** Bytes that the kernel has not taken yet of what was written. */
  unsent(): number {
    const handle = handleOf(this.socket);
    return handle?.writeQueueSize ?? this.socket.writableLength;
  }

  /** An idle socket keeps the smallest buffer alone. Only between reads, with nothing held of it. */
  shrink(): void {
    const handle = handleOf(this.socket);
    if (this.#size === 0 || this.#paused || !handle?.useUserBuffer) return;
    this.#replace(0);
    handle.useUserBuffer(this.#buffer);
  }

  #read(bytes: number): boolean {
    this.received += bytes;
    const buffer = this.#buffer;
    this.#resumed = false;
    // Who resumed meanwhile needs the chunk no more.
    const goesOn = this.receive(buffer.subarray(0, bytes)) || this.#resumed;
    if (!goesOn) this.#paused = true;
    else if (this.#buffer === buffer) this.#fit(bytes);
    return goesOn;
  }

  /** The buffer is free now: Node asks for the next one when this read returns. */
  #fit(bytes: number): void {
    const size = sizes[this.#size] ?? 0;
    if (bytes === size && this.#size < sizes.length - 1) this.#replace(this.#size + 1);
    else if (bytes * 8 > size) this.#small = 0;
    else if (this.#size > 0 && ++this.#small > smallReads) this.#replace(this.#size - 1);
  }

  #replace(size: number): void {
    giveBuffer(this.#size, this.#buffer);
    this.#size = size;
    this.#small = 0;
    this.#buffer = takeBuffer(size);
  }
}
const empty = Buffer.alloc(0);

function handleOf(socket: Socket): Handle | null {
  return (socket as unknown as { _handle?: Handle | null })._handle ?? null;
}

/** A connection that is being opened; nothing is read until `receive` is set and `resume` called. */
export function connectInlet(options: TcpNetConnectOpts): Inlet {
  return new Inlet((onread) => {
    const socket = connect({ ...options, allowHalfOpen: true, onread });
    socket.setNoDelay(true);
    socket.pause();
    return socket;
  });
}

/**
 * Calls `came` with each connection that `server` accepts from now on (it listens already). Servers
 * take no `onread`, so sockets are made here from what the kernel hands over; where that cannot be
 * had, stock reads serve. The server needs `pauseOnConnect`, `allowHalfOpen` and `noDelay`.
 */
export function acceptInlets(server: Server, came: (inlet: Inlet) => void): void {
  const { _handle: listening } = server as unknown as { _handle?: ListeningHandle | null };
  if (typeof listening?.onconnection !== "function") {
    server.on("connection", (socket) => came(stockInlet(socket)));
    return;
  }
  listening.onconnection = (error, handle) => {
    if (error || !handle) return;
    handle.setNoDelay?.(true);
    came(
      new Inlet((onread) => {
        const options = { handle, allowHalfOpen: true, pauseOnCreate: true, onread };
        return new Socket(options as unknown as SocketConstructorOpts);
      }),
    );
  };
}

function stockInlet(socket: Socket): Inlet {
  const inlet = new Inlet(() => socket);
  socket.on("data", (chunk) => {
    inlet.received += chunk.length;
    if (!inlet.receive(chunk as Buffer)) inlet.pause();
  });
  socket.pause();
  return inlet;
}
