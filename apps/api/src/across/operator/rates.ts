/** `rates show` and `rates set` (spec/money#rates). */
import { setRate } from "./acts/rates.ts";
import { type Command, performFromCli } from "./command.ts";
import { ratesOf } from "../../platform/rates/rates.ts";

const textOf = (rates: object) =>
  Object.entries(rates)
    .map(([name, value]) => `${name.padEnd(26)} ${String(value) || "-"}`)
    .join("\n");

const show: Command = {
  name: "rates show",
  args: "",
  help: "Show rates of the affiliate programme, and countries that are refused",
  run: async ({ services }) => {
    const json = ratesOf(services);
    return { ok: true, text: textOf(json), json };
  },
};

const set: Command = {
  name: "rates set",
  args: "NAME [VALUE]",
  help: "Set a rate from now on; countries are two letters each, with commas, and no VALUE for none",
  run: async ({ services, args: [name = "", value = ""] }) => {
    const json = await performFromCli(services, setRate, { name, value });
    return { ok: true, text: textOf(json), json };
  },
};

export const rateCommands: Command[] = [show, set];
