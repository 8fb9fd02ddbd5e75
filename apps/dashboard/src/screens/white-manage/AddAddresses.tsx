import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answered, CallRefused } from "../../lib/call.ts";
import { useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { AddressesField } from "../../parts/addresses/AddressesField.tsx";
import { MyAddress } from "../../parts/addresses/MyAddress.tsx";
import { readIps } from "../../parts/addresses/typed-ips.ts";
import { Panel } from "../../ui/Panel.tsx";
import { asAsked, EntryOptions, noOptions } from "./EntryOptions.tsx";
import { Refused } from "./Refused.tsx";

/** The contract takes so many at once. */
const ipsAtOnce = 200;

/** Adds one address or many; those that are refused stay in the field with the reason. */
export function AddAddresses() {
  const { t } = useTranslation("white-manage");
  const [text, setText] = useState("");
  const [options, setOptions] = useState(noOptions);
  const [refused, setRefused] = useState<Answered<"addTrafficWhite">["refused"]>([]);
  const [error, setError] = useState("");
  const typed = readIps(text);
  const add = useCommand("addTrafficWhite", {
    invalidates: ["trafficWhiteList", "checkTrafficWhite"],
    handles: (refusal: CallRefused) => {
      if (refusal.field === "ips") setError(refusal.msg);
      return refusal.field === "ips";
    },
  });
  const send = (ips: string[], left: string) =>
    add.mutate(
      { ips, ...asAsked(options) },
      {
        onSuccess: (answer) => {
          setRefused(answer.refused);
          setText([left, ...answer.refused.map(({ ip }) => ip)].filter(Boolean).join("\n"));
          if (answer.added.length > 0) toast.success(t("add.done", { count: answer.added.length }));
        },
      },
    );
  const sendTyped = () => {
    const fault = faultOf(typed);
    setError(fault ? t(fault, { count: ipsAtOnce }) : "");
    if (!fault) send([...typed.good, ...typed.bad], "");
  };
  const type = (next: string) => {
    setText(next);
    setError("");
  };
  return (
    <Panel title={t("add.title")} description={t("add.help")}>
      <Stack gap="md">
        <MyAddress
          busy={add.isPending}
          listed={({ whitelisted }) => whitelisted}
          onAdd={(ip) => send([ip], text)}
        />
        <AddressesField
          label={t("add.ips")}
          description={t("add.ipsHelp", { count: ipsAtOnce })}
          value={text}
          error={error}
          onChange={type}
        />
        <Refused items={refused} onClose={() => setRefused([])} />
        <EntryOptions value={options} onChange={setOptions} />
        <Group justify="flex-end">
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={add.isPending}
            onClick={sendTyped}
          >
            {typed.good.length > 0
              ? t("add.submit", { count: typed.good.length })
              : t("add.submitNone")}
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}

/** Why nothing is sent yet; a mixed list is sent, and the bad ones come back refused. */
function faultOf(typed: { good: string[]; bad: string[] }) {
  if (typed.good.length + typed.bad.length === 0) return "add.enterIp";
  if (typed.good.length === 0) return "add.allBad";
  return typed.good.length + typed.bad.length > ipsAtOnce ? "add.tooMany" : null;
}
