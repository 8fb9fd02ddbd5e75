/** Grammars of providers whose parameters follow the password: `SECRET_country-us`. */
import { places, usual } from "./dialect-parts.ts";
import type { Dialect } from "./terms.ts";

const appended = { ...usual, where: "password", style: "underscore" } as const;

export const inPassword: readonly Dialect[] = [
  {
    ...appended,
    family: "iproyal",
    name: "IPRoyal",
    mark: /_(?:streaming|forcerandom)-|_lifetime-\d+[smhd](?:_|$)/,
    hosts: ["iproyal.com"],
    keys: {
      ...places,
      isp: "isp",
      session: "session",
      lifetime: "minutes",
      streaming: "zone",
      forcerandom: "rotation",
    },
  },
  {
    ...appended,
    family: "packetstream",
    name: "PacketStream",
    mark: /_country-([a-z]{4,})/,
    hosts: ["packetstream.io"],
    keys: { country: "country", session: "session" },
  },
  {
    ...appended,
    family: "proxycheap",
    name: "Proxy-Cheap",
    hosts: ["proxy-cheap.com"],
    keys: { ...places, region: "state", session: "session" },
  },
  {
    ...appended,
    family: "evomi",
    name: "Evomi",
    mark: /_hardsession-/,
    hosts: ["evomi.com"],
    keys: {
      ...places,
      region: "state",
      isp: "isp",
      session: "session",
      hardsession: "session",
      lifetime: "minutes",
    },
  },
  {
    ...appended,
    family: "proxyempire",
    name: "ProxyEmpire",
    mark: /^(?:wifi|mobile);[a-z]{0,2};/,
    hosts: ["proxyempire.io"],
    style: "positional",
    also: "dash",
    order: ["zone", "country", "isp", "state", "city"],
    keys: { session: "session" },
  },
];
