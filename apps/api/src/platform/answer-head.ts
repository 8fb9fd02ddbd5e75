/**
 * What others' servers send before their answer: interim answers (1xx), empty lines. Node reads it as
 * long as it comes, so that whoever pours it takes the thread until the time of the request is over.
 */
import type { ClientRequest } from "node:http";

/** Four times what a head may have. */
const MOST_BYTES = 64 * 1024;

/** Ends a request whose server sends more than that before the end of its answer's head. */
export function boundHead(request: ClientRequest, error = new Error("no final answer")): void {
  request.once("socket", (socket) => {
    let bytes = 0;
    const count = (part: Buffer) => {
      bytes += part.length;
      if (bytes > MOST_BYTES) request.destroy(error);
    };
    socket.on("data", count);
    const isOver = () => void socket.off("data", count);
    request.once("response", isOver).once("connect", isOver);
  });
}
