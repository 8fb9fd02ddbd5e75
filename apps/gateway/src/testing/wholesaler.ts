/** A scripted wholesaler as the hub tells gateways of it. */
import type { UpstreamFact } from "@turnpike/contract/upstream-facts.ts";

/** The facts of a wholesaler that listens at a port of this machine. */
export function upstreamFact(
  { port }: { port: number },
  name: string,
  changed: Partial<UpstreamFact> = {},
): UpstreamFact {
  return {
    kind: "upstream",
    id: `upstream-${name}`,
    name,
    how: "http",
    hosts: [`127.0.0.1:${port}`],
    login: { login: "acme" },
    secret: "s3cret",
    user: [
      "customer-{login}[-cc-{country:upper}][-city-{city:snake}][-sessid-{session}[-sesstime-{minutes}]]",
    ],
    password: "{secret}",
    map: {},
    places: ["country", "city"],
    countries: null,
    session: { maxMinutes: 1440, format: "alnum8", perConnection: true },
    errors: [],
    exitIpHeader: null,
    dns: "remote",
    connectMs: 2_000,
    maxConnections: null,
    priority: 1,
    weight: 100,
    state: "on",
    products: ["traffic"],
    sessionKey: "11".repeat(32),
    allowRetryElsewhere: false,
    ...changed,
  };
}
