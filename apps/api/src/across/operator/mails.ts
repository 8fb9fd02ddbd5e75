/** `mails …`: the texts of mails (spec/operator#mails). */
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import { sendPreview, setMailText } from "./acts/mail-texts.ts";
import { callCommand } from "./call-command.ts";
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

const list = callCommand({
  call: "mailTextList",
  name: "mails list",
  args: "",
  help: "List the mails, their placeholders, and the languages in which you have changed them",
  show: ({ items }) => {
    const rows = items.map(({ name, placeholders, changed }) => ({
      name,
      placeholders: placeholders.join(" "),
      changed: changed.join(" "),
    }));
    const text = table(rows, { none: "", columns: ["name", "changed", "placeholders"] });
    return { text, json: items.map(({ subject: _subject, ...mail }) => mail) };
  },
});

const show = callCommand({
  call: "mailTextShow",
  name: "mails show",
  args: "NAME [--lang L]",
  help: "Show a mail's text: subject, and body in Markdown",
  words: ["name"],
  fields: ({ options }) => ({ lang: langOf(options) ?? "en" }),
  show: (json) => {
    const used = json.placeholders.map(
      (one) => `{{${one.name}}}${one.required ? " (required)" : ""}`,
    );
    return { text: `${json.subject}\n\n${json.body}\n\n${used.join(", ")}`, json };
  },
});

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

const reset = callCommand({
  call: "mailTextReset",
  name: "mails reset",
  args: "NAME [--lang L]",
  help: "Return to the shipped text of a mail, in one language or in all",
  words: ["name"],
  fields: ({ options }) => ({ lang: langOf(options) ?? undefined }),
  show: ({ reset: languages }, { name }) => {
    const which = languages.length === 0 ? "It had no text of yours" : languages.join(", ");
    return { text: `${name}: ${which}.`, json: { name, reset: languages } };
  },
});

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
