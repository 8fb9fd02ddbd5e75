import {
  Button,
  Collapse,
  NumberInput,
  SimpleGrid,
  Stack,
  TagsInput,
  Text,
  Textarea,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconChevronDown, IconChevronRight } from "@turnpike/ui/icons.ts";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  asDomain,
  validateLimit,
  limitNames,
  type LimitValues,
  maxConnectionLimit,
} from "./limit-values.ts";

/** The limits of a sub-account, collapsed while there are none. */
export function LimitFields<V extends LimitValues>(props: {
  form: UseFormReturnType<V>;
  /** Whether a limit already exists. */
  limited: boolean;
}) {
  const { t } = useTranslation("traffic-use");
  const id = useId();
  const [unfolded, setUnfolded] = useState(props.limited);
  // Only the limits of the generic form are used here.
  const form = props.form as unknown as UseFormReturnType<LimitValues>;
  const shown = unfolded || limitNames.some((name) => Boolean(form.errors[name]));
  const Icon = shown ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        ml={-10}
        leftSection={<Icon size={16} aria-hidden />}
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setUnfolded(!shown)}
      >
        {t("limits.title")}
      </Button>
      <Collapse expanded={shown} id={id}>
        <Stack gap="md" pt="xs">
          <Text fz="xs" c="dimmed">
            {t("limits.help")}
          </Text>
          <NumberInput
            label={t("limits.maxConnections")}
            placeholder={t("limits.none")}
            min={1}
            max={maxConnectionLimit}
            allowDecimal={false}
            allowNegative={false}
            clampBehavior="none"
            thousandSeparator=" "
            {...form.getInputProps("maxConnections")}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <Gb label={t("limits.dayGb")} {...form.getInputProps("dayGb")} />
            <Gb label={t("limits.monthGb")} {...form.getInputProps("monthGb")} />
          </SimpleGrid>
          <Domains
            label={t("limits.allowDomains")}
            description={t("limits.allowHelp")}
            {...form.getInputProps("allowDomains")}
          />
          <Domains
            label={t("limits.denyDomains")}
            description={t("limits.denyHelp")}
            {...form.getInputProps("denyDomains")}
          />
          <Budgets {...form.getInputProps("targetBudgets")} />
        </Stack>
      </Collapse>
    </div>
  );
}

function Gb({ label, ...field }: { label: string; value?: number | string }) {
  const { t } = useTranslation("traffic-use");
  return (
    <NumberInput
      {...field}
      label={label}
      placeholder={t("limits.none")}
      suffix={` ${t("gbUnit")}`}
      min={0}
      decimalScale={3}
      allowNegative={false}
      clampBehavior="none"
    />
  );
}

function Budgets(field: object) {
  const { t } = useTranslation("traffic-use");
  return (
    <Textarea
      {...field}
      label={t("limits.targetBudgets")}
      description={t("limits.budgetsHelp")}
      placeholder={t("limits.budgetExample")}
      autosize
      minRows={2}
      maxRows={8}
    />
  );
}

function Domains(props: {
  label: string;
  description: string;
  onChange?: (entries: string[]) => void;
}) {
  const { t } = useTranslation("traffic-use");
  const { onChange, ...field } = props;
  return (
    <TagsInput
      {...field}
      placeholder={t("limits.domainExample")}
      splitChars={[",", ";", " ", "\n", "\t"]}
      clearable
      clearButtonProps={{ "aria-label": t("limits.clear", { name: props.label }) }}
      acceptValueOnBlur
      maxLength={300}
      onChange={(entries) => onChange?.([...new Set(entries.map(asDomain).filter(Boolean))])}
    />
  );
}

/** For `useForm`: validates every limit, with messages. */
export function useLimitValidators() {
  const { t } = useTranslation("traffic-use");
  const validate =
    <K extends keyof LimitValues>(name: K) =>
    (typed: LimitValues[K]): string | null => {
      const found = validateLimit(name, typed);
      return found && t(`limits.faults.${found.fault}`, { ...found });
    };
  return {
    maxConnections: validate("maxConnections"),
    dayGb: validate("dayGb"),
    monthGb: validate("monthGb"),
    allowDomains: validate("allowDomains"),
    denyDomains: validate("denyDomains"),
    targetBudgets: validate("targetBudgets"),
  };
}
