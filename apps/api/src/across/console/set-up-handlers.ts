/** Handlers for the set-up of an installation. */
import type { Services } from "../../platform/services.ts";
import { leavePlace } from "../../platform/http/fair-share.ts";
import { perform } from "../operator/acts/act.ts";
import { customerOf, leaveStep, mailTested, tryPurchase } from "../operator/acts/set-up.ts";
import { allChecks, brandedEnv } from "../operator/doctor/all-checks.ts";
import { tryMail } from "../operator/doctor/network.ts";
import { setUpSetting } from "../set-up/state.ts";
import { stepsOf } from "../set-up/steps.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "setUpShow" | "setUpLeave" | "setUpMail" | "setUpPurchase";

export function setUpHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    async setUpShow() {
      leavePlace();
      const checks = await allChecks(services);
      return { steps: stepsOf(checks, services.settings.get(setUpSetting)) };
    },

    setUpLeave: ({ step, left, reason }, { actor }) =>
      perform(services, leaveStep, { actor, input: { step, left }, reason }),

    async setUpMail({ reason }, { actor }) {
      const to = actor.name;
      leavePlace();
      const { state, detail: found } = await tryMail(brandedEnv(services), to);
      const works = state === "ok";
      if (works) await perform(services, mailTested, { actor, input: { to }, reason });
      return { works, to, found };
    },

    async setUpPurchase({ reason }, { actor }) {
      const input = { customer: await customerOf(services, actor) };
      const done = await perform(services, tryPurchase, { actor, input, reason });
      const { email, orderNo, amountCents, used } = done;
      const { ok: works = false, exitIp = null, country = null, text = "", fix = "" } = used ?? {};
      const milliseconds = used?.totalMs ?? 0;
      return { works, email, orderNo, amountCents, exitIp, country, milliseconds, text, fix };
    },
  };
}
