/** The upstream of a local port: a bought proxy, in the manager's terms. */
import { endpointUrl } from "@turnpike/rules/endpoint.ts";
import { type ProxyFields, proxyLine, proxyTemplates } from "@turnpike/rules/proxy-format.ts";

export interface LocalPortTarget {
  id: string;
  /** What the row is called where it was chosen: `host:port`. */
  name: string;
  upstream: string;
  /** The exit's address; empty where it has no one. */
  ip: string;
  /** By this computer's clock; null where it may go on, and its upstream says when it is over. */
  endsAtMs: number | null;
}

/** A proxy as a lead; without a name and password where the whitelist lets in. */
export function targetOf(
  fields: Pick<ProxyFields, "host" | "port" | "user" | "password">,
  more: Pick<LocalPortTarget, "id"> & Partial<LocalPortTarget>,
): LocalPortTarget {
  const { host, port, user: username, password } = fields;
  const plain = { ...fields, country: "", city: "", expires: "", remark: "" };
  const address = proxyLine(proxyTemplates["host:port"], plain);
  const endpoint = { protocol: "http", host, port, username, password } as const;
  return {
    name: address,
    upstream: username === "" ? address : endpointUrl(endpoint),
    ip: "",
    endsAtMs: null,
    ...more,
  };
}
