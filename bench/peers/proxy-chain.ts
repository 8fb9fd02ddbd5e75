/** proxy-chain, with a password; its own traffic statistics are read when a connection ends. */
import { Server } from "proxy-chain";
import { password as passwordOfBench, servePeer, user } from "./peer.ts";

let carried = 0;

servePeer(async ({ exits, farPort = null }) => {
  const [localAddress] = exits.length === 1 ? exits : [];
  const server = new Server({
    port: 0,
    host: "127.0.0.1",
    prepareRequestFunction: ({ username, password }) => ({
      requestAuthentication: username !== user || password !== passwordOfBench,
      ...(localAddress ? { localAddress } : {}),
      ...(farPort === null
        ? {}
        : { upstreamProxyUrl: `http://${user}:${passwordOfBench}@127.0.0.1:${farPort}` }),
    }),
  });
  server.on("connectionClosed", ({ stats }) => {
    carried += (stats?.srcTxBytes ?? 0) + (stats?.srcRxBytes ?? 0);
  });
  await server.listen();
  return { port: server.port };
});
