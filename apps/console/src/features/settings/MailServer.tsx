import { Alert, Badge, Button, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { PageHeader } from "@turnpike/ui/PageHeader.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { useState } from "react";
import type { CallResult } from "../../lib/call.ts";
import { useCall, useCallMutation } from "../../lib/queries.ts";
import { useT } from "../../lib/words.ts";
import { ActButton } from "../../parts/act/acts.tsx";

type Server = CallResult<"mailServerShow">["server"];

/** The server that mails are sent through, and a test of it (spec/console#mails). */
export function MailServer() {
  const t = useT();
  const shown = useCall("mailServerShow", {});
  return (
    <>
      <PageHeader
        title={t("screens.mailServer.title")}
        description={t("screens.mailServer.text")}
      />
      <Loaded of={shown} lines={6} height={24}>
        {/* Another server, as after saving, is another form. */}
        {({ server, version }) => (
          <ServerForm key={JSON.stringify([server, version])} server={server} seen={version} />
        )}
      </Loaded>
    </>
  );
}

const colors = { environment: "good", console: "good", none: "gray" } as const;

function ServerForm({ server, seen }: { server: Server; seen: string }) {
  const t = useT();
  const { source, unreadable, hasPassword, ...shown } = server;
  const [typed, set] = useState<Typed>({ ...shown, password: "" });
  const { host, port, user, from, password } = typed;
  const isSame = host === shown.host && user === shown.user;
  const keeps = hasPassword && isSame;
  const isChanged = !isSame || port !== shown.port || from !== shown.from || password !== "";
  const isWhole = host !== "" && (user === "" || keeps || password !== "");
  const name = t("screens.mailServer.title");
  return (
    <Panel>
      <Stack gap="sm" maw="44rem">
        <Group>
          <Badge color={colors[source]} variant="light">
            {t(`paymentKeys.${source}`)}
          </Badge>
        </Group>
        {unreadable && <Alert color="red">{t("paymentKeys.unreadable")}</Alert>}
        <Fields
          typed={typed}
          disabled={source === "environment"}
          keeps={keeps}
          onChange={(change) => set((all) => ({ ...all, ...change }))}
        />
        <Group>
          {source !== "environment" && (
            <ActButton
              variant="filled"
              disabled={!isChanged || !isWhole}
              act={{ call: "mailServerSet", name, fixed: { ...typed, seen } }}
            />
          )}
          {source === "console" && (
            <ActButton act={{ call: "mailServerRemove", name, fixed: {}, danger: true }} />
          )}
        </Group>
        {source !== "none" && <MailTest />}
      </Stack>
    </Panel>
  );
}

type Typed = Pick<Server, "host" | "port" | "user" | "from"> & { password: string };

interface FieldsProps {
  typed: Typed;
  disabled: boolean;
  /** The password stays if none is typed. */
  keeps: boolean;
  onChange: (change: Partial<Typed>) => void;
}

function Fields({ typed, disabled, keeps, onChange }: FieldsProps) {
  const t = useT();
  const text = (field: "host" | "user" | "from" | "password") => ({
    label: t(`mailServer.${field}`),
    disabled,
    autoComplete: "off",
    spellCheck: false,
    value: typed[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <TextInput {...text("host")} placeholder="smtp.example.com" maxLength={253} />
      <NumberInput
        label={t("mailServer.port")}
        description={t("mailServer.portHelp")}
        min={1}
        max={65_535}
        allowDecimal={false}
        disabled={disabled}
        value={typed.port}
        onChange={(value) => onChange({ port: Number(value) })}
      />
      <TextInput {...text("user")} maxLength={320} />
      <TextInput
        {...text("password")}
        type="password"
        maxLength={1_000}
        placeholder={keeps ? t("paymentKeys.kept") : undefined}
      />
      <TextInput {...text("from")} description={t("brand.help.mailFrom")} maxLength={320} />
    </>
  );
}

/** Sends a mail to the person who is signed in, through the server that is set. */
function MailTest() {
  const t = useT();
  const { mutate, isPending, data, error } = useCallMutation("setUpMail");
  return (
    <Stack gap="sm" align="flex-start">
      <Button variant="default" size="xs" loading={isPending} onClick={() => mutate({})}>
        {t("setUp.mail.send")}
      </Button>
      {data && (
        <Alert color={data.works ? "good" : "red"} role="status">
          {data.works
            ? t("setUp.mail.works", { to: data.to })
            : t("setUp.mail.fails", { found: data.found })}
        </Alert>
      )}
      {error && (
        <Alert color="red" role="alert">
          {error.message}
        </Alert>
      )}
    </Stack>
  );
}
