/** The upstream of a local port: a purchased proxy in the manager's terms. */
import { endpointUrl } from "@turnpike/rules/endpoint.ts";
import {
  type ProxyFields,
  proxyLine,
  proxyTemplates,
} from "@turnpike/proxy-strings/write/proxy-format.ts";

export interface LocalPortTarget {
  id: string;
  /** The row's name in the table it was selected in: `host:port`. */
  name: string;
  upstream: string;
  /** The exit's address; empty if it has no fixed one. */
  ip: string;
  /** By this computer's clock; null if the port does not expire and its upstream decides. */
  endsAtMs: number | null;
}

/** The target for a proxy; without user name and password where the whitelist admits clients. */
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
