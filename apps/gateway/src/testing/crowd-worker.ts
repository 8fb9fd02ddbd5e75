/** A child process of `crowd.ts`: opens connections on request and reports how many are open. */
import { connect, type Socket } from "node:net";
import type { CrowdOrder } from "./crowd.ts";

const open = new Set<Socket>();
const atOnce = 50;

async function join({ port, from, count, says, host = "127.0.0.1" }: CrowdOrder): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const localAddress = from[next % from.length];
      next += 1;
      await new Promise<void>((resolve) => {
        const socket = connect({ port, host, ...(localAddress ? { localAddress } : {}) });
        socket.on("connect", () => {
          open.add(socket);
          if (says !== "") socket.write(says);
          resolve();
        });
        socket.on("error", () => {});
        socket.on("close", () => {
          open.delete(socket);
          resolve();
        });
        socket.resume();
      });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

process.on("message", (order: CrowdOrder) => {
  void join(order).then(() => process.send?.({ joined: true }));
});
setInterval(() => process.send?.({ open: open.size }), 50);
process.once("disconnect", () => process.exit(0));
