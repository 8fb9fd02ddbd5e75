import { Button, Group, Stack } from "@mantine/core";
import { IconPlus } from "@turnpike/ui/icons.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import type { CallResult, CallRefused } from "../../lib/call.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { AccountFirst, NO_ACCOUNT } from "./AccountFirst.tsx";
import { AddressesField } from "./AddressesField.tsx";
import { MyAddress } from "./MyAddress.tsx";
import { readIps } from "./typed-ips.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { optionFields, EntryOptions, noOptions } from "./EntryOptions.tsx";
import { RefusedAddresses } from "./RefusedAddresses.tsx";

/** The contract's limit per call. */
const ipsAtOnce = 200;

/** Adds one or more addresses; refused ones stay in the field, with the reason. */
export function AddAddresses() {
  const { t } = useTranslation("white-manage");
  const adding = useAdding();
  const { typed, options } = adding;
  return (
    <Panel title={t("add.title")} description={t("add.help")}>
      <Stack gap="md">
        <MyAddress
          busy={adding.busy}
          listed={({ whitelisted }) => whitelisted}
          onAdd={(ip) => adding.send([ip])}
        />
        <AddressesField
          label={t("add.ips")}
          description={t("add.ipsHelp", { count: ipsAtOnce })}
          value={adding.text}
          error={adding.error}
          onChange={adding.type}
        />
        <RefusedAddresses
          items={adding.refused}
          onClose={adding.closeRefused}
          onClaimed={adding.claimed}
        />
        {adding.accountless && <AccountFirst />}
        <EntryOptions value={options} onChange={adding.choose} />
        <Group justify="flex-end">
          <Button
            data-needs="proxies"
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={adding.busy}
            onClick={adding.sendTyped}
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

/** The typed addresses and options, and the outcome for the addresses that were sent. */
function useAdding() {
  const { t } = useTranslation("white-manage");
  const [text, setText] = useState("");
  const [options, setOptions] = useState(noOptions);
  const [refused, setRefused] = useState<CallResult<"addTrafficWhite">["refused"]>([]);
  const [error, setError] = useState("");
  const [accountless, setAccountless] = useState(false);
  const typed = readIps(text);
  const add = useCommand("addTrafficWhite", {
    handles: ({ field, reason, msg }: CallRefused) => {
      const first = reason === NO_ACCOUNT && options.account === null;
      setAccountless(first);
      if (field === "ips") setError(msg);
      return first || field === "ips";
    },
  });
  const send = (ips: string[]) => {
    const onSuccess = (answer: CallResult<"addTrafficWhite">) => {
      setAccountless(false);
      setRefused(answer.refused);
      // Keeps what was typed meanwhile.
      setText((now) =>
        [without(now, ips), ...answer.refused.map(({ ip }) => ip)].filter(Boolean).join("\n"),
      );
      if (answer.added.length > 0) toast.success(t("add.done", { count: answer.added.length }));
    };
    void add.send({ ips, ...optionFields(options) }, onSuccess);
  };
  const sendTyped = () => {
    const errorKey = validateTyped(typed);
    setError(errorKey ? t(errorKey, { count: ipsAtOnce }) : "");
    if (!errorKey) send([...typed.good, ...typed.bad]);
  };
  const type = (next: string) => {
    setText(next);
    setError("");
  };
  return {
    text,
    typed,
    options,
    refused,
    error,
    accountless,
    busy: add.busy,
    type,
    send,
    sendTyped,
    choose: setOptions,
    closeRefused: () => setRefused([]),
    claimed: (ip: string) => {
      setRefused((now) => now.filter((one) => one.ip !== ip));
      setText((now) => without(now, [ip]));
    },
  };
}

/** A field's text without the addresses that were sent; unchanged if it contains none of them. */
function without(text: string, sent: readonly string[]): string {
  const { good, bad } = readIps(text);
  const all = [...good, ...bad];
  const left = all.filter((ip) => !sent.includes(ip));
  return left.length === all.length ? text : left.join("\n");
}

/** Why nothing is sent yet. A partly valid list is sent, and the API refuses invalid entries. */
function validateTyped(typed: { good: string[]; bad: string[] }) {
  if (typed.good.length + typed.bad.length === 0) return "add.enterIp";
  if (typed.good.length === 0) return "add.allBad";
  return typed.good.length + typed.bad.length > ipsAtOnce ? "add.tooMany" : null;
}
