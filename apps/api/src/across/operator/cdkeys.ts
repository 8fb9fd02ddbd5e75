/** `cdkeys void`: CDKeys that must not be redeemed, such as those of a fraud. */
import { type CdkeysNamed, voidUnused } from "./acts/payouts.ts";
import { act, type Command, type CommandInput, UsageError } from "./command.ts";

/** All of a maker's CDKeys, or one by its code. @throws UsageError */
function named({ maker, code }: CommandInput["options"]): CdkeysNamed {
  if ((typeof maker === "string") === (typeof code === "string"))
    throw new UsageError("name either --maker EMAIL or --code CODE");
  return typeof maker === "string" ? { maker } : { code: String(code) };
}

const voidCommand: Command = {
  name: "cdkeys void",
  args: "--maker EMAIL | --code CODE",
  help: "Void unused CDKeys of a maker, or one of them; what they hold returns to the maker",
  run: async ({ services, options }) => {
    const json = await act(services, voidUnused, named(options));
    const text = `Voided ${json.voided} CDKeys: ${json.ips} IPs and ${json.gb} GB are back.`;
    return { ok: true, text, json };
  },
};

export const cdkeyCommands: Command[] = [voidCommand];
