/** Acts of the set-up in the console (docs/operating/set-up.md). */
import type { setUpSteps } from "@turnpike/contract/console/set-up.ts";
import { transaction, type Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { leavePlace } from "../../../platform/http/fair-share.ts";
import { changeSetUp, type SetUpState } from "../../set-up/state.ts";
import {
  buyForTest,
  type Purchase,
  testAddress,
  testCustomer,
  useForTest,
} from "../../set-up/test-purchase.ts";
import { defineAct } from "./act.ts";

type Step = (typeof setUpSteps)[number];

/** Leaves a step as it is, or takes it up again. */
export const leaveStep = defineAct<{ step: Step; left: boolean }, Record<string, never>>({
  action: "setUp.leave",
  run: async (services, tx, { step, left }) => {
    await changeSetUp(tx, (before) => {
      const others = before.left.filter((each) => each !== step);
      return { left: left ? [...others, step] : others };
    });
    return { result: {}, subject: step, after: { left }, afterCommit: refreshed(services, {}) };
  },
});

/** Remembers that a mail server took a test mail. */
export const mailTested = defineAct<{ to: string }, Record<string, never>>({
  action: "setUp.mail",
  run: async (services, tx, { to }) => {
    await remember(services, tx, "mailAt");
    return { result: {}, subject: to, afterCommit: refreshed(services, {}) };
  },
});

/** Buys traffic for the test's customer and uses it. */
export const tryPurchase = defineAct<
  { customer: Pick<Purchase, "email" | "caller"> },
  Purchase & { used: Awaited<ReturnType<typeof useForTest>> | null }
>({
  action: "setUp.purchase",
  run: async (services, tx, { customer }) => {
    const bought = await buyForTest(services, tx, customer);
    const { orderNo, amountCents } = bought;
    return {
      result: { ...bought, used: null },
      subject: orderNo,
      accountId: customer.caller.accountId,
      after: { orderNo, amountCents },
      afterCommit: async () => {
        leavePlace();
        const used = await useForTest(services, bought);
        if (used.ok)
          await transaction(services.db, (later) => remember(services, later, "purchaseAt"));
        return refreshed(services, { ...bought, used })();
      },
    };
  },
});

/** The input of `tryPurchase` for a member of the staff. */
export async function customerOf(services: Services, staff: { name: string; ip: string }) {
  const email = testAddress(staff.name);
  return { email, caller: await testCustomer(services, { email, ip: staff.ip }) };
}

const remember = ({ world }: Services, tx: Tx, part: keyof Omit<SetUpState, "left">) =>
  changeSetUp(tx, () => ({ [part]: new Date(world.now()).toISOString() }));

/** This process knows the new state before it says so. */
const refreshed =
  <R>({ settings }: Services, result: R) =>
  async () => {
    await settings.refresh();
    return result;
  };
