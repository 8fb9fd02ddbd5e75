/** `cdkeys void`: voids CDKeys that must not be redeemed, for example after fraud. */
import { callCommand } from "./call-command.ts";
import { type Command, UsageError } from "./command.ts";

const voidCommand = callCommand({
  call: "cdkeyVoid",
  name: "cdkeys void",
  args: "--maker EMAIL | --code CODE",
  help: "Void unused CDKeys of a maker, or one of them; the maker gets their IPs and GB back",
  fields: ({ options: { maker, code } }) => {
    if ((maker === undefined) === (code === undefined))
      throw new UsageError("name either --maker EMAIL or --code CODE");
    return {};
  },
  show: (json) => ({
    text: `Voided ${json.voided} CDKeys: ${json.ips} IPs and ${json.gb} GB are back.`,
    json,
  }),
});

export const cdkeyCommands: Command[] = [voidCommand];
