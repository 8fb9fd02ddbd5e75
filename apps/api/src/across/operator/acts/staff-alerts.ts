/** Acts on the places where staff are told (spec/operator#alerts). */
import {
  type AlertPlace,
  maxAlertTargets,
  readAlertPlace,
  readAlertTopics,
  shownPlace,
} from "@turnpike/rules/staff-alert.ts";
import { ActRefused, FieldRefused } from "../../../platform/act-refused.ts";
import type { Services } from "../../../platform/services.ts";
import { leavePlace } from "../../../platform/http/fair-share.ts";
import { testBody } from "../../staff-alert/message.ts";
import { newAlertId, sealPlace, sendAlert } from "../../staff-alert/send.ts";
import {
  type AlertTarget,
  alertTarget,
  deleteTarget,
  insertTarget,
  saveOutcome,
} from "../../staff-alert/store/targets.ts";
import { readAddress } from "../../webhook/policy.ts";
import { defineAct } from "./act.ts";

const fieldFault = (field: string, fault: string) =>
  new FieldRefused({ field, column: null, fault });
const unknown = (id: number) => new ActRefused(`no place has the id ${id}`, { reason: "notFound" });

/** @throws FieldRefused if it is no place, or its address is internal */
function readPlace(services: Services, text: string): AlertPlace {
  const place = readAlertPlace(text);
  if (place === null)
    throw fieldFault("place", "is none of mail:EMAIL, webhook:URL, telegram:TOKEN@CHAT");
  if (place.kind !== "webhook") return place;
  const address = readAddress(services, place.url);
  if (address.ok) return place;
  const why =
    address.why === "badWebhookUrl"
      ? "has no address that can be used: https, without user and password"
      : "leads to an internal network";
  throw fieldFault("place", why);
}

/** Adds a place; `on` are topics with commas, all without any. @throws FieldRefused, ActRefused */
export const addAlertTarget = defineAct<{ place: string; on: string }, AlertTarget>({
  action: "notify.add",
  run: async (services, tx, { place: text, on }) => {
    const place = readPlace(services, text);
    const read = readAlertTopics(on);
    if ("unknown" in read) throw fieldFault("on", `${read.unknown} is no topic`);
    const target = await insertTarget(tx, {
      kind: place.kind,
      shown: shownPlace(place),
      sealed: sealPlace(services, text.trim()),
      topics: read.topics,
      createdAt: new Date(services.world.now()),
      most: maxAlertTargets,
    });
    if (target === null)
      throw new ActRefused(`${maxAlertTargets} places at most`, { reason: "tooMany" });
    const after = { kind: target.kind, to: target.shown, on: target.topics };
    return { result: target, subject: String(target.id), after };
  },
});

/** Removes a place, and what waits for it. @throws ActRefused */
export const removeAlertTarget = defineAct<{ id: number }, AlertTarget>({
  action: "notify.remove",
  run: async (_services, tx, { id }) => {
    const target = await deleteTarget(tx, id);
    if (target === null) throw unknown(id);
    const before = { kind: target.kind, to: target.shown, on: target.topics };
    return { result: target, subject: String(id), before };
  },
});

export interface TestOutcome {
  id: number;
  delivered: boolean;
  /** Why it did not arrive; empty if it did. */
  error: string;
}

/** Sends a test at once, and says how it went. @throws ActRefused */
export const testAlertTarget = defineAct<{ id: number }, TestOutcome>({
  action: "notify.test",
  run: async (services, tx, { id }) => {
    const target = await alertTarget(tx, id);
    if (target === null) throw unknown(id);
    const result: TestOutcome = { id, delivered: false, error: "" };
    return {
      result,
      subject: String(id),
      // After the commit: the other end may be slow.
      afterCommit: async () => {
        leavePlace();
        const at = new Date(services.world.now());
        const given = { id: newAlertId(), at: at.toISOString(), console: services.env.consoleUrl };
        const body = JSON.stringify(testBody(given));
        const error = await sendAlert(services, { sealed: target.sealed, body, tries: 1 });
        await saveOutcome(services.db, { id, at, error });
        return { id, delivered: error === "", error };
      },
    };
  },
});
