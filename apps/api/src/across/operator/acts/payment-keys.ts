/** Acts on the keys of payment providers (spec/money#keys-of-providers). Values are never logged. */
import type { OutsideMethod } from "@turnpike/rules/payment-method.ts";
import {
  isInEnvironment,
  paymentKeysSetting,
  readKeys,
  storedKeys,
} from "../../../commerce/payment-method/stored-keys.ts";
import { methodOf } from "../../../commerce/payment-method/registry.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { type ActResult, defineAct } from "./act.ts";

/** @throws ActRefused if what is stored would have no effect */
function refuseEnvironment({ env }: Services, method: OutsideMethod): void {
  const name = methodOf(method).settings.find((one) => env[one] !== undefined);
  if (isInEnvironment(env, method)) throw new ActRefused(`the environment has ${name}, which wins`);
}

/** Stores the sealed keys of a method, or removes them. */
async function store(
  services: Services,
  tx: Tx,
  method: OutsideMethod,
  seal: (stored: Record<string, string>) => string | null,
): Promise<ActResult<null>> {
  const names = (stored: Record<string, string>) =>
    Object.keys(storedKeys(services.seal, stored, method)).toSorted();
  const { before, after } = await changeSetting(tx, paymentKeysSetting, (stored) => {
    const sealed = seal(stored);
    const { [method]: _replaced, ...others } = stored;
    return sealed === null ? others : { ...others, [method]: sealed };
  });
  return {
    result: null,
    subject: method,
    before: { settings: names(before) },
    after: { settings: names(after) },
    // This process has them before it says so.
    afterCommit: async () => {
      await services.settings.refresh();
      return null;
    },
  };
}

export interface GivenKeys {
  method: OutsideMethod;
  values: Record<string, string>;
}

/** Sets all keys of a method. @throws ActRefused, FieldRefused */
export const setPaymentKeys = defineAct<GivenKeys, null>({
  action: "payment.keys",
  run: async (services, tx, { method, values: given }) => {
    refuseEnvironment(services, method);
    return store(services, tx, method, (stored) => {
      const before = storedKeys(services.seal, stored, method);
      return services.seal.seal(JSON.stringify(readKeys(services.env, method, { given, before })));
    });
  },
});

/** Removes all keys of a method. @throws ActRefused */
export const removePaymentKeys = defineAct<{ method: OutsideMethod }, null>({
  action: "payment.keysRemoved",
  run: async (services, tx, { method }) => {
    refuseEnvironment(services, method);
    return store(services, tx, method, () => null);
  },
});
