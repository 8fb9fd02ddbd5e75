/** Handlers for pools of traffic and their members (spec/supply#pools). */
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { Services } from "../../platform/services.ts";
import { poolsSetting } from "../../platform/traffic-pools/pools.ts";
import { perform } from "../operator/acts/act.ts";
import * as acts from "../operator/acts/pools.ts";
import { poolMembers } from "../operator/read/pools.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "poolShow" | "poolAdd" | "poolSet" | "poolRemove";

export function poolHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    poolShow: async () => {
      const items = await poolMembers(services);
      const added = services.settings.get(poolsSetting);
      const pools = added.map(({ name, title }) => ({ pool: name, title: { ...title } }));
      return { pools: [{ pool: firstPool, title: {} }, ...pools], items };
    },

    poolAdd: async (question, { actor }) => {
      const { pool: name, title: en, reason } = question;
      const others = {
        de: question.titleDe,
        fr: question.titleFr,
        ru: question.titleRu,
        vi: question.titleVi,
        zh: question.titleZh,
      };
      const given = Object.entries(others).flatMap(([lang, text]) => (text ? [[lang, text]] : []));
      const input = { name, title: { ...Object.fromEntries(given), en } };
      const { title } = await perform(services, acts.addPool, { actor, input, reason });
      return { pool: name, title: { ...title } };
    },

    poolSet: ({ pool = firstPool, member, priority = null, weight = null, reason }, { actor }) =>
      perform(services, acts.setMember, {
        actor,
        input: { pool, member, priority, weight },
        reason,
      }),

    poolRemove: ({ pool, member, reason }, { actor }) =>
      perform(services, acts.removeMember, { actor, input: { pool, member }, reason }),
  };
}
