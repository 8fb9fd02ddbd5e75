/** `mails …`: the texts of mails (spec/operator#mails). */
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import {
  listMailTexts,
  resetMailText,
  sendPreview,
  setMailText,
  showMailText,
} from "./acts/mail-texts.ts";
import {
  type Command,
  type CommandInput,
  performFromCli,
  readText,
  UsageError,
} from "./command.ts";
import { table } from "./table.ts";

/** @throws UsageError */
function langOf(options: CommandInput["options"]): Lang | null {
  if (options.lang === undefined) return null;
  const lang = langs.find((one) => one === options.lang);
  if (!lang) throw new UsageError(`--lang is one of ${langs.join(", ")}`);
  return lang;
}

/** @throws UsageError */
function given(options: CommandInput["options"], name: string): string {
  const value = options[name];
  if (typeof value !== "string") throw new UsageError(`--${name} is required`);
  return value;
}

const list: Command = {
  name: "mails list",
  args: "",
  help: "List the mails, their placeholders, and the languages in which you have changed them",
  run: async ({ services }) => {
    const json = await listMailTexts(services);
    const rows = json.map((row) => ({
      name: row.name,
      placeholders: row.placeholders.join(" "),
      changed: row.changed.join(" "),
    }));
    const text = table(rows, { none: "", columns: ["name", "changed", "placeholders"] });
    return { ok: true, text, json };
  },
};

const show: Command = {
  name: "mails show",
  args: "NAME [--lang L]",
  help: "Show a mail's text: subject, and body in Markdown",
  run: async ({ services, args: [name = ""], options }) => {
    const json = await showMailText(services.db, { name, lang: langOf(options) ?? "en" });
    const used = json.placeholders.map(
      (one) => `{{${one.name}}}${one.required ? " (required)" : ""}`,
    );
    return { ok: true, text: `${json.subject}\n\n${json.body}\n\n${used.join(", ")}`, json };
  },
};

const set: Command = {
  name: "mails set",
  args: "NAME --lang L --subject S --body FILE",
  help: "Write a mail's text yourself: FILE is Markdown with the mail's placeholders",
  run: async ({ services, args: [name = ""], options }) => {
    const lang = langOf(options);
    if (lang === null) throw new UsageError("--lang is required");
    const subject = given(options, "subject");
    const body = await readText(given(options, "body"));
    const json = await performFromCli(services, setMailText, { name, lang, subject, body });
    return { ok: true, text: `${name} has your text in ${lang}.`, json };
  },
};

const reset: Command = {
  name: "mails reset",
  args: "NAME [--lang L]",
  help: "Return to the shipped text of a mail, in one language or in all",
  run: async ({ services, args: [name = ""], options }) => {
    const json = await performFromCli(services, resetMailText, { name, lang: langOf(options) });
    const which = json.reset.length === 0 ? "It had no text of yours" : json.reset.join(", ");
    return { ok: true, text: `${name}: ${which}.`, json };
  },
};

const preview: Command = {
  name: "mails preview",
  args: "NAME --lang L --to EMAIL",
  help: "Send a mail with sample values to an address",
  run: async ({ services, args: [name = ""], options }) => {
    const lang = langOf(options) ?? "en";
    const to = given(options, "to").trim();
    if (!/^[^\s@<>,]+@[^\s@<>,]+$/.test(to)) throw new UsageError("--to must be an e-mail address");
    const json = await performFromCli(services, sendPreview, { name, lang, to, text: null });
    return { ok: true, text: `Sent to ${to}: ${json.subject}`, json };
  },
};

export const mailCommands: Command[] = [list, show, set, reset, preview];
