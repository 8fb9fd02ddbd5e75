/** What a person enters to change static IPs, and what of it is sent. */
import type { Question } from "../../../lib/call.ts";
import { readIps } from "../../whitelist/typed-ips.ts";
import type { StaticIp } from "../static-ip.ts";

/** So many addresses one whitelist takes (spec/static#editing, `mostWhitelisted`). */
export const mostWhitelisted = 50;
/** Rows that one call of a batch changes or deletes: few enough that the bar moves. */
export const rowsAtOnce = 100;
export const remarkMaxLength = 200;

export type EditValues = {
  account: string;
  password: string;
  /** As it is typed: one a line, or with commas. */
  whitelist: string;
  remark: string;
};
export type Change = Pick<
  Question<"staticUpdate">,
  "account" | "password" | "whitelist" | "remark"
>;

export const valuesOf = (row: StaticIp): EditValues => ({
  account: row.account,
  password: row.password,
  whitelist: row.whitelist.join("\n"),
  remark: row.remark,
});

export type WhitelistFault = "badAddress" | "tooManyAddresses";

/** Nothing is sent while an entry is none: a list that replaces another must be whole. */
export function validateWhitelist(text: string): WhitelistFault | null {
  const { good, bad } = readIps(text);
  if (bad.length > 0) return "badAddress";
  return good.length > mostWhitelisted ? "tooManyAddresses" : null;
}

/** What differs from before; what is absent stays as it is (spec/static#editing). */
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

/** What of it is changed for many at once. */
export interface Ticked {
  credentials: boolean;
  whitelist: boolean;
  remark: boolean;
}

/** What is ticked, for every one of them the same; empty clears. */
export function changeOfTicked(values: EditValues, ticked: Ticked): Change {
  const { account, password, remark } = values;
  return {
    ...(ticked.credentials ? { account, password } : {}),
    ...(ticked.whitelist ? { whitelist: readIps(values.whitelist).good } : {}),
    ...(ticked.remark ? { remark: remark.trim() } : {}),
  };
}
