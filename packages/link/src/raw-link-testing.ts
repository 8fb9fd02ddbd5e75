/** For tests: a gateway's end of a link that reads and writes what a hostile program would. */
import { WebSocket } from "ws";
import { signProof } from "./proof.ts";

/** A link that a hostile program speaks itself; resolves when it is welcome. */
export async function rawLink(url: string, { id, privateKey }: { id: string; privateKey: string }) {
  const { host } = new URL(url);
  const socket = new WebSocket(`${url.replace("http", "ws")}/link`);
  socket.on("error", () => {});
  const answers: number[] = [];
  const welcome = Promise.withResolvers<void>();
  socket.on("message", (data: Buffer) => {
    const message = JSON.parse(data.toString("utf8")) as {
      challenge?: { nonce: string };
      welcome?: object;
      id?: number;
    };
    if (message.id !== undefined) answers.push(message.id);
    if (message.welcome) welcome.resolve();
    if (!message.challenge) return;
    const fields = { node: id, worker: 1, epoch: "raw", host, nonce: "n" };
    const signature = signProof({ ...fields, hubNonce: message.challenge.nonce }, privateKey);
    socket.send(JSON.stringify({ prove: { ...fields, protocol: 1, version: "0", signature } }));
  });
  const pings = setInterval(() => {
    if (socket.readyState === WebSocket.OPEN) socket.send('{"ping":1,"skewMs":0}');
  }, 500);
  socket.once("close", () => clearInterval(pings));
  await welcome.promise;
  return { socket, answers };
}
