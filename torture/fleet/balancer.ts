/** A TCP balancer for tests: distributes connections in turn, and can cut or delay all of them. */
import { connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
  client: Socket;
  backend: Socket;
}

export class Balancer {
  port = 0;
  #backends: number[];
  #server: Server;
  #pairs = new Set<Pair>();
  #turn = 0;
  #cut = false;
  #delayMs = 0;

  /** `backends`: ports of 127.0.0.1; one that refuses a connection is skipped. */
  constructor(backends: number[]) {
    this.#backends = backends;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      client.on("error", () => client.destroy());
      this.#turn += 1;
      this.#pass(client, this.#turn, this.#backends.length);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    this.port = (this.#server.address() as { port: number }).port;
    return this;
  }

  /** Drops all bytes in both directions without closing anything, like a lost route. */
  cut(): void {
    this.#cut = true;
    for (const { client, backend } of this.#pairs) {
      client.pause();
      backend.pause();
    }
  }

  /** Resets earlier connections, like a router that lost its state; new ones pass. */
  heal(): void {
    this.#cut = false;
    for (const pair of this.#pairs) this.#end(pair);
  }

  /** Delays every byte by this time in each direction. */
  delay(ms: number): void {
    this.#delayMs = ms;
  }

  async stop(): Promise<void> {
    for (const pair of this.#pairs) this.#end(pair);
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #pass(client: Socket, turn: number, tries: number): void {
    const port = this.#backends[turn % this.#backends.length] ?? 0;
    const backend = connect({ host: "127.0.0.1", port, allowHalfOpen: true, noDelay: true });
    backend.once("connect", () => this.#join({ client, backend }));
    backend.on("error", () => {
      if (backend.connecting || backend.bytesRead + backend.bytesWritten > 0) client.destroy();
      else if (tries > 1) this.#pass(client, turn + 1, tries - 1);
      else client.destroy();
    });
  }

  #join(pair: Pair): void {
    this.#pairs.add(pair);
    this.#copy(pair, pair.client, pair.backend);
    this.#copy(pair, pair.backend, pair.client);
    if (!this.#cut) return;
    pair.client.pause();
    pair.backend.pause();
  }

  #copy(pair: Pair, from: Socket, to: Socket): void {
    const later = (act: () => void) => {
      if (this.#delayMs === 0) act();
      else setTimeout(act, this.#delayMs);
    };
    from.on("data", (chunk: Buffer) => later(() => !to.destroyed && to.write(chunk)));
    from.on("end", () => later(() => to.end()));
    from.on("close", () => {
      if (!this.#cut) this.#end(pair);
    });
  }

  #end(pair: Pair): void {
    this.#pairs.delete(pair);
    pair.client.destroy();
    pair.backend.destroy();
  }
}
