/** Generated endpoints as rows of a file. */
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";
import type { Endpoint } from "@turnpike/rules/endpoint.ts";
import { rotateLink } from "../proxy-file/rotate-link.ts";

/** A session's own link; undefined for an endpoint without a session. */
export function linkOf({ username }: Endpoint, rotateToken: string): string | undefined {
  const sid = /-sid-([A-Za-z0-9]+)/.exec(username)?.[1];
  return sid === undefined ? undefined : rotateLink(`${rotateToken}-${sid}`);
}

export const fieldsOf = ({ host, port, username, password }: Endpoint): ProxyFields => ({
  host,
  port,
  user: username,
  password,
  country: "",
  city: "",
  expires: "",
  remark: "",
});

/** With the link that changes the address of each session. */
export const fieldsWithLink = (endpoint: Endpoint, rotateToken: string): ProxyFields => ({
  ...fieldsOf(endpoint),
  changeIp: linkOf(endpoint, rotateToken),
});
