/** Queries and options of a single socket, using preallocated memory. */
import { readAddress } from "./address.ts";
import * as kernel from "./kernel.ts";

const value = new Int32Array(2);
const valueBytes = new Int32Array(1);

/** Returns and clears the kernel's pending error of a socket; null for none. */
export function pendingErrorOf(calls: kernel.Kernel, fd: number): Error | null {
  const [level, name] = kernel.pendingError;
  valueBytes[0] = 4;
  calls.getsockopt(fd, level, name, value, valueBytes);
  return value[0] ? kernel.systemError(value[0], "the connection failed:") : null;
}

/** Bytes in the kernel that the other side has not acknowledged. */
export function queuedBytes(calls: kernel.Kernel, fd: number): number {
  return calls.ioctl(fd, kernel.unsentBytes, value) < 0 ? 0 : (value[0] ?? 0);
}

/** The address that a socket is bound to, canonical; empty if the kernel does not report it. */
export function localAddressOf(calls: kernel.Kernel, fd: number): string {
  const name = new Uint8Array(28);
  const failed = calls.getsockname(fd, name, new Int32Array([name.length])) < 0;
  return failed ? "" : readAddress(name).address;
}

export function setOption(
  calls: kernel.Kernel,
  fd: number,
  { option: [level, name], to }: { option: readonly [number, number]; to: number },
): void {
  value[0] = to;
  value[1] = 0;
  const bytes = name === kernel.linger[1] && level === kernel.linger[0] ? 8 : 4;
  calls.setsockopt(fd, level, name, value, bytes);
}

/** Copies bytes into memory of their own, so that they keep no larger buffer alive. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
