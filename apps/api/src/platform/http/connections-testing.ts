/** A client that opens a connection and sends only what a test specifies. */
import { connect } from "node:net";

/** Opens a connection and sends only `words`; `ended` is set once the server has closed it. */
export function open(url: string, localAddress: string, words = "") {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), localAddress });
  const state = { socket, ended: false, text: "" };
  socket.on("error", () => undefined);
  socket.on("data", (part) => (state.text += part.toString("latin1")));
  socket.on("close", () => (state.ended = true));
  if (words !== "") socket.write(words);
  return state;
}
