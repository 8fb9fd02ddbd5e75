/** Acts on gates: products that are sold to identified customers (spec/identity#gates). */
import { type Gate, maxGateGb, maxGates } from "@turnpike/rules/identity.ts";
import { gatesSetting } from "../../../commerce/gate/gates.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Services } from "../../../platform/services.ts";
import { changeSetting } from "../../../platform/setting/setting.ts";
import { presentGate } from "../read/gates.ts";
import { productOf } from "../read/products.ts";
import { defineAct } from "./act.ts";

type ShownGate = ReturnType<typeof presentGate>;

/** This process has the change before it says so. */
const afterwards =
  <R>({ settings }: Services, result: R) =>
  async () => {
    await settings.refresh();
    return result;
  };

/** @throws FieldRefused, ActRefused */
export const setGate = defineAct<Pick<Gate, "sku" | "overGb">, ShownGate>({
  action: "gate.set",
  run: async (services, tx, { sku, overGb }) => {
    const product = await productOf(services, tx, sku);
    const refuse = (fault: string) => new FieldRefused({ field: "overGb", column: null, fault });
    if (overGb !== null && product.kind !== "traffic") throw refuse("only traffic has a volume");
    if (overGb !== null && (!Number.isInteger(overGb) || overGb < 0 || overGb > maxGateGb))
      throw refuse(`is a whole number, ${maxGateGb} at most`);
    const { before, after } = await changeSetting(tx, gatesSetting, (gates) => {
      const known = gates.find((gate) => gate.sku === sku);
      // A change of the volume is no new gate: whoever was told has been told.
      const gate = { sku, overGb, since: known?.since ?? services.world.now() };
      return [...gates.filter((one) => one.sku !== sku), gate];
    }).catch((error: unknown) => {
      throw (error as { name?: string }).name === "ZodError"
        ? new ActRefused(`there are ${maxGates} gates, the most there can be`, { cause: error })
        : error;
    });
    const own = (gates: Gate[]) => gates.find((gate) => gate.sku === sku) ?? null;
    const gate = own(after);
    if (!gate) throw new Error(`the gate of ${sku} is gone`);
    const result = presentGate(gate);
    const logged = { before: own(before), after: gate };
    return { result, subject: sku, ...logged, afterCommit: afterwards(services, result) };
  },
});

/** @throws ActRefused */
export const removeGate = defineAct<{ sku: string }, { sku: string }>({
  action: "gate.remove",
  run: async (services, tx, { sku }) => {
    const { before } = await changeSetting(tx, gatesSetting, (gates) =>
      gates.filter((gate) => gate.sku !== sku),
    );
    const gate = before.find((one) => one.sku === sku);
    if (!gate) throw new ActRefused(`${sku} has no gate`, { reason: "notFound" });
    const result = { sku };
    return { result, subject: sku, before: gate, afterCommit: afterwards(services, result) };
  },
});
