/** An upstream proxy: whatever address is asked for, its tunnels lead to one port of loopback. */
import { connect, createServer, type Server, type Socket } from "node:net";

export class Upstream {
  port = 0;
  #server: Server;
  #open = new Set<Socket>();

  constructor(targetPort: number) {
    this.#server = createServer({ noDelay: true }, (socket) => {
      this.#follow(socket);
      let head = "";
      const hear = (chunk: Buffer) => {
        head += chunk.toString("latin1");
        if (!head.includes("\r\n\r\n")) return;
        socket.off("data", hear);
        const target = connect({ port: targetPort, host: "127.0.0.1", noDelay: true }, () => {
          socket.write("HTTP/1.1 200 OK\r\n\r\n");
          socket.pipe(target).pipe(socket);
        });
        this.#follow(target);
        target.on("close", () => socket.destroy());
        socket.on("close", () => target.destroy());
      };
      socket.on("data", hear);
    });
  }

  listen(): Promise<this> {
    return new Promise((resolve) => {
      this.#server.listen(0, "127.0.0.1", () => {
        this.port = (this.#server.address() as { port: number }).port;
        resolve(this);
      });
    });
  }

  stop(): void {
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  #follow(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => this.#open.delete(socket));
  }
}
