/**
 * Tells the staff what needs them, each thing once (spec/operator#alerts). It looks at what is open
 * instead of being told: nothing is lost when a process dies, and no other module knows of it.
 */
import { alertQuietMs } from "@turnpike/rules/staff-alert.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { alertItems } from "../operator/read/alert-items.ts";
import { alertBody, type AlertItem } from "../staff-alert/message.ts";
import { forgetOver, insertDelivery, takeUntold } from "../staff-alert/store/deliveries.ts";
import { alertTargets, lockAlerts } from "../staff-alert/store/targets.ts";
import { elsewhere, machineItems } from "./machine-items.ts";

/** Queues one message for each place whose topics have something new. */
export async function watch(services: Services): Promise<void> {
  const { db, world, env } = services;
  if ((await alertTargets(db)).length === 0) return;
  const now = new Date(world.now());
  const open = [...(await alertItems(db, now)), ...(await machineItems(services))];
  await transaction(db, async (tx) => {
    await lockAlerts(tx);
    const untold = await takeUntold(tx, open, now);
    await forgetOver(tx, { open, before: new Date(now.getTime() - alertQuietMs), elsewhere });
    if (untold.length === 0) return;
    const keys = new Set(untold.map(keyOf));
    const fresh = open.filter((one) => keys.has(keyOf(one)));
    for (const { id: targetId, topics } of await alertTargets(tx)) {
      const items = fresh.filter(({ topic }) => topics.includes(topic));
      if (items.length === 0) continue;
      const id = world.id();
      const given = { id, at: now.toISOString(), console: env.consoleUrl };
      const body = JSON.stringify(alertBody(items, given));
      await insertDelivery(tx, { id, targetId, body, now });
    }
  });
}

const keyOf = ({ topic, item }: Pick<AlertItem, "item"> & { topic: string }) => `${topic} ${item}`;
