/** What the stages of sold ports share: a hub, an origin, a gateway, and what clients see there. */
import type { RunningGateway } from "../serve.ts";
import type { httpOrigin } from "./origin.ts";
import { basic, Client, connectTo, type Endpoint, eventually, socksTo } from "./test-gateway.ts";
import type { TestHub } from "./test-hub.ts";

/** What a customer sends. */
export interface Login {
  user?: string;
  password?: string;
  from?: string;
  /** More header fields, each including its line end. */
  more?: string;
}
export interface StageParts {
  hub: TestHub;
  origin: Awaited<ReturnType<typeof httpOrigin>>;
  gateway: RunningGateway;
}

const seenIp = (text: string) => /"ip":"([^"]+)"/.exec(text)?.[1];

export class ProxyStage {
  readonly hub: TestHub;
  readonly origin: StageParts["origin"];
  readonly gateway: RunningGateway;
  /** Where the next client connects. */
  endpoint: Endpoint;

  protected constructor({ hub, origin, gateway }: StageParts, endpoint: Endpoint) {
    this.hub = hub;
    this.origin = origin;
    this.gateway = gateway;
    this.endpoint = endpoint;
  }

  async stop(): Promise<void> {
    await this.gateway.stop(100);
    await this.origin.stop();
    await this.hub.stop();
  }

  /** Asks for the client's address in an absolute-form request. */
  async ask(login: Login = {}): Promise<{ status: number; ip: string | undefined; text: string }> {
    const client = new Client(this.endpoint.port, login.from, this.endpoint.host);
    const { user, password = "", more = "" } = login;
    const credentials = user ? `Proxy-Authorization: ${basic(user, password)}\r\n` : "";
    const { authority } = this.origin;
    const fields = `Host: ${authority}\r\n${credentials}${more}Connection: close`;
    client.socket.write(`GET http://${authority}/ip HTTP/1.1\r\n${fields}\r\n\r\n`);
    await eventually("the answer", () => client.ended || client.closed);
    client.socket.destroy();
    const text = client.all().toString();
    return { status: Number(text.split(" ")[1]), ip: seenIp(text), text };
  }

  /** Returns the source address that the target sees of an open tunnel, and ends the tunnel. */
  async ipOf(client: Client): Promise<string | undefined> {
    const { authority } = this.origin;
    client.socket.write(`GET /ip HTTP/1.1\r\nHost: ${authority}\r\nConnection: close\r\n\r\n`);
    await eventually("the answer", () => client.ended);
    client.socket.destroy();
    return seenIp(client.all().toString());
  }

  /** HTTP status, SOCKS5 reply (255: refused before the request) and reason of one attempt each. */
  async refusals(
    login: { user: string; password: string; from?: string },
    targetPort = this.origin.port,
  ) {
    const authority = `127.0.0.1:${targetPort}`;
    const { client, head } = await connectTo(this.endpoint, { ...login, authority });
    const socks = await socksTo(this.endpoint, { ...login, port: targetPort });
    client.socket.destroy();
    socks.client.socket.destroy();
    const reason = /\((\w+)\)/.exec(client.all().toString())?.[1];
    return [Number(head.split(" ")[1]), socks.code, reason];
  }
}
