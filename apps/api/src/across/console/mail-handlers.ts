/** Handlers for the texts of mails (spec/console#mails). */
import { mailTemplate } from "@turnpike/locales/mails.ts";
import { mailBrand } from "../../platform/mail/brand.ts";
import { lockMailText, ownMailText } from "../../platform/mail/store.ts";
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import {
  listMailTexts,
  previewMailText,
  resetMailText,
  sendPreview,
  setMailText,
  showMailText,
} from "../operator/acts/mail-texts.ts";
import type { ConsoleHandlers } from "./caller.ts";
import { refuseStale, versionOf } from "./stale.ts";

type Names =
  | "mailTextList"
  | "mailTextShow"
  | "mailTextPreview"
  | "mailTextSet"
  | "mailTextReset"
  | "mailTextTest";

export function mailHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  const { db } = services;
  return {
    async mailTextList({ lang = "en" }) {
      const rows = await listMailTexts(services);
      const items = rows.map((row) => ({ ...row, subject: mailTemplate(lang, row.name).subject }));
      return { items };
    },

    async mailTextShow(named) {
      const shown = await showMailText(db, named);
      const { subject, body } = shown;
      const changed = (await ownMailText(db, named)) !== null;
      return { ...shown, changed, version: versionOf([subject, body]) };
    },

    async mailTextPreview(given, { actor }) {
      const { mail, faults } = previewMailText(services, { ...given, to: actor.name });
      return { from: mailBrand(services).from, ...mail, faults };
    },

    mailTextSet: ({ reason, seen, ...input }, { actor }) =>
      perform(services, setMailText, {
        actor,
        input,
        reason,
        check: async (tx) => {
          await lockMailText(tx, input);
          const { subject, body } = await showMailText(tx, input);
          refuseStale(seen, [subject, body]);
        },
      }),

    mailTextReset: ({ reason, name, lang = null }, { actor }) =>
      perform(services, resetMailText, { actor, input: { name, lang }, reason }),

    async mailTextTest({ subject, body, ...named }, { actor }) {
      const input = { ...named, to: actor.name, text: { subject, body } };
      const { to } = await perform(services, sendPreview, { actor, input });
      return { to };
    },
  };
}
