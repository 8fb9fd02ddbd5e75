/** The engine for Linux: uses system calls directly; relayed bytes stay in the kernel. */
import * as kernel from "./kernel.ts";
import { Socket } from "node:net";
import { CopiedRelay } from "../portable/copied-relay.ts";
import type { Shared as PeersShared } from "../portable/peer.ts";
import { secureSocket, secureTargetSocket } from "../portable/secure.ts";
import { openSendQueues } from "../portable/send-queues.ts";
import {
  backlog,
  type Dial,
  type Engine,
  type ListenAt,
  type Listening,
  type Peer,
} from "../engine.ts";
import { readAddress, writeAddress } from "./address.ts";
import { Listener } from "./listener.ts";
import { Loop } from "./loop.ts";
import { NativePeer } from "./peer.ts";
import { Pipes } from "./pipes.ts";
import { setOption } from "./socket-calls.ts";
import { unprovenUnsentBytes } from "./spliced-direction.ts";
import { Scratch, type Shared } from "./scratch.ts";
import { SplicedRelay } from "./spliced-relay.ts";
import { type Kernel, nonBlocking, noSignal, streamNonBlocking } from "./kernel.ts";

/** Some kernels and container sandboxes define these calls but reject them, so one is tried. */
const unixFamily = 1;
const word = Buffer.from("splice");

/** Whether bytes can really be spliced from a socket through a pipe into a socket. */
function canSplice(kernel: Kernel): boolean {
  const [one = -1, other = -1] = pairOf((into) =>
    kernel.socketpair(unixFamily, streamNonBlocking, 0, into),
  );
  const [from = -1, to = -1] = pairOf((into) => kernel.pipe(into, nonBlocking));
  const back = Buffer.alloc(word.length);
  const came =
    kernel.send(one, word, word.length, noSignal) === word.length &&
    kernel.splice(other, to, word.length) === word.length &&
    kernel.splice(from, other, word.length) === word.length &&
    kernel.recv(one, back, back.length, 0) === word.length;
  for (const fd of [one, other, from, to]) if (fd >= 0) kernel.close(fd);
  return came && back.equals(word);
}

function pairOf(make: (into: Int32Array) => number): Int32Array {
  const pair = new Int32Array([-1, -1]);
  make(pair);
  return pair;
}

/** The most pipes for tunnels that move bytes at one time; beyond that, bytes are copied. */
export const maxPipes = 512;
/** Options for a Node socket created from a descriptor. */
const nodeSocket = { readable: true, writable: true, allowHalfOpen: true, pauseOnCreate: true };
const kernelBuffers = [kernel.receiveBuffer, kernel.sendBuffer];

/**
 * Opens the engine; null if the system calls are unavailable. `onError` gets the exceptions of
 * peers' listeners; each closes only its own peer.
 */
export function openNativeEngine(
  onError: (error: unknown) => void,
  pipesMost = maxPipes,
): Engine | null {
  const calls = kernel.openKernel();
  if (calls === null || !canSplice(calls)) return null;
  const loop = new Loop(calls, onError);
  const shared: Shared = { loop, kernel: calls, scratch: new Scratch() };
  const nodes: PeersShared = { onError, queues: openSendQueues() };
  const pipes = new Pipes(calls, Math.min(pipesMost, maxPipes));
  return {
    name: "native",
    listen: async (at, onClient) => listen(shared, at, onClient),
    connect: (to, done) => dial(shared, to, done),
    secure: (client, options, done) => {
      if (!(client instanceof NativePeer)) throw new Error("this peer is another engine's");
      client.pause();
      loop.later(() => {
        if (client.closed) return done(null);
        const socket = new Socket({ fd: detachDescriptor(loop, client), ...nodeSocket });
        done(secureSocket(nodes, { client, socket }, options));
      });
    },
    secureTarget: (peer, to, done) => {
      if (!(peer instanceof NativePeer)) throw new Error("this peer is another engine's");
      loop.later(() => {
        if (peer.closed) return done(new Error("closed before TLS"));
        const { address } = peer;
        const socket = new Socket({ fd: detachDescriptor(loop, peer), ...nodeSocket });
        secureTargetSocket(nodes, { socket, address }, to, done);
      });
    },
    relay: (options) => {
      const { client, target } = options;
      // A TLS client is a Node socket, so its bytes are copied.
      if (!(client instanceof NativePeer && target instanceof NativePeer)) {
        for (const peer of [client, target]) if (peer instanceof NativePeer) peer.reuses = true;
        return new CopiedRelay(options);
      }
      return new SplicedRelay(shared, pipes, { ...options, client, target });
    },
  };
}

/** Detaches a peer's descriptor for another owner. The peer is closed without calling anyone. */
function detachDescriptor(loop: Loop, peer: NativePeer): number {
  const { fd } = peer;
  loop.release(peer);
  peer.fd = -1;
  return fd;
}

function listen(shared: Shared, at: ListenAt, onClient: (client: Peer) => void): Listening {
  const calls = shared.kernel;
  const address = writeAddress(at.host === "localhost" ? "127.0.0.1" : at.host, at.port);
  if (address === null) throw new Error(`HOST has to be an address: ${at.host}`);
  const family = address.length === 16 ? kernel.afInet : kernel.afInet6;
  const fd = calls.socket(family, kernel.streamNonBlocking, 0);
  if (fd < 0) throw kernel.systemError(calls.errno(), "socket");
  const sharing = at.exclusive ? [] : [kernel.reusePort];
  const onlyIpv6 = at.ipv6Only ? [kernel.ipv6Only] : [];
  const set = (option: readonly [number, number], to: number) =>
    setOption(calls, fd, { option, to });
  const flags = [kernel.reuseAddress, kernel.noDelay, ...sharing, ...onlyIpv6];
  for (const flag of flags) set(flag, 1);
  set(kernel.unsentLimit, unprovenUnsentBytes);
  // Accepted sockets inherit these; set later, they could not raise the negotiated window scale.
  if (at.buffers?.kernel !== undefined) {
    for (const buffer of kernelBuffers) set(buffer, at.buffers.kernel);
  }
  const bound = calls.bind(fd, address, address.length);
  if (bound < 0 || calls.listen(fd, backlog) < 0) {
    const error = kernel.systemError(calls.errno(), `listen ${at.host}:${at.port}`);
    calls.close(fd);
    throw error;
  }
  const name = new Uint8Array(28);
  calls.getsockname(fd, name, new Int32Array([name.length]));
  const listener = new Listener(shared, fd, {
    limiter: at.limiter,
    read: at.buffers?.read,
    onClient,
  });
  return { port: readAddress(name).port, stop: () => listener.stop() };
}

function dial(shared: Shared, to: Dial, done: (opened: Peer | Error) => void): void {
  const calls = shared.kernel;
  const family = to.address.includes(":") ? kernel.afInet6 : kernel.afInet;
  const fd = calls.socket(family, kernel.streamNonBlocking, 0);
  if (fd < 0) return done(kernel.systemError(calls.errno(), "socket"));
  const { buffers } = to;
  const peer = new NativePeer(shared, fd, to.address, buffers?.read);
  peer.setOption(kernel.noDelay, 1);
  peer.setOption(kernel.unsentLimit, unprovenUnsentBytes);
  if (buffers?.kernel !== undefined) {
    for (const each of kernelBuffers) peer.setOption(each, buffers.kernel);
  }
  const unbound = bindLocalAddress(shared, peer, to);
  const failed = unbound ?? startConnect(shared, fd, to);
  if (failed === 0) return done(peer);
  if (failed !== kernel.einprogress) {
    peer.destroy();
    return done(kernel.systemError(failed, unbound === null ? "connect" : "bind"));
  }
  let over = false;
  const finish = (error: Error | null) => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    if (error) peer.destroy();
    done(error ?? peer);
  };
  const late = () => finish(kernel.systemError(kernel.etimedout, "connect"));
  const timer = setTimeout(late, to.timeoutMs);
  peer.opening(finish);
}

/** Starts to connect; returns 0 if the connection is open, otherwise the error number. */
function startConnect({ kernel: calls }: Shared, fd: number, { address, port }: Dial): number {
  const bytes = writeAddress(address, port);
  if (bytes === null) return kernel.einvalid;
  if (calls.connect(fd, bytes, bytes.length) === 0) return 0;
  const errno = calls.errno();
  if (errno !== kernel.einprogress) return errno;
  // On this machine the handshake is done by now; a second call is cheaper than waiting for it.
  if (calls.connect(fd, bytes, bytes.length) === 0) return 0;
  const again = calls.errno();
  return again === kernel.ealready ? kernel.einprogress : again;
}

/** Binds the local address, if any; returns the error number or null. */
function bindLocalAddress({ kernel: calls }: Shared, peer: NativePeer, to: Dial): number | null {
  if (to.localAddress === undefined) return null;
  const bytes = writeAddress(to.localAddress, 0);
  if (bytes === null) return kernel.einvalid;
  // The kernel picks the port at connect time, by the full 4-tuple, so that ports do not run out
  // early and the search stays short (spec/quality#exit-address-trap).
  peer.setOption(kernel.bindNoPort, 1);
  if (to.freeBind) peer.setOption(kernel.ipv6FreeBind, 1);
  return calls.bind(peer.fd, bytes, bytes.length) < 0 ? calls.errno() : null;
}
