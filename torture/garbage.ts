/** Collects garbage in a running Node process, so that its memory is what it really uses. */
import { once } from "node:events";
import { type RunningProduct } from "../journeys/product.ts";
import { waitFor } from "@turnpike/net/testing/wait-for.ts";

/** URL of each process's inspector, by pid. */
const inspectors = new Map<number, string>();

/** For the product's environment: the inspector of each process takes a free port. */
export const inspectable = { NODE_OPTIONS: "--inspect-port=0" };

async function inspectorOf(product: RunningProduct, pid: number): Promise<string> {
  const known = inspectors.get(pid);
  if (known !== undefined) return known;
  const before = product.output().length;
  process.kill(pid, "SIGUSR1");
  const url = await waitFor("the inspector listens", () => {
    return /Debugger listening on (ws:\/\/\S+)/.exec(product.output().slice(before))?.[1];
  });
  inspectors.set(pid, url);
  return url;
}

/** Collects garbage. @throws if the process is gone, or was started without `inspectable` */
export async function collectGarbage(product: RunningProduct, pid: number): Promise<void> {
  const socket = new WebSocket(await inspectorOf(product, pid));
  await once(socket, "open");
  socket.send(JSON.stringify({ id: 1, method: "HeapProfiler.collectGarbage" }));
  await once(socket, "message");
  socket.close();
}
