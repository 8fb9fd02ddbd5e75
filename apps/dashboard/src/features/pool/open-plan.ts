/** The exits to open, and what prevents that before the API is called. */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import { apiPorts, fitsApiPorts, maxOpenedIps } from "@turnpike/rules/pool.ts";
import type { CallParameters } from "../../lib/call.ts";
import type { IpAuth } from "./pool-ip.ts";

export type OpenParameters = CallParameters<"ipOpen">;

/** Individually chosen exits, or a number of exits of a place. */
export type OpenTarget =
  | { kind: "chosen"; exits: readonly { id: string; name: string }[] }
  | { kind: "place"; filter: PoolFilter; words: string; free: number | undefined };

export type NumberError = "missing" | "outside" | "free";

/** Parses the number of exits; `free` is undefined while the available number is unknown. */
export function readNumber(
  typed: number | string,
  free: number | undefined,
): { num: number | null; why: NumberError | null } {
  const number = typeof typed === "number" ? typed : Number(typed.trim() || Number.NaN);
  if (Number.isNaN(number)) return { num: null, why: "missing" };
  if (!Number.isInteger(number) || number < 1 || number > maxOpenedIps) {
    return { num: null, why: "outside" };
  }
  return { num: number, why: free !== undefined && number > free ? "free" : null };
}

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
