/** A client that opens a connection and says as much as a test wants. */
import { connect } from "node:net";

/** Opens a connection that says `words` and nothing more; `ended` once the server ended it. */
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
