import { Button, Group, NumberInput, Select, Stack, Text } from "@mantine/core";
import { loginMinutes } from "@turnpike/rules/session-life.ts";
import { type FormEvent, type Ref, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../lib/use-command.ts";
import { formatMinutes, formatNumber } from "@turnpike/ui/lib/format.ts";
import { useCall } from "../../lib/queries.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { Loaded } from "@turnpike/ui/Loaded.tsx";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { ALWAYS, type Choice, choiceOf, choices, minutesOf } from "./login-minutes.ts";
import classes from "./sessions.module.css";

/** How long a session stays valid without a call (spec/sign-in#sessions). */
export function LoginDuration() {
  const { t } = useTranslation("setting-account");
  const member = useCall("member", {});
  return (
    <Panel title={t("duration.title")} description={t("duration.description")}>
      <Loaded of={member} lines={2} height={24}>
        {({ loginMinutes: minutes }) => <DurationForm minutes={minutes} />}
      </Loaded>
    </Panel>
  );
}

function DurationForm(props: { minutes: number }) {
  const { t } = useTranslation("setting-account");
  const nameOf = useChoiceName();
  const [choice, setChoice] = useState<Choice>(choiceOf(props.minutes));
  const [typed, setTyped] = useState<string | number>(props.minutes || "");
  const [invalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { save, busy } = useSave();
  const chosen = minutesOf(choice, typed);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setInvalid(chosen === undefined);
    if (chosen === undefined) field.current?.focus();
    else save(chosen);
  };
  const type = (value: string | number) => {
    setTyped(value);
    setInvalid(false);
  };
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="sm">
        <Group gap="sm" align="flex-start">
          <Select
            className={classes.field ?? ""}
            label={t("duration.label")}
            allowDeselect={false}
            value={choice}
            onChange={(value) => setChoice(value as Choice)}
            data={choices.map((value) => ({ value, label: nameOf(value) }))}
          />
          {choice === "own" && (
            <OwnMinutes ref={field} value={typed} means={chosen} fault={invalid} onChange={type} />
          )}
        </Group>
        <Text fz="sm" c="dimmed">
          {chosen === ALWAYS ? t("duration.alwaysHelp") : t("duration.shorter")}
        </Text>
        <Group>
          <Button type="submit" loading={busy} disabled={chosen === props.minutes}>
            {t("duration.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useChoiceName() {
  const { t } = useTranslation("setting-account");
  return (choice: Choice): string => {
    if (choice === "own") return t("duration.own");
    return Number(choice) === ALWAYS ? t("duration.always") : formatMinutes(Number(choice));
  };
}

/** Saves the minutes and shows the new duration. */
function useSave() {
  const { t } = useTranslation("setting-account");
  const change = useCommand("upTokenCache", {
    awaitRefetch: true,
  });
  const savedMessage = (minutes: number) =>
    minutes === ALWAYS
      ? t("duration.doneAlways")
      : t("duration.done", { duration: formatMinutes(minutes) });
  const save = (minutes: number) =>
    void change.send({ minutes }, ({ loginMinutes }) => toast.success(savedMessage(loginMinutes)));
  return { save, busy: change.busy };
}

/** Custom minutes; below, their meaning, or the allowed range. */
function OwnMinutes({
  ref,
  value,
  means,
  fault,
  onChange,
}: {
  ref: Ref<HTMLInputElement>;
  value: string | number;
  means: number | undefined;
  fault: boolean;
  onChange: (value: string | number) => void;
}) {
  const { t } = useTranslation("setting-account");
  const limits = { min: formatNumber(loginMinutes.least), max: formatNumber(loginMinutes.most) };
  const help = means
    ? t("duration.minutesAre", { duration: formatMinutes(means) })
    : t("duration.minutesHelp", limits);
  return (
    <NumberInput
      ref={ref}
      className={classes.field ?? ""}
      label={t("duration.minutes")}
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={value}
      onChange={onChange}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={fault ? null : help}
      error={fault && t("duration.fault", limits)}
    />
  );
}
