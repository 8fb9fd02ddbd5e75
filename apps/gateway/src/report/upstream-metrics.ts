/** Metrics of upstreams. The operator's own names of them are labels: as many as wholesalers. */
import type { Registry } from "prom-client";
import { Counter, Gauge } from "./prometheus.ts";

/** One upstream at this worker since its start. */
export interface UpstreamState {
  name: string;
  open: number;
  /** By class of failure; `ok` for those that worked. */
  tries: Partial<Record<string, number>>;
  sentBytes: number;
  receivedBytes: number;
}

/** Registers them; `upstreams` is read at each scrape. */
export function registerUpstreams(registry: Registry, upstreams: () => UpstreamState[]): void {
  const add = (
    name: string,
    help: string,
    label: string,
    read: (of: UpstreamState) => [string, number][],
  ): void => {
    new Counter({
      name: `turnpike_gateway_upstream_${name}`,
      help,
      labelNames: ["upstream", label],
      registers: [registry],
      collect() {
        this.reset();
        for (const of of upstreams())
          for (const [value, count] of read(of))
            this.inc({ upstream: of.name, [label]: value }, count);
      },
    });
  };
  add("tries_total", "Tries through upstreams, by how they ended", "class", ({ tries }) =>
    Object.entries(tries).map(([why, count = 0]) => [why, count]),
  );
  add("bytes_total", "Bytes on sockets to upstreams, by direction", "way", (of) => [
    ["sent", of.sentBytes],
    ["received", of.receivedBytes],
  ]);
  new Gauge({
    name: "turnpike_gateway_upstream_connections_open",
    help: "Open connections to upstreams",
    labelNames: ["upstream"],
    registers: [registry],
    collect() {
      this.reset();
      for (const { name, open } of upstreams()) this.set({ upstream: name }, open);
    },
  });
}
