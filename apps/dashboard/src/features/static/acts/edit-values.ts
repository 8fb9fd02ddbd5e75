/** The form that changes static IPs: its values, their validation, and the request. */
import type { CallParameters } from "../../../lib/call.ts";
import { readIps } from "../../whitelist/typed-ips.ts";
import type { StaticIp } from "../static-ip.ts";

/** The maximum number of addresses in one whitelist (spec/static#editing, `maxWhitelistPerStatic`). */
export const maxWhitelisted = 50;
export const remarkMaxLength = 200;

export type EditValues = {
  account: string;
  password: string;
  /** As typed: one per line, or separated by commas. */
  whitelist: string;
  remark: string;
};
export type Change = Pick<
  CallParameters<"staticUpdate">,
  "account" | "password" | "whitelist" | "remark"
>;

export const valuesOf = (row: StaticIp): EditValues => ({
  account: row.account,
  password: row.password,
  whitelist: row.whitelist.join("\n"),
  remark: row.remark,
});

export type WhitelistError = "badAddress" | "tooManyAddresses";

/** Any invalid address blocks the request, since the list replaces the whole previous one. */
export function validateWhitelist(text: string): WhitelistError | null {
  const { good, bad } = readIps(text);
  if (bad.length > 0) return "badAddress";
  return good.length > maxWhitelisted ? "tooManyAddresses" : null;
}

/** The values that differ from before; absent ones stay unchanged (spec/static#editing). */
export function changeOf(values: EditValues, before: EditValues): Change {
  const whitelist = readIps(values.whitelist).good;
  const remark = values.remark.trim();
  return {
    ...(values.account === before.account ? {} : { account: values.account }),
    ...(values.password === before.password ? {} : { password: values.password }),
    ...(whitelist.join() === readIps(before.whitelist).good.join() ? {} : { whitelist }),
    ...(remark === before.remark ? {} : { remark }),
  };
}

/** The ticked changes for many IPs. */
export interface Ticked {
  credentials: boolean;
  whitelist: boolean;
  remark: boolean;
}

/** The ticked values, the same for every IP; an empty value clears. */
export function changeOfTicked(values: EditValues, ticked: Ticked): Change {
  const { account, password, remark } = values;
  return {
    ...(ticked.credentials ? { account, password } : {}),
    ...(ticked.whitelist ? { whitelist: readIps(values.whitelist).good } : {}),
    ...(ticked.remark ? { remark: remark.trim() } : {}),
  };
}
