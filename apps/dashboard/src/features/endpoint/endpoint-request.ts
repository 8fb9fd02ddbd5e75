/** The generator's form values, and the endpoints generated from them (spec/gateway#user-name). */
import type { Endpoint, EndpointProtocol } from "@turnpike/rules/endpoint.ts";
import { endpointCountMax } from "@turnpike/rules/endpoint.ts";
import {
  formatUsername,
  maxMinutes,
  minMinutes,
  type PlaceFilter,
} from "@turnpike/rules/username.ts";
import { anyPlace, type Place } from "../place/place.ts";

export interface EndpointChoice extends Place {
  protocol: EndpointProtocol;
  /** Keeps the exit for `minutes`; otherwise every connection gets a new one. */
  sticky: boolean;
  minutes: number | string;
  /** Refuses connections when the exit is down, instead of switching to another one. */
  strict: boolean;
  /** How many endpoints, each with a session of its own. */
  count: number | string;
}

export const firstChoice: EndpointChoice = {
  protocol: "http",
  ...anyPlace,
  sticky: false,
  minutes: 10,
  strict: false,
  count: 10,
};

/** The typed value as an integer clamped to the bounds; the minimum if it is not a number. */
function whole(typed: number | string, min: number, max: number): number {
  const value = Math.round(Number(typed));
  return Number.isFinite(value) ? Math.min(Math.max(value, min), max) : min;
}

/** The number of endpoints: one without sessions, else the requested number. */
export function countOf(choice: EndpointChoice): number {
  return choice.sticky ? whole(choice.count, 1, endpointCountMax) : 1;
}

function filterOf({ country, state, city, isp, asn }: EndpointChoice): PlaceFilter {
  return {
    ...(country ? { country } : {}),
    ...(state ? { state } : {}),
    ...(city ? { city } : {}),
    ...(isp && !asn ? { isp } : {}),
    ...(asn ? { asn: Number(asn) } : {}),
  };
}

/** The endpoints, one per session id; `sids` must have at least the requested number. */
export function endpointsOf(
  choice: EndpointChoice,
  who: { account: string; password: string },
  where: { host: string; port: number; sids: readonly string[] },
): Endpoint[] {
  const filter = filterOf(choice);
  const sids = choice.sticky ? where.sids.slice(0, countOf(choice)) : [null];
  return sids.map((sid) => ({
    protocol: choice.protocol,
    host: where.host,
    port: where.port,
    username: formatUsername({
      name: who.account,
      filter,
      ...(sid === null ? {} : { sid, minutes: whole(choice.minutes, minMinutes, maxMinutes) }),
      ...(sid !== null && choice.strict ? { strict: true } : {}),
    }),
    password: who.password,
  }));
}
