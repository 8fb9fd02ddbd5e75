import { NumberInput, SegmentedControl, SimpleGrid, Stack, Switch, Text } from "@mantine/core";
import { endpointCountMax } from "@turnpike/rules/endpoint.ts";
import { changeAfterMinutes } from "@turnpike/rules/sticky-session.ts";
import { maxMinutes, minMinutes } from "@turnpike/rules/username.ts";
import { useTranslation } from "react-i18next";
import type { EndpointChoice } from "./endpoint-request.ts";
import classes from "./endpoint.module.css";

interface Props {
  choice: EndpointChoice;
  onChange: (by: Partial<EndpointChoice>) => void;
}

/** Whether to keep an exit, for how long, and in how many sessions. */
export function EndpointSession(props: Props) {
  const { t } = useTranslation("traffic-use");
  const { choice, onChange } = props;
  return (
    <Stack gap="md">
      <Stack gap={4}>
        <Text fz="sm" fw={500} id="endpoint-session">
          {t("endpoints.session")}
        </Text>
        <SegmentedControl
          aria-labelledby="endpoint-session"
          fullWidth
          className={classes.segments ?? ""}
          value={choice.sticky ? "sticky" : "fresh"}
          onChange={(value) => onChange({ sticky: value === "sticky" })}
          data={[
            { value: "fresh", label: t("endpoints.fresh") },
            { value: "sticky", label: t("endpoints.sticky") },
          ]}
        />
        <Text fz="xs" c="dimmed">
          {t(choice.sticky ? "endpoints.stickyHelp" : "endpoints.freshHelp")}
        </Text>
      </Stack>
      {choice.sticky && <StickyFields {...props} />}
    </Stack>
  );
}

function StickyFields({ choice, onChange }: Props) {
  const { t } = useTranslation("traffic-use");
  return (
    <>
      <SimpleGrid cols={2} spacing="md">
        <NumberInput
          label={t("endpoints.minutes")}
          min={minMinutes}
          max={maxMinutes}
          allowDecimal={false}
          clampBehavior="blur"
          value={choice.minutes}
          onChange={(minutes) => onChange({ minutes })}
        />
        <NumberInput
          label={t("endpoints.count")}
          min={1}
          max={endpointCountMax}
          allowDecimal={false}
          clampBehavior="blur"
          value={choice.count}
          onChange={(count) => onChange({ count })}
        />
      </SimpleGrid>
      <Text fz="xs" c="dimmed">
        {t("endpoints.changeHelp", { count: changeAfterMinutes })}
      </Text>
      <Switch
        label={t("endpoints.strict")}
        description={t("endpoints.strictHelp")}
        checked={choice.strict}
        onChange={(event) => onChange({ strict: event.currentTarget.checked })}
      />
    </>
  );
}
