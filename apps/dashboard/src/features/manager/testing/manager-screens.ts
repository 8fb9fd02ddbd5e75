/** A fake manager for screen tests. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LocalPort } from "@turnpike/contract/manager.ts";

export const local = (more: Partial<LocalPort> = {}): LocalPort => ({
  port: 24_000,
  ip: "127.1.0.7",
  upstream: "192.0.2.1:10001",
  protocol: "both",
  startedAt: "2026-11-22T00:00:00.000Z",
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  upBytes: 1_000_000,
  downBytes: 4_000_000,
  connections: 3,
  state: "listening",
  detail: "",
  ...more,
});

interface ManagerRequest {
  path: string;
  fields: Record<string, unknown>;
}

/** Starts it; `refuse` returns the reason to refuse an upstream, or null. */
export async function startFakeManager(items: LocalPort[] = []) {
  const kept = new Map(items.map((item) => [item.port, item]));
  const requests: ManagerRequest[] = [];
  const state = { refuse: (_upstream: string): string | null => null, foreign: false };
  const answer = ({ path, fields }: ManagerRequest): { code: number; data: object } => {
    if (state.foreign) return { code: 403, data: { reason: "foreignOrigin" } };
    if (path === "/ipList") return { code: 0, data: { items: [...kept.values()], version: "9.1" } };
    if (path === "/del") {
      const ports = (fields["ports"] as string[]).map(Number);
      if (ports.some((port) => !kept.has(port)))
        return { code: 404, data: { reason: "portNotFound" } };
      for (const port of ports) kept.delete(port);
      return { code: 0, data: { deleted: ports.length } };
    }
    const reason = state.refuse(String(fields["upstream"]));
    if (reason) return { code: 409, data: { reason } };
    const port = local({ port: 24_000 + kept.size, ip: String(fields["ip"]) });
    kept.set(port.port, port);
    return { code: 0, data: port };
  };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += part));
    request.on("end", () => {
      const one = { path: request.url ?? "", fields: JSON.parse(body) as ManagerRequest["fields"] };
      requests.push(one);
      response.end(JSON.stringify({ msg: "no", ...answer(one) }));
    });
  });
  const listen = async (port: number) => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  };
  let port = await listen(0);
  return {
    state,
    kept,
    get port() {
      return port;
    },
    askedOf: (path: string) => requests.filter((one) => one.path === path).map((one) => one.fields),
    async end() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
    /** Restarts it on the same port. */
    async again() {
      port = await listen(port);
    },
  };
}
