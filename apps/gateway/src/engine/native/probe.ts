/** Some kernels, and some walls around containers, know these calls by name alone: tried once. */
import { type Kernel, nonBlocking, noSignal, streamNonBlocking } from "./kernel.ts";

const unixFamily = 1;
const word = Buffer.from("splice");

/** Whether bytes really go from a socket through a pipe into a socket. */
export function canSplice(kernel: Kernel): boolean {
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
