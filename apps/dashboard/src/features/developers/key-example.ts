import { api } from "../../lib/call.ts";

/** A call by API key, as a shell runs it. */
export const keyExample = (key: string): string =>
  `curl ${api.origin}/v1/subUsers -H "Authorization: Bearer ${key}" -d limit=10`;
