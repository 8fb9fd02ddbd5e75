/** Parses what gateways report of ports: a gateway may send anything. */
import type { PortKind } from "@turnpike/contract/port-facts.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { isUuid } from "../../platform/db/uuid.ts";

/** Ports of one report, letters of a reason and of a gateway's name. */
const mostPorts = 500;
const mostDetail = 200;
const mostName = 100;
const mostCode = 40;

/** The state of a port at a number, as a gateway reported it. */
export interface PortReport<K extends PortKind = PortKind> {
  kind: K;
  id: string;
  port: number;
  open: boolean;
  /** The kernel's code of the trouble; empty where there is none. */
  code: string;
  /** Why it is not open; empty where it is. */
  trouble: string;
}

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** PostgreSQL takes no NUL, and half a letter that a cut left is no text. */
const clean = (text: string, most: number) =>
  text
    .slice(0, most)
    .replace(/[\u0000-\u001f\u007f]/g, " ")
    .toWellFormed();

function parseState<K extends PortKind>(state: PortState, kinds: readonly K[]): PortReport<K>[] {
  const { portId, port, open, code, detail } = state;
  const kind = kinds.find((one) => one === state.kind);
  if (kind === undefined || typeof portId !== "string" || !isUuid(portId)) return [];
  if (typeof open !== "boolean" || !isPort(port)) return [];
  const trouble = open || typeof detail !== "string" ? "" : clean(detail, mostDetail);
  const known = open || typeof code !== "string" ? "" : clean(code, mostCode);
  return [{ kind, id: portId.toLowerCase(), port, open, code: known, trouble }];
}

/** The reports of ports of some kinds, of one port the last; malformed ones are left out. */
export function parseReports<K extends PortKind>(
  ports: PortState[],
  kinds: readonly K[],
): PortReport<K>[] {
  if (!Array.isArray(ports)) return [];
  const reports = ports
    .slice(0, mostPorts)
    .filter((port) => typeof port === "object" && port !== null)
    .flatMap((port) => parseState(port, kinds));
  return [...new Map(reports.map((report) => [report.id, report])).values()];
}

/** A gateway's name. */
export const parseGatewayName = (name: string) => clean(name, mostName);
