/** Parses gateways' reports of ports. They are untrusted input. */
import type { PortKind } from "@turnpike/contract/port-facts.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import { isUuid } from "../../platform/db/uuid.ts";

/** Limits of a report: ports, and characters of a reason, a gateway's name and a code. */
const maxPorts = 500;
const maxDetail = 200;
const maxName = 100;
const maxCode = 40;

/** The state of a port at a number, as a gateway reported it. */
export interface PortReport<K extends PortKind = PortKind> {
  kind: K;
  id: string;
  port: number;
  open: boolean;
  /** The system's error code, such as `EADDRINUSE`; empty if there is none. */
  code: string;
  /** Why the port is not open; empty if it is. */
  trouble: string;
}

const isPort = (port: unknown) =>
  Number.isInteger(port) && Number(port) >= 1 && Number(port) <= 65_535;

/** PostgreSQL accepts no NUL, and `slice` may have cut a surrogate pair in half. */
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
  const trouble = open || typeof detail !== "string" ? "" : clean(detail, maxDetail);
  const known = open || typeof code !== "string" ? "" : clean(code, maxCode);
  return [{ kind, id: portId.toLowerCase(), port, open, code: known, trouble }];
}

/** Parses reports of ports of these kinds, the last one of each port; skips malformed ones. */
export function parseReports<K extends PortKind>(
  ports: PortState[],
  kinds: readonly K[],
): PortReport<K>[] {
  if (!Array.isArray(ports)) return [];
  const reports = ports
    .slice(0, maxPorts)
    .filter((port) => typeof port === "object" && port !== null)
    .flatMap((port) => parseState(port, kinds));
  return [...new Map(reports.map((report) => [report.id, report])).values()];
}

/** Parses a gateway's name. */
export const parseGatewayName = (name: string) => clean(name, maxName);
