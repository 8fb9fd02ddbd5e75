/** `head set`, `head show` and `head reset` (spec/brand#head-snippet). */
import type { StoredHead } from "@turnpike/contract/head.ts";
import { callCommand } from "./call-command.ts";
import { type Command, readField } from "./command.ts";

function shown(head: StoredHead) {
  const { html, origins, consent } = head;
  const text =
    html === ""
      ? "No snippet is set."
      : `${html.trim()}\n\norigins  ${origins.join(", ") || "none"}\nconsent  ${consent ? "asked for" : "not asked for"}`;
  return { text, json: { html, origins, consent } };
}

const set = callCommand({
  call: "headSet",
  name: "head set",
  args: "FILE --origins O,… [--consent]",
  help: "Put a snippet (statistics, a chat) into the head of customers' pages, which let in exactly these origins; --consent runs it only after the visitor agreed",
  fields: async ({ args: [file = ""], options: { origins } }) => ({
    html: await readField(file),
    origins: String(origins ?? "")
      .split(",")
      .filter((origin) => origin !== ""),
  }),
  show: shown,
});

const show = callCommand({
  call: "headShow",
  name: "head show",
  args: "",
  help: "Show the snippet in the head of customers' pages",
  show: shown,
});

const reset = callCommand({
  call: "headReset",
  name: "head reset",
  args: "",
  help: "Remove the snippet: pages load nothing of others again",
  show: shown,
});

export const headCommands: Command[] = [set, show, reset];
