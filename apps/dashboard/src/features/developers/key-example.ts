import { api } from "../../lib/call.ts";

/** An example call by API key, as a shell command. */
export const keyExample = (key: string): string =>
  `curl ${api.origin}/v1/subUsers -H "Authorization: Bearer ${key}" -d limit=10`;
