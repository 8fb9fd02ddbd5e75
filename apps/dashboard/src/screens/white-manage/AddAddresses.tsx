import { Button, Group, Select, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Answered, CallRefused } from "../../lib/call.ts";
import { useCall, useCommand } from "../../lib/queries.ts";
import { toast } from "../../lib/toast.ts";
import { Panel } from "../../ui/Panel.tsx";
import { MyAddress } from "./MyAddress.tsx";
import { Refused } from "./Refused.tsx";
import { TypedIpsSummary } from "./TypedIpsSummary.tsx";
import { ipsAtOnce, readIps } from "./typed-ips.ts";

const spans = [1, 7, 30, 90, 365] as const;
const DESCRIPTION_MAX = 100;

/** Adds one address or many; those that are refused stay in the field with the reason. */
export function AddAddresses() {
  const { t } = useTranslation("white-manage");
  const [text, setText] = useState("");
  const [description, setDescription] = useState("");
  const [days, setDays] = useState<string | null>(null);
  const [account, setAccount] = useState<string | null>(null);
  const [refused, setRefused] = useState<Answered<"addTrafficWhite">["refused"]>([]);
  const [error, setError] = useState("");
  const accounts = useCall("availableSubUsers", {}).data?.items ?? [];
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
      {
        ips,
        ...(description.trim() ? { description: description.trim() } : {}),
        ...(days ? { days: Number(days) } : {}),
        ...(account ? { account } : {}),
      },
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
  return (
    <Panel title={t("add.title")} description={t("add.help")}>
      <Stack gap="md">
        <MyAddress busy={add.isPending} onAdd={(ip) => send([ip], text)} />
        <Stack gap={6}>
          <Textarea
            label={t("add.ips")}
            description={t("add.ipsHelp", { count: ipsAtOnce })}
            placeholder={"203.0.113.7, 203.0.113.8\n2001:db8::7"}
            autosize
            minRows={3}
            maxRows={10}
            spellCheck={false}
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
            error={error}
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setError("");
            }}
          />
          <TypedIpsSummary typed={typed} />
        </Stack>
        <Refused items={refused} onClose={() => setRefused([])} />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <TextInput
            label={t("columns.description")}
            placeholder={t("add.descriptionExample")}
            maxLength={DESCRIPTION_MAX}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Select
            label={t("add.expires")}
            placeholder={t("expiry.never")}
            clearable
            clearButtonProps={{ "aria-label": t("expiry.never") }}
            value={days}
            onChange={setDays}
            data={spans.map((span) => ({
              value: String(span),
              label: t("add.afterDays", { count: span }),
            }))}
          />
          <Select
            label={t("columns.account")}
            placeholder={t("add.mainAccount")}
            clearable
            clearButtonProps={{ "aria-label": t("add.mainAccount") }}
            searchable
            nothingFoundMessage={t("add.noAccount")}
            value={account}
            onChange={setAccount}
            data={accounts.map((who) => who.account)}
          />
        </SimpleGrid>
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
