import type { Endpoint } from "@turnpike/rules/endpoint.ts";
import type { ProxyFields } from "@turnpike/proxy-strings/write/proxy-format.ts";

/** An endpoint's fields for the formats of lists and files. */
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
