/** What is asked of one socket, in memory that is used again. */
import { readAddress } from "./address.ts";
import * as kernel from "./kernel.ts";

const value = new Int32Array(2);
const valueBytes = new Int32Array(1);

/** The error that the kernel keeps for a socket; null for none. Forgotten when asked. */
export function pendingErrorOf(calls: kernel.Kernel, fd: number): Error | null {
  const [level, name] = kernel.pendingError;
  valueBytes[0] = 4;
  calls.getsockopt(fd, level, name, value, valueBytes);
  return value[0] ? kernel.systemError(value[0], "the connection failed:") : null;
}

/** Bytes that the kernel has taken and the other side has not. */
export function queuedBytes(calls: kernel.Kernel, fd: number): number {
  return calls.ioctl(fd, kernel.unsentBytes, value) < 0 ? 0 : (value[0] ?? 0);
}

/** The address that a socket is bound to, canonical; empty where the kernel does not tell. */
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

/** In memory that keeps nothing else alive. */
export function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}
