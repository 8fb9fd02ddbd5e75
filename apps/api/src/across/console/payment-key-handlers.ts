/** Handlers for the keys of payment providers. */
import type { ConsoleResponse, ConsoleCalls } from "@turnpike/contract/console/calls.ts";
import { type OutsideMethod, outsideMethods } from "@turnpike/rules/payment-method.ts";
import {
  isInEnvironment,
  isSecret,
  paymentEnv,
  paymentKeysSetting,
  readKeys,
  settingsOf,
  storedKeys,
  unreadableKeys,
  withKeys,
} from "../../commerce/payment-method/stored-keys.ts";
import { methodOf } from "../../commerce/payment-method/registry.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { lockedSetting } from "../../platform/setting/setting.ts";
import { leavePlace } from "../../platform/http/fair-share.ts";
import { perform } from "../operator/acts/act.ts";
import { removePaymentKeys, setPaymentKeys } from "../operator/acts/payment-keys.ts";
import { tryKeys } from "../operator/doctor/network.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";

type SetUp = ConsoleResponse<ConsoleCalls["paymentKeys"]>["items"][number];

/** How a method is set up, without its secrets. */
function present(services: Services, id: OutsideMethod): SetUp {
  const env = paymentEnv(services);
  const method = methodOf(id);
  const isOpen = method.open(env) !== null;
  const source = isInEnvironment(services.env, id) ? "environment" : isOpen ? "console" : "none";
  const { found, fault } = isOpen ? method.check(env) : { found: "" };
  return {
    method: id,
    provider: method.processor,
    source,
    unreadable: unreadableKeys(services).includes(id),
    found,
    fault: fault?.cure ?? "",
    webhook: method.hears ? `${env.publicUrl}/webhooks/${method.name}` : "",
    version: versionOf(services.settings.get(paymentKeysSetting)[id] ?? null),
    fields: settingsOf(id).map((name) => {
      const value = env[name];
      return {
        name,
        secret: isSecret(name),
        needed: method.settings.includes(name),
        isSet: value !== undefined,
        value: isSecret(name) ? "" : String(value ?? ""),
      };
    }),
  };
}

export function paymentKeyHandlers(
  services: Services,
): Pick<
  ConsoleHandlers,
  "paymentKeys" | "paymentKeysSet" | "paymentKeysRemove" | "paymentKeysTest"
> {
  const { env, seal, settings } = services;
  return {
    paymentKeys: async () => ({ items: outsideMethods.map((id) => present(services, id)) }),

    async paymentKeysSet({ reason, seen, ...input }, { actor }) {
      const check = async (tx: Tx) =>
        refuseStale(seen, (await lockedSetting(tx, paymentKeysSetting))[input.method] ?? null);
      await perform(services, setPaymentKeys, { actor, input, reason, check });
      return { item: present(services, input.method) };
    },

    async paymentKeysRemove({ reason, ...input }, { actor }) {
      await perform(services, removePaymentKeys, { actor, input, reason });
      return { item: present(services, input.method) };
    },

    async paymentKeysTest({ method, values: given }) {
      const before = storedKeys(seal, settings.get(paymentKeysSetting), method);
      const typed = given && !isInEnvironment(env, method);
      const tried = typed
        ? withKeys(env, readKeys(env, method, { given, before }))
        : paymentEnv(services);
      const { check, open } = methodOf(method);
      const found = open(tried) ? check(tried).found : "not set up";
      leavePlace();
      const answer = await tryKeys(tried, method);
      return answer
        ? { works: answer.state === "ok", found: answer.detail }
        : { works: open(tried) !== null, found };
    },
  };
}
