/** The form that changes ports: its values, their validation, and the request. */
import { defaultTemplate } from "@turnpike/proxy-strings/write/proxy-format.ts";
import {
  firstRotationMinutes,
  rotationRange,
  type UnlimitedKind,
} from "@turnpike/rules/unlimited.ts";
import type { Sent } from "@turnpike/ui/act/act.ts";
import type { CallParameters } from "../../../lib/call.ts";
import type { UnlimitedPort } from "../port.ts";

export const remarkMaxLength = 200;

export type PortValues = {
  rotationMinutes: number | string;
  /** Empty for any country of the region. */
  country: string;
  format: string;
  account: string;
  password: string;
  remark: string;
};
/** The rotation is always sent (spec/unlimited#rotation). */
export type PortChange = Omit<CallParameters<"upport">, "ids">;

export const valuesOf = (row: UnlimitedPort): PortValues => ({
  rotationMinutes: row.rotationMinutes,
  country: row.country,
  format: row.format || defaultTemplate,
  account: row.account,
  password: row.password,
  remark: row.remark,
});

/** For many ports, apart from the credentials, which are generated. */
export const firstValues: Omit<PortValues, "account" | "password"> = {
  rotationMinutes: firstRotationMinutes,
  country: "",
  format: defaultTemplate,
  remark: "",
};

/** The form's values; empty ones are not among what an act sends. */
export const typedOf = (sent: Sent): PortValues => ({
  rotationMinutes: Number(sent["rotationMinutes"]),
  country: String(sent["country"] ?? ""),
  format: String(sent["format"] ?? ""),
  account: String(sent["account"] ?? ""),
  password: String(sent["password"] ?? ""),
  remark: String(sent["remark"] ?? ""),
});

/** Whole minutes within the kind's range; null for anything else (spec/unlimited#rotation). */
export function readMinutes(typed: number | string, kind: UnlimitedKind): number | null {
  const { min, max } = rotationRange[kind];
  const value = typed === "" ? Number.NaN : Number(typed);
  return Number.isInteger(value) && value >= min && value <= max ? value : null;
}

const names = ["country", "format", "account", "password"] as const;

/** The values that differ from before; null if none does. */
export function changeOf(
  values: PortValues,
  before: PortValues,
): (PortChange & { rotationMinutes: number }) | null {
  const rotationMinutes = Number(values.rotationMinutes);
  const differing = names.filter((name) => values[name] !== before[name]);
  const remark = values.remark.trim();
  const change = {
    ...Object.fromEntries(differing.map((name) => [name, values[name]])),
    ...(remark === before.remark ? {} : { remark }),
  };
  const same = rotationMinutes === Number(before.rotationMinutes);
  return same && Object.keys(change).length === 0 ? null : { rotationMinutes, ...change };
}

/** The ticked changes for many ports. */
export const sections = ["rotation", "country", "format", "credentials", "remark"] as const;
export type Section = (typeof sections)[number];
/** The name of the field that is ticked to change it. */
export const tickOf = (section: Section): string => `tick-${section}`;

/** The ticked values, the same for every port; the others stay unchanged. */
export function changeOfTicked(
  values: PortValues,
  ticked: ReadonlySet<Section>,
): Partial<PortChange> {
  const { country, format, account, password } = values;
  return {
    ...(ticked.has("rotation") ? { rotationMinutes: Number(values.rotationMinutes) } : {}),
    ...(ticked.has("country") ? { country } : {}),
    ...(ticked.has("format") ? { format } : {}),
    ...(ticked.has("credentials") ? { account, password } : {}),
    ...(ticked.has("remark") ? { remark: values.remark.trim() } : {}),
  };
}
