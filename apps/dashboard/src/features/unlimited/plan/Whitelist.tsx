import { Button, Group, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslation } from "react-i18next";
import { useCommand } from "../../../lib/use-command.ts";
import { toast } from "@turnpike/ui/lib/toast.ts";
import { toFieldError } from "@turnpike/ui/field-error.ts";
import { Panel } from "@turnpike/ui/Panel.tsx";
import { AddressesField } from "../../whitelist/AddressesField.tsx";
import { MyAddress } from "../../whitelist/MyAddress.tsx";
import { readIps } from "../../whitelist/typed-ips.ts";
import type { PlanPhase, UnlimitedPlan } from "../port.ts";
import classes from "../ports.module.css";

/** The most addresses in a plan's whitelist (spec/unlimited#whitelist, `maxWhitelistPerPlan`). */
export const maxWhitelisted = 100;

/** Client addresses that need no password at any port of the plan; saving replaces the list. */
export function Whitelist(props: { plan: UnlimitedPlan; phase: PlanPhase }) {
  const { t } = useTranslation("unlimited");
  const { plan, phase } = props;
  return (
    <Panel title={t("whitelist.title")} description={t("whitelist.help")}>
      <Stack gap="md" maw={680}>
        <Text fz="sm" fw={550}>
          {plan.whitelist.length === 0
            ? t("whitelist.none")
            : t("whitelist.count", { count: plan.whitelist.length })}
        </Text>
        {phase === "running" ? <Form plan={plan} /> : <Fixed ips={plan.whitelist} />}
      </Stack>
    </Panel>
  );
}

function Fixed({ ips }: { ips: readonly string[] }) {
  return (
    <Text className={classes.mono ?? ""} component="div">
      {ips.join(", ")}
    </Text>
  );
}

function Form({ plan }: { plan: UnlimitedPlan }) {
  const { t } = useTranslation("unlimited");
  const { form, set, good, changed } = useList(plan.whitelist);
  const command = useCommand("upwhite", {
    handles: toFieldError(form),
    awaitRefetch: true,
  });
  const save = form.onSubmit(
    () =>
      void command.send({ planId: plan.id, ips: good }, ({ whitelist }) =>
        toast.success(t("whitelist.done", { count: whitelist.length })),
      ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        <AddressesField
          label={t("whitelist.field")}
          description={t("whitelist.fieldHelp", { count: maxWhitelisted })}
          value={form.values.ips}
          error={form.errors.ips}
          onChange={set}
        />
        <MyAddress
          listed={({ ip }) => good.includes(ip)}
          onAdd={(ip) => set([form.values.ips.trim(), ip].filter(Boolean).join("\n"))}
        />
        <Text fz="sm" c="dimmed">
          {t("whitelist.effect")}
        </Text>
        <Group gap="sm">
          <Button data-needs="proxies" type="submit" loading={command.busy} disabled={!changed}>
            {t("whitelist.save")}
          </Button>
          {changed && (
            <>
              <Button
                variant="default"
                disabled={command.busy}
                onClick={() => set(plan.whitelist.join("\n"))}
              >
                {t("whitelist.undo")}
              </Button>
              <Text fz="sm" c="dimmed" component="output">
                {t("whitelist.unsaved")}
              </Text>
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** The list as typed; any invalid address blocks saving, since it replaces the previous list. */
function useList(before: readonly string[]) {
  const { t } = useTranslation("unlimited");
  const form = useForm({
    initialValues: { ips: before.join("\n") },
    validate: {
      ips: (text) => {
        const { good, bad } = readIps(text);
        if (bad.length > 0) return t("whitelist.badAddress");
        return good.length > maxWhitelisted
          ? t("whitelist.tooMany", { count: maxWhitelisted })
          : null;
      },
    },
  });
  const typed = readIps(form.values.ips);
  return {
    form,
    good: typed.good,
    changed: typed.bad.length > 0 || typed.good.join() !== before.join(),
    set: (ips: string) => {
      form.setFieldValue("ips", ips);
      form.clearFieldError("ips");
    },
  };
}
