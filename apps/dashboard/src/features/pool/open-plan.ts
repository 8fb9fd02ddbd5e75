/** The exits to open, and what prevents that before the API is called. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { apiPorts, fitsApiPorts } from "@turnpike/rules/pool.ts";
import type { CallParameters } from "../../lib/call.ts";
import type { IpAuth } from "./pool-ip.ts";

export type OpenParameters = CallParameters<"ipOpen">;

/** Individually chosen exits, or a number of exits of a place. */
export type OpenTarget =
  | { kind: "chosen"; exits: readonly { id: string; name: string }[] }
  | { kind: "place"; filter: PoolFilter; words: string; free: number | undefined };

/** The first port, undefined if none was chosen; `fits` says whether all ports are valid. */
export function readPort(
  typed: number | string,
  count: number,
): { port: number | undefined; fits: boolean } {
  const text = String(typed).trim();
  if (text === "") return { port: undefined, fits: true };
  const port = Number(text);
  return { port, fits: Number.isInteger(port) && fitsApiPorts(port, count) };
}

/** The highest first port for a number of consecutive ports. */
export const lastFirstPort = (count: number): number => apiPorts.last - Math.max(1, count) + 1;

/** The request to the API. */
export function openParameters(of: {
  target: OpenTarget;
  num: number;
  hours: number;
  auth: IpAuth;
  port: number | undefined;
}): OpenParameters {
  const { target, num, ...rest } = of;
  return target.kind === "chosen"
    ? { ids: target.exits.map(({ id }) => id), ...rest }
    : { ...target.filter, num, ...rest };
}
