/** `cdkeys void`: voids CDKeys that must not be redeemed, for example after fraud. */
import { type CdkeySelector, voidUnused } from "./acts/payouts.ts";
import { type Command, type CommandInput, performFromCli, UsageError } from "./command.ts";

/** Selects all of a maker's CDKeys, or one by its code. @throws UsageError */
function readSelector({ maker, code }: CommandInput["options"]): CdkeySelector {
  if ((typeof maker === "string") === (typeof code === "string"))
    throw new UsageError("name either --maker EMAIL or --code CODE");
  return typeof maker === "string" ? { maker } : { code: String(code) };
}

const voidCommand: Command = {
  name: "cdkeys void",
  args: "--maker EMAIL | --code CODE",
  help: "Void unused CDKeys of a maker, or one of them; the maker gets their IPs and GB back",
  run: async ({ services, options }) => {
    const json = await performFromCli(services, voidUnused, readSelector(options));
    const text = `Voided ${json.voided} CDKeys: ${json.ips} IPs and ${json.gb} GB are back.`;
    return { ok: true, text, json };
  },
};

export const cdkeyCommands: Command[] = [voidCommand];
