/** `head set`, `head show` and `head reset` (spec/brand#head-snippet). */
import type { StoredHead } from "@turnpike/contract/head.ts";
import { headSetting } from "../../platform/head/head.ts";
import { resetHead, setHead } from "./acts/head.ts";
import { type Command, performFromCli, readText } from "./command.ts";

const textOf = ({ html, origins, consent }: StoredHead) =>
  html === ""
    ? "No snippet is set."
    : `${html.trim()}\n\norigins  ${origins.join(", ") || "none"}\nconsent  ${consent ? "asked for" : "not asked for"}`;
const result = (head: StoredHead) => ({ ok: true, text: textOf(head), json: head });

const set: Command = {
  name: "head set",
  args: "FILE --origins O,… [--consent]",
  help: "Put a snippet (statistics, a chat) into the head of customers' pages, which let in exactly these origins; --consent runs it only after the visitor agreed",
  run: async ({ services, args: [file = ""], options }) => {
    const given = typeof options.origins === "string" ? options.origins : "";
    const origins = given.split(",").filter((origin) => origin !== "");
    const html = await readText(file);
    const consent = options.consent === true;
    return result(await performFromCli(services, setHead, { html, origins, consent }));
  },
};

const show: Command = {
  name: "head show",
  args: "",
  help: "Show the snippet in the head of customers' pages",
  run: async ({ services }) => result(services.settings.get(headSetting)),
};

const reset: Command = {
  name: "head reset",
  args: "",
  help: "Remove the snippet: pages load nothing of others again",
  run: async ({ services }) => result(await performFromCli(services, resetHead, {})),
};

export const headCommands: Command[] = [set, show, reset];
