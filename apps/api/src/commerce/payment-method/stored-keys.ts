/**
 * Keys of payment providers that staff set in the console, sealed in the database. What the
 * environment has of a method wins (spec/money#keys-of-providers).
 */
import { type Environment, secretNames } from "@turnpike/contract/environment.ts";
import { type PaymentVariable, paymentVariables } from "@turnpike/contract/environment-payments.ts";
import { type OutsideMethod, outsideMethods } from "@turnpike/rules/payment-method.ts";
import { z } from "zod";
import { FieldRefused } from "../../platform/act-refused.ts";
import type { Seal } from "../../platform/seal.ts";
import type { Services } from "../../platform/services.ts";
import { setting } from "../../platform/setting/setting.ts";
import { methodOf } from "./registry.ts";

/** Settings of one method as text. */
export type Keys = Partial<Record<PaymentVariable, string>>;

const maxLength = 1_000;
const keysSchema = z.record(z.string(), z.string());

/** Sealed JSON by method. A release that does not know a method leaves it alone. */
export const paymentKeysSetting = setting({
  name: "payments.keys",
  schema: z.record(z.string().max(40), z.string().max(20_000)),
  initial: {},
});

export type PaymentServices = Pick<Services, "env" | "settings" | "seal">;

interface Merged {
  settings: Services["settings"];
  version: number;
  env: Environment;
  unreadable: OutsideMethod[];
}
const merged = new WeakMap<Environment, Merged>();

/** The environment with the keys that are stored; the same object until they change. */
export const paymentEnv = (services: PaymentServices): Environment => read(services).env;

/** The methods whose stored keys cannot be opened with this secret key. */
export const unreadableKeys = (services: PaymentServices): OutsideMethod[] =>
  read(services).unreadable;

function read(services: PaymentServices): Merged {
  const { env, settings } = services;
  const version = settings.version(paymentKeysSetting);
  const known = merged.get(env);
  if (known?.settings === settings && known.version === version) return known;
  const fresh = { settings, version, ...merge(services) };
  merged.set(env, fresh);
  return fresh;
}

function merge({ env, settings, seal }: PaymentServices) {
  const stored = settings.get(paymentKeysSetting);
  const unreadable: OutsideMethod[] = [];
  let all = env;
  for (const method of outsideMethods) {
    const sealed = stored[method];
    if (sealed === undefined || isInEnvironment(env, method)) continue;
    const keys = openKeys(seal, sealed);
    if (keys) all = withKeys(all, keys);
    else unreadable.push(method);
  }
  return { env: all, unreadable };
}

/** Null if they were sealed with another secret key. */
function openKeys(seal: Seal, sealed: string): Keys | null {
  try {
    return keysSchema.parse(JSON.parse(seal.open(sealed)));
  } catch {
    return null;
  }
}

/** The environment with these keys in place of its own. */
export function withKeys(env: Environment, keys: Keys): Environment {
  const values = Object.entries(keys).flatMap(([name, text]) => {
    const { success, data } = paymentVariables[name as PaymentVariable]?.safeParse(text) ?? {};
    return success ? [[name, data]] : [];
  });
  return { ...env, ...Object.fromEntries(values) };
}

/** Whether the environment sets a method up, so that what is stored has no effect. */
export const isInEnvironment = (env: Environment, method: OutsideMethod): boolean =>
  methodOf(method).settings.some((name) => env[name] !== undefined);

/** The keys of a method that are stored; none if there are none, or none that can be opened. */
export function storedKeys(seal: Seal, stored: Record<string, string>, id: OutsideMethod): Keys {
  const sealed = stored[id];
  return (sealed === undefined ? null : openKeys(seal, sealed)) ?? {};
}

const secrets = new Set<string>(secretNames);
/** Whether a setting is never shown. */
export const isSecret = (name: PaymentVariable): boolean => secrets.has(name);

/** All settings of a method: those that it needs come first. */
export function settingsOf(id: OutsideMethod): PaymentVariable[] {
  const { settings, moreSettings } = methodOf(id);
  return [...settings, ...moreSettings];
}

/** An address as it counts: what is not set has its default. */
const addressOf = (name: PaymentVariable, text: string | undefined): unknown =>
  paymentVariables[name].safeParse(text || undefined).data;

/**
 * Keys as they were typed: an empty secret stays as it was before, another empty field is unset. A
 * stored secret goes to no other address than the one that it was typed for.
 * @throws FieldRefused
 */
export function readKeys(
  env: Pick<Environment, "lab">,
  id: OutsideMethod,
  { given, before }: { given: Record<string, string>; before: Keys },
): Keys {
  const names = settingsOf(id);
  const refuse = (field: string, fault: string) => new FieldRefused({ field, column: null, fault });
  const unknown = Object.keys(given).find((name) => !names.some((one) => one === name));
  if (unknown !== undefined) throw refuse(unknown, "unknown field");
  const moved = names.find(
    (name) =>
      name.endsWith("_URL") &&
      addressOf(name, given[name]?.trim()) !== addressOf(name, before[name]),
  );
  const keys: Keys = {};
  for (const name of names) {
    const typed = given[name]?.trim();
    const kept = isSecret(name) ? before[name] : undefined;
    if (!typed && kept !== undefined && moved !== undefined)
      throw refuse(name, `has to be typed again for another ${moved}`);
    const text = typed || kept;
    if (text !== undefined) keys[name] = checked(env, name, text);
    else if (methodOf(id).settings.includes(name)) throw refuse(name, "is missing");
  }
  return keys;

  function checked({ lab }: Pick<Environment, "lab">, name: PaymentVariable, text: string): string {
    const { error } = paymentVariables[name].safeParse(text);
    if (error) throw refuse(name, error.issues[0]?.message ?? "is wrong");
    if (text.length > maxLength || /[\r\n]/.test(text)) throw refuse(name, "is too long");
    // From the machine itself any address can be set; a browser must not lead us to its neighbours.
    if (name.endsWith("_URL") && !lab && !text.startsWith("https:"))
      throw refuse(name, "has to be https");
    return text;
  }
}
