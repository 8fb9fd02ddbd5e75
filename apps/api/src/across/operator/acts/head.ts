/** Acts on the snippet in the head of pages (spec/brand#head-snippet). */
import { noHead, readHead, type StoredHead } from "@turnpike/contract/head.ts";
import { FieldRefused } from "../../../platform/act-refused.ts";
import { headSetting } from "../../../platform/head/head.ts";
import type { Services } from "../../../platform/services.ts";
import { resetSetting, writeSetting } from "../../../platform/setting/setting.ts";
import { defineAct } from "./act.ts";

/** The result after the commit: this process has the snippet before it says so. */
const changed = (
  { settings }: Pick<Services, "settings">,
  before: StoredHead,
  after: StoredHead,
) => ({
  subject: "head",
  result: after,
  before: { ...before },
  after: { ...after },
  afterCommit: async () => {
    await settings.refresh();
    return after;
  },
});

/** Sets the snippet. @throws FieldRefused */
export const setHead = defineAct<StoredHead, StoredHead>({
  action: "head.set",
  run: async (services, tx, given) => {
    const read = readHead(given);
    if ("fault" in read) throw new FieldRefused({ ...read, column: null });
    const before = services.settings.get(headSetting);
    await writeSetting(tx, headSetting, read.head);
    return changed(services, before, read.head);
  },
});

/** Removes the snippet. */
export const resetHead = defineAct<Record<string, never>, StoredHead>({
  action: "head.reset",
  run: async (services, tx) => {
    const before = services.settings.get(headSetting);
    await resetSetting(tx, headSetting);
    return changed(services, before, noHead);
  },
});
