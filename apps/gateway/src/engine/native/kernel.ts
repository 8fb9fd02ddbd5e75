/**
 * System calls through koffi. Every argument is a 32-bit integer or memory that the caller owns:
 * 64-bit integers would become BigInts, which makes a call several times as expensive.
 */
import { createRequire } from "node:module";
import { getSystemErrorName } from "node:util";
import { isMainThread } from "node:worker_threads";

type Memory = Uint8Array | Int32Array;

/** Each method returns what the C function of that name does; if it is negative, see `errno`. */
export interface Kernel {
  epollCreate(flags: number): number;
  epollCtl(ep: number, op: number, fd: number, event: Int32Array): number;
  epollWait(ep: number, events: Int32Array, most: number, timeoutMs: number): number;
  socket(family: number, type: number, protocol: number): number;
  socketpair(family: number, type: number, protocol: number, into: Int32Array): number;
  bind(fd: number, address: Memory, bytes: number): number;
  listen(fd: number, backlog: number): number;
  accept(fd: number, address: Memory, bytes: Int32Array, flags: number): number;
  connect(fd: number, address: Memory, bytes: number): number;
  getsockname(fd: number, address: Memory, bytes: Int32Array): number;
  getsockopt(fd: number, level: number, name: number, value: Memory, bytes: Int32Array): number;
  setsockopt(fd: number, level: number, name: number, value: Memory, bytes: number): number;
  recv(fd: number, into: Memory, bytes: number, flags: number): number;
  send(fd: number, from: Memory, bytes: number, flags: number): number;
  /** Moves bytes from a socket into a pipe, or from a pipe into a socket. */
  splice(from: number, to: number, bytes: number): number;
  pipe(into: Int32Array, flags: number): number;
  fcntl(fd: number, command: number, value: number): number;
  ioctl(fd: number, request: number, into: Int32Array): number;
  shutdown(fd: number, how: number): number;
  close(fd: number): number;
  /** Blocks the thread for this many microseconds. */
  usleep(us: number): number;
  errno(): number;
  /** The descriptor that becomes readable when Node's own event loop has work. */
  nodeLoop: number;
  /**
   * Returns the milliseconds until Node's next timer, as of the loop's current turn; infinite
   * without one. Null as long as that timer was not found.
   */
  nextTimerMs: () => number | null;
}

type Koffi = typeof import("koffi");
type Library = ReturnType<Koffi["load"]>;

const spliceMove = 1;
const spliceNonBlocking = 2;

/** Returns null if the calls are unavailable: not Linux, in a worker thread, or without koffi. */
export function openKernel(): Kernel | null {
  if (process.platform !== "linux" || !isMainThread) return null;
  if (process.arch !== "x64" && process.arch !== "arm64") return null;
  try {
    return bindKernel();
  } catch {
    return null;
  }
}

function bindKernel(): Kernel {
  const koffi = createRequire(import.meta.url)("koffi") as Koffi;
  const libc = koffi.load(null);
  const splice = libc.func("int splice(int, int, int, int, int, uint)");
  const loop = libc.func("void *uv_default_loop()")();
  return {
    epollCreate: libc.func("int epoll_create1(int)"),
    epollCtl: libc.func("int epoll_ctl(int, int, int, void *)"),
    epollWait: libc.func("int epoll_wait(int, void *, int, int)"),
    socket: libc.func("int socket(int, int, int)"),
    socketpair: libc.func("int socketpair(int, int, int, void *)"),
    bind: libc.func("int bind(int, void *, int)"),
    listen: libc.func("int listen(int, int)"),
    accept: libc.func("int accept4(int, void *, void *, int)"),
    connect: libc.func("int connect(int, void *, int)"),
    getsockname: libc.func("int getsockname(int, void *, void *)"),
    getsockopt: libc.func("int getsockopt(int, int, int, void *, void *)"),
    setsockopt: libc.func("int setsockopt(int, int, int, void *, int)"),
    recv: libc.func("int recv(int, void *, int, int)"),
    send: libc.func("int send(int, void *, int, int)"),
    splice: (from, to, bytes) => splice(from, 0, to, 0, bytes, spliceMove | spliceNonBlocking),
    pipe: libc.func("int pipe2(void *, int)"),
    fcntl: libc.func("int fcntl(int, int, int)"),
    ioctl: libc.func("int ioctl(int, int, void *)"),
    shutdown: libc.func("int shutdown(int, int)"),
    close: libc.func("int close(int)"),
    usleep: libc.func("int usleep(uint)"),
    errno: koffi.errno as () => number,
    nodeLoop: libc.func("int uv_backend_fd(void *)")(loop) as number,
    nextTimerMs: timerOf(koffi, libc, loop),
  };
}

/** `UV_TIMER` of libuv's `uv_handle_type`. */
const timerType = 13;
const soonMs = 2;
const mostSearches = 20;

/**
 * Finds the one libuv timer with which Node runs all of its own timers, as the one that is due when
 * a new Node timer is. V8 has other timers, which may fire late: if one of them is due, too, the
 * next call searches again.
 */
function timerOf(koffi: Koffi, own: Library, loop: unknown): Kernel["nextTimerMs"] {
  const typeOf = own.func("int uv_handle_get_type(void *)");
  const isActive = own.func("int uv_is_active(void *)");
  // The result has 64 bits; Node's timers use only 31 of them.
  const dueInMs = own.func("int uv_timer_get_due_in(void *)");
  const each = koffi.proto("void", ["void *", "void *"]);
  const walk = own.func("uv_walk", "void", ["void *", koffi.pointer(each), "void *"]);
  const search = () => {
    const found: unknown[] = [];
    const soon = setTimeout(() => {}, soonMs);
    walk(
      loop,
      (handle: unknown) => {
        if (typeOf(handle) !== timerType || isActive(handle) === 0) return;
        if (dueInMs(handle) <= soonMs + 1) found.push(handle);
      },
      null,
    );
    clearTimeout(soon);
    return found.length === 1 ? found[0] : undefined;
  };
  let timer: unknown;
  let searches = 0;
  return () => {
    if (timer === undefined && searches < mostSearches) {
      searches += 1;
      timer = search();
    }
    if (timer === undefined) return null;
    return isActive(timer) === 0 ? Number.POSITIVE_INFINITY : dueInMs(timer);
  };
}

/** Linux constants, the same on x64 and arm64 (`include/uapi`). */
export const eagain = 11;
export const ealready = 114;
export const einprogress = 115;
export const einvalid = 22;
export const etimedout = 110;
export const afInet = 2;
export const afInet6 = 10;
export const streamNonBlocking = 1 | 0o4000 | 0o2000000;
export const nonBlocking = 0o4000 | 0o2000000;
export const noSignal = 0x4000;
export const shutWrite = 1;
/** Socket options as `[level, name]`. */
export const reuseAddress = [1, 2] as const;
export const pendingError = [1, 4] as const;
export const sendBuffer = [1, 7] as const;
export const receiveBuffer = [1, 8] as const;
export const linger = [1, 13] as const;
export const reusePort = [1, 15] as const;
export const noDelay = [6, 1] as const;
/** The most bytes that a socket accepts before it can send them; -1 for no limit. */
export const unsentLimit = [6, 25] as const;
export const bindNoPort = [0, 24] as const;
export const ipv6Only = [41, 26] as const;
export const ipv6FreeBind = [41, 78] as const;
export const setPipeSize = 1_031;
export const unsentBytes = 0x5411;

/** Creates an error like Node's own, with the error name as `code`. */
export function systemError(errno: number, what: string): Error {
  const code = getSystemErrorName(-errno);
  return Object.assign(new Error(`${what} ${code}`), { code, errno: -errno, syscall: what });
}
