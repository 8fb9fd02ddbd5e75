/** `rates show` and `rates set` (spec/money#rates). */
import { callCommand } from "./call-command.ts";
import type { Command } from "./command.ts";

const shown = (rates: object) => ({
  text: Object.entries(rates)
    .map(([name, value]) => `${name.padEnd(26)} ${String(value) || "-"}`)
    .join("\n"),
  json: rates,
});

const show = callCommand({
  call: "rateList",
  name: "rates show",
  args: "",
  help: "Show rates of the affiliate programme, and countries that are refused",
  show: shown,
});

const set = callCommand({
  call: "rateSet",
  name: "rates set",
  args: "NAME [VALUE]",
  help: "Set a rate from now on; countries are two letters each, with commas, and no VALUE for none",
  words: ["name", "value"],
  show: shown,
});

export const rateCommands: Command[] = [show, set];
